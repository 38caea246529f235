import { chance } from '../world/seeded.ts';
import type { DemoShop } from '../world/shops.ts';

/** Class names that a shop's templates use; three houses, none alike. */
export interface ClassNames {
  page: string;
  gallery: string;
  info: string;
  title: string;
  price: string;
  was: string;
  save: string;
  unit: string;
  member: string;
  stock: string;
  rating: string;
  options: string;
  specs: string;
  grid: string;
  card: string;
  cardTitle: string;
  cardPrice: string;
  cardWas: string;
}

const HOUSES: ClassNames[] = [
  {
    page: 'pdp',
    gallery: 'pdp-media',
    info: 'pdp-info',
    title: 'pdp-title',
    price: 'pdp-price',
    was: 'pdp-was-price',
    save: 'pdp-saving',
    unit: 'pdp-unit-price',
    member: 'pdp-member-price',
    stock: 'pdp-availability',
    rating: 'pdp-rating',
    options: 'pdp-options',
    specs: 'pdp-specs',
    grid: 'tiles',
    card: 'product-tile',
    cardTitle: 'tile-name',
    cardPrice: 'tile-price',
    cardWas: 'tile-was',
  },
  {
    page: 'product',
    gallery: 'product__gallery',
    info: 'product__main',
    title: 'product__name',
    price: 'product__price',
    was: 'product__price-was',
    save: 'product__saving',
    unit: 'product__unit-price',
    member: 'product__club-price',
    stock: 'product__stock',
    rating: 'product__rating',
    options: 'product__options',
    specs: 'product__specifications',
    grid: 'product-grid',
    card: 'product-card',
    cardTitle: 'product-card__title',
    cardPrice: 'product-card__price',
    cardWas: 'product-card__was',
  },
  {
    page: 'item-page',
    gallery: 'item-picture',
    info: 'item-detail',
    title: 'item-heading',
    price: 'price-now',
    was: 'price-was',
    save: 'price-save',
    unit: 'price-per-unit',
    member: 'price-member',
    stock: 'stock-status',
    rating: 'item-stars',
    options: 'item-variants',
    specs: 'item-facts',
    grid: 'results',
    card: 'result',
    cardTitle: 'result-title',
    cardPrice: 'price-now',
    cardWas: 'price-was',
  },
];

/** The class names of a shop's templates. */
export function classNames(shop: DemoShop): ClassNames {
  const house = HOUSES[Math.floor(chance(shop.seed, 83) * HOUSES.length)];
  if (!house) throw new RangeError('no house of class names');
  return house;
}
