import { chance } from '../world/seeded.ts';
import type { DemoShop } from '../world/shops.ts';

const PARTS = [
  'page',
  'gallery',
  'info',
  'title',
  'price',
  'was',
  'save',
  'unit',
  'member',
  'stock',
  'rating',
  'options',
  'specs',
  'grid',
  'card',
  'cardTitle',
  'cardPrice',
  'cardWas',
] as const;

/** The class names of a shop's templates, by the part of the page. */
export type ClassNames = Record<(typeof PARTS)[number], string>;

/** The class names of three template makers, in the order of PARTS. */
const MAKERS = [
  `pdp pdp-media pdp-info pdp-title pdp-price pdp-was-price pdp-saving pdp-unit-price
   pdp-member-price pdp-availability pdp-rating pdp-options pdp-specs tiles product-tile
   tile-name tile-price tile-was`,
  `product product__gallery product__main product__name product__price product__price-was
   product__saving product__unit-price product__club-price product__stock product__rating
   product__options product__specifications product-grid product-card product-card__title
   product-card__price product-card__was`,
  `item-page item-picture item-detail item-heading price-now price-was price-save
   price-per-unit price-member stock-status item-stars item-variants item-facts results result
   result-title price-now price-was`,
];

/** The class names of a shop's templates. */
export function classNames(shop: DemoShop): ClassNames {
  const maker = MAKERS[Math.floor(chance(shop.seed, 83) * MAKERS.length)] ?? '';
  const names = maker.split(/\s+/);
  return Object.fromEntries(PARTS.map((part, nth) => [part, names[nth]])) as ClassNames;
}
