import sharp from 'sharp';
import type { Product } from '../world/product.ts';
import { productSvg } from './product-svg.ts';

const PICTURE_PX = 600;
/** Pictures kept in memory: about 10 KB each. */
const KEPT = 200;
const kept = new Map<string, Promise<Buffer>>();

/** The product's drawn picture as WebP, 600 px square. */
export function pictureOf(product: Product): Promise<Buffer> {
  const known = kept.get(product.id);
  if (known) return known;
  const picture = sharp(Buffer.from(productSvg(product)), { density: 96 })
    .resize(PICTURE_PX, PICTURE_PX)
    .webp({ quality: 78, effort: 2 })
    .toBuffer();
  kept.set(product.id, picture);
  picture.catch(() => kept.delete(product.id));
  const oldest = kept.keys().next().value;
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return picture;
}
