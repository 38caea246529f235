/*
 * What a search answers of the products that fit its query: those that pass the shopper's filters (passing), in the order asked for
 * (arrange), and how many each filter would leave (facetsOf).
 */
import type { Cents } from '../money.ts';
import type { UnitPrice } from '../offers/page-reading.ts';
import { genuineSaving } from '../prices/price-change.ts';
import { unitPriceRank } from '../products/comparison.ts';
import type { Understood } from './understand-query.ts';

/** A product that fits a query, with its listed offers. */
export interface FittingProduct {
  productId: string;
  brand: string | null;
  category: string | null;
  sizes: string[] | null;
  /** The least that a shop usually asks; null where its prices do not change. */
  usualCents: Cents | null;
  /** How well it fits. */
  points: number;
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
  /** Only what genuinely costs less than usual. */
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

/** The offers of a product that pass all filters but the one of `facet`. */
export function passing(
  product: FittingProduct,
  { limits, filters }: Choice,
  facet: Facet | null = null,
): FittingOffer[] {
  return product.offers.filter(
    (offer) =>
      keepsTo(limits, offer) &&
      FACETS.every((each) => each === facet || PASSES[each](filters, product, offer)),
  );
}

/** The share by which the best price of a product lies below what is usual, 0 to 1. */
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
export const ORDERS = ['relevance', 'cheapest', 'unit-price', 'drop'] as const;
export type Order = (typeof ORDERS)[number];

/** Each earlier product of the same brand takes off so many points, so that a page shows several brands. */
const SAME_BRAND = 0.12;
/** What lacks fewer points than the best is as good: any order but relevance sorts it before the rest. */
const AS_GOOD = 3;

/** The products with an offer that passes, in the order asked for. */
export function arrange(
  products: readonly FittingProduct[],
  choice: Choice,
  order: Order,
): FittingProduct[] {
  const fitting = products.flatMap((product) => {
    const offers = passing(product, choice);
    return offers.length > 0 ? [{ ...product, product, offers }] : [];
  });
  const byPoints = spreadOver(fitting).map(({ product, offers, points }) => ({
    ...{ product, offers, points, unitPrice: cheapest(offers)?.unitPrice ?? null },
  }));
  if (order === 'relevance') return byPoints.map(({ product }) => product);
  const best = Math.max(...byPoints.map(({ points }) => points));
  const [asGood, others] = [true, false].map((is) =>
    byPoints.filter(({ points }) => points > best - AS_GOOD === is),
  );
  const unitRank = unitPriceRank(asGood ?? []);
  const rank: Record<Exclude<Order, 'relevance'>, (one: (typeof byPoints)[number]) => number> = {
    cheapest: ({ offers }) => lowestOf(offers) ?? Number.MAX_VALUE,
    'unit-price': unitRank,
    drop: ({ product }) => -savingOf(product),
  };
  const sorted = asGood?.toSorted((a, b) => rank[order](a) - rank[order](b)) ?? [];
  return [...sorted, ...(others ?? [])].map(({ product }) => product);
}

function cheapest(offers: readonly FittingOffer[]): FittingOffer | null {
  const lowest = lowestOf(offers);
  return offers.find(({ canBuy, priceCents }) => canBuy && priceCents === lowest) ?? null;
}

/** The products with fewer points for each earlier one of their brand, best first. */
function spreadOver<Ranked extends Pick<FittingProduct, 'brand' | 'points'>>(
  products: readonly Ranked[],
): Ranked[] {
  const earlier = new Map<string | null, number>();
  return products
    .map((product) => {
      const count = earlier.get(product.brand) ?? 0;
      earlier.set(product.brand, count + 1);
      return { ...product, points: product.points - SAME_BRAND * count };
    })
    .toSorted((a, b) => b.points - a.points);
}
