/*
 * What a search answers of the products that fit its query: which offers pass the shopper's filters (tryFilters), the products that
 * have one in the order asked for (arrange), and how many each filter would leave (facetsOf).
 */
import { pooledRating } from '#domain/products/pooled-rating.ts';
import type { Cents } from '../money.ts';
import type { UnitPrice } from '../offers/page-reading.ts';
import { unitPriceRank } from '../pack/unit-price.ts';
import { genuineSaving } from '../prices/price-change.ts';
import type { Families } from './families.ts';
import type { Understood } from './understand-query.ts';

/** A product that fits a query, with its listed offers. */
export interface FittingProduct {
  productId: string;
  brand: string | null;
  category: string | null;
  sizes: string[] | null;
  /** The average of its best price over the year; null where its prices are known for too short a time. */
  usualCents: Cents | null;
  /** How well it fits, with its rank before any query. */
  points: number;
  prior: number;
  /** It is what the query says. */
  isTheThing: boolean;
  /** Variants of one model share one. */
  familyKeys: string[];
  offers: FittingOffer[];
}

/** What a search needs to know of each offer. */
export interface FittingOffer {
  shop: string;
  priceCents: Cents;
  /** It claims a former price, and the claim is not refused; known only where the query asks for what is on sale. */
  isOnSale: boolean;
  canBuy: boolean;
  /** The shop states that it has it. */
  inStock: boolean;
  unitPrice: UnitPrice | null;
  /** Its score or its shop's trust, where the order asks for it. */
  merit: number | null;
  /** Known only where a filter asks for it. */
  rating: { average: number; count: number } | null;
}

/** What a shopper chose; what is left out counts for all. */
export interface ProductFilters {
  category?: string | undefined;
  brands?: readonly string[] | undefined;
  /** Names. */
  shops?: readonly string[] | undefined;
  minCents?: Cents | undefined;
  maxCents?: Cents | undefined;
  sizes?: readonly string[] | undefined;
  inStock?: boolean | undefined;
  /** Out of 5. */
  minRating?: number | undefined;
  /** Only what costs genuinely less than its year's average. */
  saving?: boolean | undefined;
}

/** The limits that the words of a query state. */
type Limits = Pick<Understood, 'minCents' | 'maxCents' | 'isOnSale'>;

/** A choice of filters beside the limits of the query's words. */
export interface Choice {
  limits: Limits;
  filters: ProductFilters;
}

/** The filters that are counted. */
export const FACETS = ['category', 'brand', 'shop', 'size', 'price', 'inStock', 'saving'] as const;
export type Facet = (typeof FACETS)[number];

const isAmong = <Value>(chosen: readonly Value[] | undefined, value: Value) =>
  !chosen || chosen.length === 0 || chosen.includes(value);
const isWithin = (cents: number, min?: number | null, max?: number | null) =>
  cents >= (min ?? 0) && cents <= (max ?? Number.POSITIVE_INFINITY);

/** Whether an offer of a product passes each filter. */
const PASSES: Readonly<
  Record<Facet, (filters: ProductFilters, product: FittingProduct, offer: FittingOffer) => boolean>
> = {
  category: ({ category }, product) => category === undefined || product.category === category,
  brand: ({ brands }, { brand }) => isAmong<string | null>(brands, brand),
  shop: ({ shops }, _product, { shop }) => isAmong(shops, shop),
  size: ({ sizes }, product) =>
    !sizes || sizes.length === 0 || (product.sizes ?? []).some((size) => sizes.includes(size)),
  price: ({ minCents, maxCents }, _product, { priceCents, canBuy }) =>
    (minCents === undefined && maxCents === undefined) ||
    (canBuy && isWithin(priceCents, minCents, maxCents)),
  inStock: ({ inStock }, _product, offer) => !inStock || offer.inStock,
  saving: ({ saving }, product) => !saving || savingOf(product) > 0,
};

/** Whether an offer keeps to the limits that a query states. */
export function keepsTo({ minCents, maxCents, isOnSale }: Limits, offer: FittingOffer): boolean {
  if (minCents === null && maxCents === null && !isOnSale) return true;
  return (
    offer.canBuy && isWithin(offer.priceCents, minCents, maxCents) && (!isOnSale || offer.isOnSale)
  );
}

/** A product with its offers that pass all filters, or all but one: `missed` names it. */
export interface TriedProduct {
  product: FittingProduct;
  offers: { offer: FittingOffer; missed: Facet | null }[];
}

/** Tries the filters on the offers of all products, once for the answer and its facets. */
export function tryFilters(
  products: readonly FittingProduct[],
  { limits, filters }: Choice,
): TriedProduct[] {
  const rated = products.filter(({ offers }) => ratingOf(offers) >= (filters.minRating ?? 0));
  return rated.map((product) => ({
    product,
    offers: product.offers.flatMap((offer) => {
      if (!keepsTo(limits, offer)) return [];
      const missed = FACETS.filter((facet) => !PASSES[facet](filters, product, offer));
      return missed.length > 1 ? [] : [{ offer, missed: missed[0] ?? null }];
    }),
  }));
}

/** The stars of a product over all shops; 0 where nobody rated it. */
function ratingOf(offers: readonly FittingOffer[]): number {
  const ratings = offers.flatMap(({ rating }) => (rating?.average ? rating : []));
  return pooledRating(
    ratings.map(({ average, count }) => ({ ratingAverage: average, ratingCount: count })),
  ).average;
}

