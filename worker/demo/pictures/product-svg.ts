import type { Product } from '../world/product.ts';
import { APPLIANCES } from './appliances.ts';
import { DEVICES } from './devices.ts';
import { type Hsl, type Ink, inkOf } from './ink.ts';
import { LEISURE } from './leisure.ts';
import { PACKS } from './packs.ts';

/*
 * A product's picture: a calm flat silhouette of its kind, in its colour, with its brand.
 *   ink (colours and words) → devices | appliances | packs | leisure → frame → picture.ts (WebP)
 */

const METALS: readonly Hsl[] = [
  [220, 8, 22],
  [210, 6, 72],
  [215, 7, 40],
  [40, 12, 88],
];
const SILHOUETTES: Record<string, (ink: Ink) => string> = {
  ...DEVICES,
  ...APPLIANCES,
  ...LEISURE,
  ...PACKS,
};

/** The product's picture as SVG, 600 × 600; throws RangeError when its category has no silhouette. */
export function productSvg(product: Product): string {
  const { picture } = product.category;
  const draw = SILHOUETTES[picture];
  if (!draw) throw new RangeError(`no silhouette for ${picture}`);
  const isDevice = picture in DEVICES || picture in APPLIANCES;
  const ink = inkOf(product, isDevice ? METALS : []);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600"><rect width="600" height="600" fill="${ink.paper}"/><ellipse cx="300" cy="500" rx="210" ry="20" fill="#1b2430" opacity=".09"/>${draw(ink)}</svg>`;
}
