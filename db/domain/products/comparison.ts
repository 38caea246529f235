import { formatAud, toCents } from '../money.ts';
import { type Availability, isGone } from '../offers/availability.ts';
import type { UnitPrice } from '../offers/page-reading.ts';
import { measureUnit } from '../pack/pack-size-units.ts';
import { savingAgainst } from '../prices/price-change.ts';

/** What the comparison reads of a search result. Prices in dollars, as the API speaks. */
export interface Comparable {
  name: string;
  currentPrice: number;
  unitPrice?: UnitPrice | null;
  isOnSale: boolean;
  availability: Availability;
  /** It can be bought now, as far as anyone knows. */
  canBuy: boolean;
  category: string | null;
  rating: { average: number; count: number };
  retailer: { name: string; trustScore: number };
  aiScore: { overall: number };
}

/** Rows of the Quick Compare table, and retailer chips before '+N more' (spec §9). */
export const QUICK_COMPARE_ROWS = 5;
export const RETAILER_CHIPS = 6;
const RELATED_SEARCHES = 6;

/** The specification's four, and the price of a unit where shops state one. */
export const SORTS = ['aiScore', 'price', 'unitPrice', 'trust', 'savings'] as const;
export type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT: Sort = 'aiScore';

export interface Filters {
  onlySales: boolean;
  /** Dollars, both ends included. */
  minPrice: number;
  maxPrice: number;
  /** Names; empty means all. */
  retailers: readonly string[];
  /** Out of 5; 0 means all. */
  minRating: number;
}

/** What Reset returns to (spec §4, §5). */
export const DEFAULT_FILTERS: Filters = {
  onlySales: false,
  minPrice: 0,
  maxPrice: 10_000,
  retailers: [],
  minRating: 0,
};

/** The rating filter's options: all, 3+, 4+, 4.5+ (spec §5). */
export const RATING_OPTIONS = [0, 3, 4, 4.5] as const;

