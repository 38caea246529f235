/* The products that match a query, and the shopper's filters over their offers. facets.ts counts what each filter would leave. */
import { pooledRating } from '#domain/products/pooled-rating.ts';
import type { Cents } from '../money.ts';
import type { UnitPrice } from '../offers/page-reading.ts';
import { genuineSaving } from '../prices/price-change.ts';
import type { ParsedQuery } from './parse-query.ts';

/** A product that matches a query, with its listed offers. */
export interface MatchedProduct {
  productId: string;
  /** Its head noun in the singular; empty where its names have none. */
  head: string;
  brand: string | null;
  category: string | null;
  sizes: string[] | null;
  /** Average of its best price over the year; null with less than four weeks of prices. */
  usualCents: Cents | null;
  /** How well it matches, `prior` included. */
  points: number;
  /** Its rank for any query, 0 to 4.5. */
  prior: number;
  /** Its head noun is one of the query's: a phone for "iphone", not its case. */
  isTheThing: boolean;
  /** It matches only part of the query, and stands behind the products that match. */
  isSimilar: boolean;
  /** Variants of a model share one. */
  familyKeys: string[];
  offers: MatchedOffer[];
}

/** What filters and orders need of an offer. */
export interface MatchedOffer {
  shop: string;
  priceCents: Cents;
  /** Claims a former price, and the claim is not refused; read only for queries for offers on sale. */
  isOnSale: boolean;
  canBuy: boolean;
  /** The shop states that it is in stock. */
  inStock: boolean;
  unitPrice: UnitPrice | null;
  /** Its score or its shop's trust; read only for the order that sorts by it. */
  merit: number | null;
  /** Read only for the filter by rating. */
  rating: { average: number; count: number } | null;
}

/** The shopper's filters; a missing one passes everything. */
export interface ProductFilters {
  category?: string | undefined;
  brands?: readonly string[] | undefined;
  /** Names of shops. */
  shops?: readonly string[] | undefined;
  minCents?: Cents | undefined;
  maxCents?: Cents | undefined;
  sizes?: readonly string[] | undefined;
  inStock?: boolean | undefined;
  /** Out of 5. */
  minRating?: number | undefined;
  /** Only genuine savings. */
  saving?: boolean | undefined;
}

/** The limits that a query states. */
type Limits = Pick<ParsedQuery, 'minCents' | 'maxCents' | 'isOnSale'>;

/** Everything that an offer must pass. */
export interface Choice {
  limits: Limits;
  filters: ProductFilters;
}

/** The filters that facets count. */
export const FACETS = ['category', 'brand', 'shop', 'size', 'price', 'inStock', 'saving'] as const;
export type Facet = (typeof FACETS)[number];

const isAmong = <Value>(chosen: readonly Value[] | undefined, value: Value) =>
  !chosen || chosen.length === 0 || chosen.includes(value);

/** Whether an offer can be bought for at most `maxCents`, and its product, which results show at `lowestCents`, is not below `minCents`. */
function isPricedWithin(
  minCents: Cents | null | undefined,
  maxCents: Cents | null | undefined,
  lowestCents: Cents | null,
  { canBuy, priceCents }: MatchedOffer,
): boolean {
  const [min, max] = [minCents ?? 0, maxCents ?? Number.POSITIVE_INFINITY];
  if (min === 0 && max === Number.POSITIVE_INFINITY) return true;
  return canBuy && priceCents <= max && (lowestCents ?? 0) >= min;
}

type Priced = Omit<TriedProduct, 'offers'>;

/** Whether an offer of a product passes each filter. */
const PASSES: Readonly<
  Record<Facet, (filters: ProductFilters, tried: Priced, offer: MatchedOffer) => boolean>
> = {
  category: ({ category }, { product }) => category === undefined || product.category === category,
  brand: ({ brands }, { product }) => isAmong<string | null>(brands, product.brand),
  shop: ({ shops }, _tried, { shop }) => isAmong(shops, shop),
  size: ({ sizes }, { product }) =>
    !sizes || sizes.length === 0 || (product.sizes ?? []).some((size) => sizes.includes(size)),
  price: ({ minCents, maxCents }, { lowestCents }, offer) =>
    isPricedWithin(minCents, maxCents, lowestCents, offer),
  inStock: ({ inStock }, _tried, offer) => !inStock || offer.inStock,
  saving: ({ saving }, { product }) => !saving || savingOf(product) > 0,
};

/** The offers of a product that keep to the limits that a query states. */
export function offersWithin(
  { minCents, maxCents, isOnSale }: Limits,
  { offers }: MatchedProduct,
): readonly MatchedOffer[] {
  const lowestCents = minCents === null ? null : lowestOf(offers);
  return offers.filter(
    (offer) =>
      isPricedWithin(minCents, maxCents, lowestCents, offer) &&
      (!isOnSale || (offer.canBuy && offer.isOnSale)),
  );
}

/** A product with its offers that pass all filters, or all but the one in `missed`. */
export interface TriedProduct {
  product: MatchedProduct;
  /** The lowest price of its offers that can be bought: of those in stock, where only such are wanted. */
  lowestCents: Cents | null;
  offers: { offer: MatchedOffer; missed: Facet | null }[];
}

/** Applies limits and filters to the offers of all products, once for both the answer and its facets. */
export function tryFilters(
  products: readonly MatchedProduct[],
  { limits, filters }: Choice,
): TriedProduct[] {
  const isUnfiltered = Object.values(filters).every((value) => value === undefined);
  const rated = products.filter(({ offers }) => ratingOf(offers) >= (filters.minRating ?? 0));
  return rated.map((product) => {
    const wanted = product.offers.filter(({ inStock }) => inStock || !filters.inStock);
    const priced = { product, lowestCents: lowestOf(wanted) };
    const offers = offersWithin(limits, product).flatMap((offer) => {
      if (isUnfiltered) return [{ offer, missed: null }];
      const missed = FACETS.filter((facet) => !PASSES[facet](filters, priced, offer));
      return missed.length > 1 ? [] : [{ offer, missed: missed[0] ?? null }];
    });
    return { ...priced, offers };
  });
}

/** The average rating of a product over all shops, out of 5; 0 without ratings. */
function ratingOf(offers: readonly MatchedOffer[]): number {
  const ratings = offers.flatMap(({ rating }) => (rating?.average ? rating : []));
  return pooledRating(
    ratings.map(({ average, count }) => ({ ratingAverage: average, ratingCount: count })),
  ).average;
}

/** How far the best price of a product lies below its year's average, as a share from 0 to 1. */
export function savingOf({ offers, usualCents }: MatchedProduct): number {
  return genuineSaving(lowestOf(offers), usualCents);
}

/** The lowest price of the offers that can be bought; null for none. */
export function lowestOf(offers: readonly MatchedOffer[]): Cents | null {
  let lowest: Cents | null = null;
  for (const { canBuy, priceCents } of offers)
    if (canBuy && (lowest === null || priceCents < lowest)) lowest = priceCents;
  return lowest;
}
