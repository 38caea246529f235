/*
 * Step 6 of a search (db/queries/search/search.ts), without the database: applies the shopper's filters to the offers of the matched products
 * (tryFilters), then sorts the products that have an offer left (arrange). facets.ts counts what each filter would leave.
 */
import { pooledRating } from '#domain/products/pooled-rating.ts';
import type { Cents } from '../money.ts';
import type { UnitPrice } from '../offers/page-reading.ts';
import { unitPriceRank } from '../pack/unit-price.ts';
import { genuineSaving } from '../prices/price-change.ts';
import type { Families } from './families.ts';
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

/** The orders that a shopper can choose. */
export const ORDERS = ['relevance', 'cheapest', 'unit-price', 'drop', 'score', 'trust'] as const;
export type Order = (typeof ORDERS)[number];

/** Points that a product loses for each earlier model of its brand, so that a page shows several brands. */
const SAME_BRAND = 0.12;
/** Points for a genuine saving of 100 %. */
const DEAL = 1;
/** Products within so many points of the best count as equally good: orders other than relevance sort them first. */
export const AS_GOOD = 3;

/** Variants of a model and size that lack less than this from the best of them match the query equally well. */
const AS_CLOSE = 0.5;

/**
 * Sorts the products that have a passing offer, one of each family: the first in the order that can be bought, or by relevance the
 * cheapest of the variants that have its size and match equally well.
 */
export function arrange(
  tried: readonly TriedProduct[],
  order: Order,
  families: Families<MatchedProduct> = new Map(),
): MatchedProduct[] {
  const familyOf = (product: MatchedProduct) => families.get(product) ?? product.productId;
  const sorted = sortCandidates(candidatesOf(tried, familyOf), order);
  const byFamily = Map.groupBy(sorted, ({ product }) => familyOf(product));
  const arranged = [...byFamily.values()].flatMap((family) => shownOf(family, order) ?? []);
  return (order === 'relevance' ? mixBrands(arranged) : arranged).map(({ product }) => product);
}

function shownOf(family: readonly Candidate[], order: Order): Candidate | undefined {
  const buyable = family.filter(({ cheapest }) => cheapest !== null);
  const [first = family[0]] = buyable;
  if (order !== 'relevance') return first;
  const price = ({ cheapest }: Candidate) => cheapest?.priceCents ?? 0;
  const alike = buyable.filter(
    ({ points, product }) => points === first?.points && sizeOf(product) === sizeOf(first.product),
  );
  return alike.toSorted((a, b) => price(a) - price(b))[0] ?? first;
}

/** The size that tells goods of a model apart, as a pack or a screen does. Storage does not: a model starts from the least. */
const sizeOf = ({ sizes }: MatchedProduct) =>
  (sizes ?? []).map((size) => size.replace(/.*\d [GT]B$/, 'storage')).join();

/** A product with its passing offers, as orders compare it. */
interface Candidate {
  product: MatchedProduct;
  /**
   * Its points, less what earlier models of its brand cost, plus its saving. A variant that matches as well as the best of its model and
   * size has the points of the best.
   */
  points: number;
  /** The same without `prior`. */
  match: number;
  saving: number;
  cheapest: MatchedOffer | null;
  unitPrice: UnitPrice | null;
}

function sortCandidates(candidates: readonly Candidate[], order: Order): readonly Candidate[] {
  if (order === 'relevance') return candidates;
  const bestPoints = Math.max(...candidates.map(({ points }) => points));
  const bestMatch = Math.max(...candidates.map(({ match }) => match));
  const isAsGood = ({ points, match }: Candidate) =>
    points > bestPoints - AS_GOOD && match > bestMatch - AS_GOOD;
  const asGood = candidates.filter(isAsGood);
  const byMerit = ({ cheapest }: Candidate) => -(cheapest?.merit ?? 0);
  const rank: Record<Exclude<Order, 'relevance'>, (candidate: Candidate) => number> = {
    cheapest: ({ cheapest }) => cheapest?.priceCents ?? Number.MAX_VALUE,
    'unit-price': unitPriceRank(asGood),
    drop: ({ saving }) => -saving,
    score: byMerit,
    trust: byMerit,
  };
  const sorted = asGood.toSorted((a, b) => rank[order](a) - rank[order](b));
  return [...sorted, ...candidates.filter((each) => !isAsGood(each))];
}

/** The products that have a passing offer, by points. */
function candidatesOf(
  tried: readonly TriedProduct[],
  familyOf: (product: MatchedProduct) => string,
): Candidate[] {
  const modelsOfBrand = new Map<string | null, Map<string, number>>();
  const candidates = tried.flatMap(({ product, offers: all }): Candidate[] => {
    const offers = all.flatMap(({ offer, missed }) => (missed === null ? [offer] : []));
    if (offers.length === 0) return [];
    const models = modelsOfBrand.get(product.brand) ?? new Map<string, number>();
    modelsOfBrand.set(product.brand, models);
    const family = familyOf(product);
    const earlier = models.get(family) ?? models.size;
    models.set(family, earlier);
    const saving = savingOf(product);
    const points = product.points - SAME_BRAND * earlier + DEAL * saving;
    const lowest = lowestOf(offers);
    const cheapest =
      offers.find(({ canBuy, priceCents }) => canBuy && priceCents === lowest) ?? null;
    const unitPrice = cheapest?.unitPrice ?? null;
    return [{ product, points, match: points - product.prior, saving, cheapest, unitPrice }];
  });
  const byPoints = candidates.toSorted((a, b) => b.points - a.points);
  const kindOf = ({ product }: Candidate) => `${familyOf(product)} ${sizeOf(product)}`;
  const kinds = Map.groupBy(byPoints, kindOf);
  return byPoints
    .map((each) => {
      const { points, match } = kinds.get(kindOf(each))?.[0] ?? each;
      return each.match > match - AS_CLOSE ? { ...each, points, match } : each;
    })
    .toSorted((a, b) => b.points - a.points);
}

/** Of the first products at most three are of one brand, where others lack less than a point. */
const FIRST = 8;
const MOST_OF_BRAND = 3;
const CLOSE_POINTS = 1;

function mixBrands(candidates: readonly Candidate[]): Candidate[] {
  const first: Candidate[] = [];
  const waiting = [...candidates];
  while (first.length < FIRST && waiting[0]) {
    const [best] = waiting;
    const nth = waiting.findIndex(
      ({ product: { brand }, points }) =>
        points > best.points - CLOSE_POINTS &&
        (brand === null ||
          first.filter(({ product }) => product.brand === brand).length < MOST_OF_BRAND),
    );
    first.push(...waiting.splice(Math.max(0, nth), 1));
  }
  return [...first, ...waiting];
}