/** A price bound as typed; anything but a number of 0 or more falls back to the default of its end (spec §5). */
export function priceBound(typed: string, end: 'min' | 'max'): number {
  const fallback = end === 'min' ? DEFAULT_FILTERS.minPrice : DEFAULT_FILTERS.maxPrice;
  const value = Number(typed.trim() || Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : fallback;
}

export interface ComparisonSummary<Item> {
  count: number;
  /** The cheapest that can be bought now; where none can, of those whose shop does not say that it is gone. */
  best: Item | null;
  bestPrice: number | null;
  averagePrice: number | null;
  /** The largest saving of any item against the average, 0 or more. */
  maxSaving: number;
}

/** The summary tiles of a search (spec §2), in dollars. Items without a price above 0 are left out. */
export function summarise<Item extends Comparable>(
  items: readonly Item[],
): ComparisonSummary<Item> {
  const priced = items.filter(
    (item) => item.currentPrice > 0 && Number.isFinite(item.currentPrice),
  );
  const buyable = priced.filter((item) => item.canBuy);
  const sold = priced.filter((item) => !isGone(item.availability));
  const [best = null] = sortBy(buyable.length > 0 ? buyable : sold, 'price');
  const total = priced.reduce((sum, item) => sum + Math.round(item.currentPrice * 100), 0);
  const averagePrice = priced.length > 0 ? Math.round(total / priced.length) / 100 : null;
  const maxSaving =
    best && averagePrice ? Math.max(0, savingAgainst(averagePrice, best.currentPrice)) : 0;
  const bestPrice = best?.currentPrice ?? null;
  return { count: priced.length, best, bestPrice, averagePrice, maxSaving };
}

/** A sorted copy. Ties keep their order; 'savings' is the average minus the price, so it equals price ascending (answers). */
export function sortBy<Item extends Comparable>(items: readonly Item[], sort: Sort): Item[] {
  const rank: Record<Sort, (item: Item) => number> = {
    aiScore: (item) => -item.aiScore.overall,
    price: (item) => item.currentPrice,
    unitPrice: unitPriceRank(items),
    trust: (item) => -item.retailer.trustScore,
    savings: (item) => item.currentPrice,
  };
  return items.toSorted((a, b) => rank[sort](a) - rank[sort](b));
}

/** Dollars per base unit (g, mL, m, each), for sorting offers of different packs; null for an unknown unit. */
export function dollarsPerBaseUnit(unitPrice: UnitPrice): { base: string; dollars: number } | null {
  const unit = measureUnit(unitPrice.unit);
  if (!unit || !(unitPrice.quantity > 0)) return null;
  return { base: unit.base, dollars: Number(unitPrice.price) / (unitPrice.quantity * unit.factor) };
}

/** Ranks offers by unit price in the measure that most of `items` state; offers without one, or in another measure, come last. */
export function unitPriceRank<Item extends { unitPrice?: UnitPrice | null }>(
  items: readonly Item[],
): (item: Item) => number {
  const perBase = new Map(
    items.flatMap((item) => {
      const known = item.unitPrice && dollarsPerBaseUnit(item.unitPrice);
      return known ? [[item, known] as const] : [];
    }),
  );
  const groups = [...Map.groupBy(perBase.values(), ({ base }) => base).entries()];
  const [commonest] = groups.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return (item) => {
    const known = perBase.get(item);
    return known && known.base === commonest ? known.dollars : Number.MAX_VALUE;
  };
}

/** The items that pass every filter, in their order. The default upper bound hides nothing: some things cost more. */
export function applyFilters<Item extends Comparable>(
  items: readonly Item[],
  filters: Filters,
): Item[] {
  const { onlySales, minPrice, maxPrice, retailers, minRating } = filters;
  const shops = new Set(retailers);
  return items.filter(
    (item) =>
      (!onlySales || item.isOnSale) &&
      item.currentPrice >= minPrice &&
      (maxPrice === DEFAULT_FILTERS.maxPrice || item.currentPrice <= maxPrice) &&
      (shops.size === 0 || shops.has(item.retailer.name)) &&
      item.rating.average >= minRating,
  );
}

/** Up to 6 further searches built from the query and what was found: cheaper, by category, by budget. Never the query itself. */
export function relatedSearches(query: string, items: readonly Comparable[]): string[] {
  const asked = query.trim();
  if (!asked) return [];
  const { averagePrice } = summarise(items);
  const budget = averagePrice ? roundBudget(averagePrice) : null;
  const categories = [...new Set(items.flatMap((item) => item.category ?? []))];
  const suggestions = [
    ...(budget ? [`${asked} under $${budget}`] : []),
    ...(items.some((item) => item.isOnSale) ? [`${asked} on sale`] : []),
    `best ${asked}`,
    `${asked} accessories`,
    ...categories,
  ];
  const seen = new Set([asked.toLowerCase()]);
  const fresh = suggestions.filter(
    (text) => !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()),
  );
  return fresh.slice(0, RELATED_SEARCHES);
}

/** Share text: count of prices, best price where there is one, maximum saving; Twitter adds a hashtag (spec §9). Null without a price. */
export function shareText(
  query: string,
  summary: ComparisonSummary<Comparable>,
  site: { name: string; hashtag?: string },
): string | null {
  if (summary.count === 0) return null;
  const prices = `${summary.count} ${summary.count === 1 ? 'price' : 'prices'}`;
  const best =
    summary.bestPrice === null ? '' : `: best price ${formatAud(toCents(summary.bestPrice))}`;
  const saving =
    summary.maxSaving > 0 ? `, save up to ${formatAud(toCents(summary.maxSaving))}` : '';
  const text = `I compared ${prices} for "${query}" on ${site.name}${best}${saving}.`;
  return site.hashtag ? `${text} #${site.hashtag}` : text;
}

/** A budget that people would type: two significant figures, upwards. */
function roundBudget(priceDollars: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(priceDollars)) - 1);
  return Math.ceil(priceDollars / step) * step;
}
