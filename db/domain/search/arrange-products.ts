/*
 * Step 6 of a search (db/queries/search/search.ts), without the database: sorts the products that have an offer left after the shopper's
 * filters (filter-products.ts).
 */
import type { UnitPrice } from '../offers/page-reading.ts';
import { unitPriceRank } from '../pack/unit-price.ts';
import { type Families, familyOf } from './families.ts';
import {
  lowestOf,
  type MatchedOffer,
  type MatchedProduct,
  passingOffers,
  savingOf,
  type TriedProduct,
} from './filter-products.ts';

/** The orders that a shopper can choose. */
export const ORDERS = ['relevance', 'cheapest', 'unit-price', 'drop', 'score', 'trust'] as const;
export type Order = (typeof ORDERS)[number];
/** The order of a search without a chosen one (spec §4). */
export const DEFAULT_ORDER: Order = 'score';

/** The highest score. */
const MOST_SCORE = 100;
/** Points that a product loses for each earlier model of its brand, so that a page shows several brands. */
const SAME_BRAND = 0.12;
/** Points for a genuine saving of 100 %. */
const DEAL = 1;
/** Variants of a model and size that lack less than this from the best of them match the query equally well. */
const AS_CLOSE = 0.5;

/**
 * Sorts the products that have a passing offer, matches before similar ones, one of each family: the first in the order that can be bought,
 * or by relevance and by score the cheapest of the variants that have its size and match equally well. By score,
 * the requested kind comes first of the matches.
 */
export function arrange(
  tried: readonly TriedProduct[],
  order: Order,
  families: Families<MatchedProduct> = new Map(),
): MatchedProduct[] {
  const modelOf = (product: MatchedProduct) => familyOf(families, product);
  const candidates = candidatesOf(tried, modelOf);
  const matched = new Set<string>();
  const arranged = [false, true].flatMap((isSimilar) => {
    const part = candidates.filter(
      ({ product }) => product.isSimilar === isSimilar && !matched.has(modelOf(product)),
    );
    // A model is shown by its best match, whatever its other variants score.
    const isByMatch = order === 'relevance' || order === 'score';
    const byFamily = Map.groupBy(isByMatch ? part : sorted(part, order), ({ product }) =>
      modelOf(product),
    );
    for (const family of byFamily.keys()) matched.add(family);
    const shown = [...byFamily.values()].flatMap((family) => shownOf(family, isByMatch) ?? []);
    return sorted(shown, order);
  });
  return arranged.map(({ product }) => product);
}

function shownOf(family: readonly Candidate[], isByMatch: boolean): Candidate | undefined {
  const buyable = family.filter(({ cheapest }) => cheapest !== null);
  const [first = family[0]] = buyable;
  if (!isByMatch) return first;
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

function sorted(candidates: readonly Candidate[], order: Order): readonly Candidate[] {
  if (order === 'relevance') return candidates;
  const rank: Record<Exclude<Order, 'relevance'>, (candidate: Candidate) => number> = {
    cheapest: ({ cheapest }) => cheapest?.priceCents ?? Number.MAX_VALUE,
    'unit-price': unitPriceRank(candidates),
    drop: ({ saving }) => -saving,
    score: ({ product, cheapest, points }) =>
      product.isSimilar ? -points : -(cheapest?.score ?? 0) - (product.isTheThing ? MOST_SCORE : 0),
    trust: ({ cheapest }) => -(cheapest?.trust ?? 0),
  };
  return candidates.toSorted((a, b) => rank[order](a) - rank[order](b));
}

/** The products that have a passing offer, by points. */
function candidatesOf(
  tried: readonly TriedProduct[],
  modelOf: (product: MatchedProduct) => string,
): Candidate[] {
  const modelsOfBrand = new Map<string | null, Map<string, number>>();
  const candidates = tried.flatMap((each): Candidate[] => {
    const { product } = each;
    const offers = passingOffers(each);
    if (offers.length === 0) return [];
    const models = modelsOfBrand.get(product.brand) ?? new Map<string, number>();
    modelsOfBrand.set(product.brand, models);
    const family = modelOf(product);
    const earlier = models.get(family) ?? models.size;
    models.set(family, earlier);
    const saving = savingOf(product);
    const points = product.points - SAME_BRAND * earlier + DEAL * saving;
    const lowest = lowestOf(offers);
    // As a docket shows it: of equal prices that of the more trusted shop.
    const [cheapest = null] = offers
      .filter(({ canBuy, priceCents }) => canBuy && priceCents === lowest)
      .toSorted((a, b) => b.trust - a.trust || Number(b.inStock) - Number(a.inStock));
    const unitPrice = cheapest?.unitPrice ?? null;
    return [{ product, points, match: points - product.prior, saving, cheapest, unitPrice }];
  });
  const byPoints = candidates.toSorted((a, b) => b.points - a.points);
  const kindOf = ({ product }: Candidate) => `${modelOf(product)} ${sizeOf(product)}`;
  const kinds = Map.groupBy(byPoints, kindOf);
  return byPoints
    .map((each) => {
      const { points, match } = kinds.get(kindOf(each))?.[0] ?? each;
      return each.match > match - AS_CLOSE ? { ...each, points, match } : each;
    })
    .toSorted((a, b) => b.points - a.points);
}
