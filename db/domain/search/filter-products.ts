/* The products that match a query, and the shopper's filters over their offers. facets.ts counts what each filter would leave. */
import { pooledRating } from '#domain/products/pooled-rating.ts';
import type { Cents } from '../money.ts';
import type { UnitPrice } from '../offers/page-reading.ts';
import { genuineSaving } from '../prices/price-change.ts';
import { type Families, familyOf } from './families.ts';
import type { ParsedQuery } from './parse-query.ts';
import { hasSpecs } from './spec-facets.ts';

/** A product that matches a query, with its listed offers. */
export interface MatchedProduct {
  productId: string;
  /** Its head noun in the singular; empty where its names have none. */
  head: string;
  brand: string | null;
  category: string | null;
  sizes: string[] | null;
  /** Specifications that its category usually states: 'Capacity: 655 L'. */
  specs: string[];
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
  /** Claims a former price, and the claim is not refused; read only where the query or a filter asks for sales. */
  isOnSale: boolean;
  canBuy: boolean;
  /** The shop states that it is in stock. */
  inStock: boolean;
  unitPrice: UnitPrice | null;
  /** Its overall AI score, 0 to 100; read only for a page of results. */
  score: number | null;
  /** Its shop's trust, 0 to 10. */
  trust: number;
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
  /** Values or ranges of specifications (spec-facets.ts): 'Roast: Dark'. */
  specs?: readonly string[] | undefined;
  inStock?: boolean | undefined;
  /** Out of 5. */
  minRating?: number | undefined;
  /** Only offers on sale whose claimed former price is not refused. */
  onSale?: boolean | undefined;
}

/** The limits that a query states. */
type Limits = Pick<ParsedQuery, 'minCents' | 'maxCents' | 'isOnSale'>;

/** Everything that an offer must pass. */
export interface Choice {
  limits: Limits;
  filters: ProductFilters;
}

/** The filters that facets count, without the price. */
const FACETS = ['category', 'brand', 'shop', 'size', 'spec', 'inStock'] as const;
export type Facet = (typeof FACETS)[number] | 'price';

const isAmong = <Value>(chosen: readonly Value[] | undefined, value: Value) =>
  !chosen || chosen.length === 0 || chosen.includes(value);

/** Whether an offer can be bought for at most `maxCents`, and its product or model, `lowestCents` at best, is not below `minCents`. */
function isPricedWithin(
  { minCents, maxCents }: Pick<ProductFilters, 'minCents' | 'maxCents'>,
  lowestCents: Cents | null,
  { canBuy, priceCents }: MatchedOffer,
): boolean {
  return (
    canBuy &&
    priceCents <= (maxCents ?? Number.POSITIVE_INFINITY) &&
    (lowestCents ?? 0) >= (minCents ?? 0)
  );
}

const isPriceFree = ({ minCents, maxCents }: Pick<ProductFilters, 'minCents' | 'maxCents'>) =>
  !minCents && maxCents === undefined;

/** Whether an offer of a product passes each filter. */
const PASSES: Readonly<
  Record<
    (typeof FACETS)[number],
    (filters: ProductFilters, product: MatchedProduct, offer: MatchedOffer) => boolean
  >
> = {
  category: ({ category }, product) => category === undefined || product.category === category,
  brand: ({ brands }, { brand }) => isAmong<string | null>(brands, brand),
  shop: ({ shops }, _product, { shop }) => isAmong(shops, shop),
  size: ({ sizes }, product) =>
    !sizes || sizes.length === 0 || (product.sizes ?? []).some((size) => sizes.includes(size)),
  spec: ({ specs }, product) => hasSpecs(product.specs, specs),
  inStock: ({ inStock }, _product, offer) => !inStock || offer.inStock,
};

/** The offers of a product that keep to the limits that a query states. */
export function offersWithin(
  { minCents, maxCents, isOnSale }: Limits,
  { offers }: MatchedProduct,
): readonly MatchedOffer[] {
  const bounds = { minCents: minCents ?? undefined, maxCents: maxCents ?? undefined };
  if (isPriceFree(bounds) && !isOnSale) return offers;
  const lowestCents = minCents === null ? null : lowestOf(offers);
  return offers.filter(
    (offer) =>
      (isPriceFree(bounds) || isPricedWithin(bounds, lowestCents, offer)) &&
      (!isOnSale || (offer.canBuy && offer.isOnSale)),
  );
}

/** A product with its offers that pass all filters, or all but the one in `missed`. */
export interface TriedProduct {
  product: MatchedProduct;
  offers: { offer: MatchedOffer; missed: Facet | null }[];
}

/**
 * Applies limits and filters to the offers of all products, once for the answer, its facets and its summary. A model (`families`) lies in
 * a range of prices by the lowest price that its offers leave, so that ranges side by side share no model.
 */
export function tryFilters(
  products: readonly MatchedProduct[],
  { limits, filters }: Choice,
  families: Families<MatchedProduct> = new Map(),
): TriedProduct[] {
  const isUnfiltered = Object.values(filters).every((value) => value === undefined);
  const { minRating = 0 } = filters;
  const rated = minRating
    ? products.filter(({ offers }) => ratingOf(offers) >= minRating)
    : products;
  const tried = rated.map((product): TriedProduct => {
    const within = offersWithin(limits, product);
    if (isUnfiltered) return { product, offers: within.map((offer) => ({ offer, missed: null })) };
    const offers = within.flatMap((offer): TriedProduct['offers'] => {
      if (filters.onSale && !(offer.canBuy && offer.isOnSale)) return [];
      const missed = FACETS.filter((facet) => !PASSES[facet](filters, product, offer));
      return missed.length > 1 ? [] : [{ offer, missed: missed[0] ?? null }];
    });
    return { product, offers };
  });
  return isPriceFree(filters)
    ? tried
    : tried.map(withinPrices(filters, lowestByModel(tried, families)));
}

/** Marks the offers outside a range of prices, and leaves out those that miss another filter as well. */
function withinPrices(filters: ProductFilters, lowestOfModel: (one: TriedProduct) => Cents | null) {
  return (tried: TriedProduct): TriedProduct => ({
    ...tried,
    offers: tried.offers.flatMap(({ offer, missed }) => {
      const lowestCents = missed === null ? lowestOfModel(tried) : lowestOf(tried.product.offers);
      if (isPricedWithin(filters, lowestCents, offer)) return [{ offer, missed }];
      return missed === null ? [{ offer, missed: 'price' as const }] : [];
    }),
  });
}

/** The lowest price at which a model can be bought with all filters but the price. */
function lowestByModel(tried: readonly TriedProduct[], families: Families<MatchedProduct>) {
  const modelOf = ({ product }: TriedProduct) => familyOf(families, product);
  const lowest = new Map(
    [...Map.groupBy(tried, modelOf)].map(([model, variants]) => [
      model,
      lowestOf(variants.flatMap((variant) => passingOffers(variant))),
    ]),
  );
  return (one: TriedProduct) => lowest.get(modelOf(one)) ?? null;
}

/** The offers of a tried product that pass all filters, or all but `but`. */
export function passingOffers({ offers }: TriedProduct, but: Facet | null = null): MatchedOffer[] {
  const passing: MatchedOffer[] = [];
  for (const { offer, missed } of offers)
    if (missed === null || missed === but) passing.push(offer);
  return passing;
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
