import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Product } from '../world/product.ts';
import { type Hsl, inkOf } from './ink.ts';
import { DEVICES, GOODS } from './silhouettes.ts';

/* A product's picture, a flat silhouette with its colour and brand: ink (colours, words) → silhouettes → frame → WebP. */

const METALS: readonly Hsl[] = [
  [220, 8, 22],
  [210, 6, 72],
  [215, 7, 40],
  [40, 12, 88],
];
/** The product's picture as SVG, 600 × 600. Throws RangeError when its category has no silhouette. */
function productSvg(product: Product): string {
  const { picture } = product.category;
  const draw = DEVICES[picture] ?? GOODS[picture];
  if (!draw) throw new RangeError(`no silhouette for ${picture}`);
  const ink = inkOf(product, picture in DEVICES ? METALS : []);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600"><rect width="600" height="600" fill="${ink.paper}"/><ellipse cx="300" cy="500" rx="210" ry="20" fill="#1b2430" opacity=".09"/>${draw(ink)}</svg>`;
}

const PICTURE_PX = 600;
/** Pictures kept in memory: about 10 KB each. */
const kept = new LRUCache<string, Buffer, Product>({
  max: 200,
  fetchMethod: (_id, _stale, { context: product }) =>
    sharp(Buffer.from(productSvg(product)), { density: 96 })
      .resize(PICTURE_PX, PICTURE_PX)
      .webp({ quality: 78, effort: 2 })
      .toBuffer(),
});

/** The product's drawn picture as WebP, 600 px square. */
export function pictureOf(product: Product): Promise<Buffer> {
  return kept.forceFetch(product.id, { context: product });
}