/** The share by which the best price of a product lies below its year's average, 0 to 1. */
export function savingOf({ offers, usualCents }: FittingProduct): number {
  return genuineSaving(lowestOf(offers), usualCents);
}

/** The lowest price that can be paid; null where none can. */
export function lowestOf(offers: readonly FittingOffer[]): Cents | null {
  let lowest: Cents | null = null;
  for (const { canBuy, priceCents } of offers)
    if (canBuy && (lowest === null || priceCents < lowest)) lowest = priceCents;
  return lowest;
}

/** The orders of an answer. */
export const ORDERS = ['relevance', 'cheapest', 'unit-price', 'drop', 'score', 'trust'] as const;
export type Order = (typeof ORDERS)[number];

/** Each earlier product of the same brand takes off so many points, so that a page shows several brands. */
const SAME_BRAND = 0.12;
/** A product that costs half of what is usual has half of this more. */
const DEAL = 1;
/** What lacks fewer points than the best is as good: any order but relevance sorts it before the rest. */
export const AS_GOOD = 3;

/** The products with an offer that passes, in the order asked for; of each family the first that can be bought. */
export function arrange(
  tried: readonly TriedProduct[],
  order: Order,
  families: Families<FittingProduct> = new Map(),
): FittingProduct[] {
  const familyOf = (product: FittingProduct) => families.get(product) ?? product.productId;
  const sorted = sortProducts(tried, order, familyOf);
  const byFamily = Map.groupBy(sorted, familyOf);
  const arranged = [...byFamily.values()].flatMap(
    (family) => family.find(({ offers }) => lowestOf(offers) !== null) ?? family[0] ?? [],
  );
  return order === 'relevance' ? mixBrands(arranged) : arranged;
}

function sortProducts(
  tried: readonly TriedProduct[],
  order: Order,
  familyOf: (product: FittingProduct) => string,
): FittingProduct[] {
  const fitting = tried.flatMap(({ product, offers: all }) => {
    const offers = all.flatMap(({ offer, missed }) => (missed === null ? [offer] : []));
    return offers.length > 0 ? [{ product, offers, saving: savingOf(product) }] : [];
  });
  const byPoints = spreadOver(fitting, familyOf).map((fit) => ({
    ...fit,
    unitPrice: cheapest(fit.offers)?.unitPrice ?? null,
  }));
  if (order === 'relevance') return byPoints.map(({ product }) => product);
  const fitOf = ({ points, product }: (typeof byPoints)[number]) => points - product.prior;
  const best = Math.max(...byPoints.map(({ points }) => points));
  const bestFit = Math.max(...byPoints.map(fitOf));
  const [asGood, others] = [true, false].map((is) =>
    byPoints.filter(
      (each) => (each.points > best - AS_GOOD && fitOf(each) > bestFit - AS_GOOD) === is,
    ),
  );
  const unitRank = unitPriceRank(asGood ?? []);
  const byMerit = ({ offers }: (typeof byPoints)[number]) => -(cheapest(offers)?.merit ?? 0);
  const rank: Record<Exclude<Order, 'relevance'>, (one: (typeof byPoints)[number]) => number> = {
    cheapest: ({ offers }) => lowestOf(offers) ?? Number.MAX_VALUE,
    'unit-price': unitRank,
    drop: ({ saving }) => -saving,
    score: byMerit,
    trust: byMerit,
  };
  const sorted = asGood?.toSorted((a, b) => rank[order](a) - rank[order](b)) ?? [];
  return [...sorted, ...(others ?? [])].map(({ product }) => product);
}

/** So many of the first products may be of one brand, where others fit as well: that is, with about as many points. */
const FIRST = 8;
const MOST_OF_BRAND = 3;
const AS_WELL = 1;

function mixBrands(products: readonly FittingProduct[]): FittingProduct[] {
  const first: FittingProduct[] = [];
  const waiting = [...products];
  while (first.length < FIRST && waiting[0]) {
    const [best] = waiting;
    const nth = waiting.findIndex(
      ({ brand, points }) =>
        points > best.points - AS_WELL &&
        (brand === null || first.filter((each) => each.brand === brand).length < MOST_OF_BRAND),
    );
    first.push(...waiting.splice(Math.max(0, nth), 1));
  }
  return [...first, ...waiting];
}

function cheapest(offers: readonly FittingOffer[]): FittingOffer | null {
  const lowest = lowestOf(offers);
  return offers.find(({ canBuy, priceCents }) => canBuy && priceCents === lowest) ?? null;
}

/** The products with fewer points for each earlier model of their brand and more for a genuine saving, best first. */
function spreadOver<Fit extends { product: FittingProduct; saving: number }>(
  fitting: readonly Fit[],
  familyOf: (product: FittingProduct) => string,
): (Fit & { points: number })[] {
  const models = new Map<string | null, string[]>();
  return fitting
    .map((fit) => {
      const { brand, points } = fit.product;
      const family = familyOf(fit.product);
      const earlier = models.get(brand) ?? [];
      const nth = earlier.includes(family) ? earlier.indexOf(family) : earlier.length;
      models.set(brand, nth === earlier.length ? [...earlier, family] : earlier);
      return { ...fit, points: points - SAME_BRAND * nth + DEAL * fit.saving };
    })
    .toSorted((a, b) => b.points - a.points);
}
