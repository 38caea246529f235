import { formatAud, toCents } from '../money.ts';
import { counted } from '../text/counted.ts';
import { plainText } from '../text/plain-text.ts';

/** The fields of a search result that the comparison reads. Prices in dollars, as in the API. */
export interface Comparable {
  currentPrice: number;
  /** True when the offer is available as far as we know. */
  canBuy: boolean;
  category: string | null;
  brand: string | null;
  /** True for the requested kind of product: a coffee machine rather than its pot. */
  isTheThing?: boolean;
}

/** Rows of the Quick Compare table, and retailer chips before '+N more' (spec §9). */
export const QUICK_COMPARE_ROWS = 5;
export const RETAILER_CHIPS = 6;
const RELATED_SEARCHES = 6;
const RELATED_BRANDS = 2;

/** Sort orders: the specification's four, AI score first, relevance, unit price, and discount below the usual price. */
export const SORTS = [
  'aiScore',
  'relevance',
  'price',
  'unitPrice',
  'drop',
  'trust',
  'savings',
] as const;
export type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT: Sort = 'aiScore';

/** The rating filter's options: all, 3+, 4+, 4.5+ (spec §5). */
export const RATING_OPTIONS = [0, 3, 4, 4.5] as const;

/** Parses a typed price bound; undefined, that bound's default, for anything but a number of 0 or more (spec §5). */
export function priceBound(typed: string): number | undefined {
  const value = Number(typed.trim() || Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The figures of a search that its share text names, in dollars. */
interface SharedFigures {
  prices: number;
  best: { price: number } | null;
  saving: { amount: number } | null;
}

/** Limits that a related search can add to a query: those that it does not have yet and that some of its results meet. */
interface AddableLimits {
  budget: boolean;
  sale: boolean;
}

/**
 * Up to 6 related searches from the query and its results, by budget where prices differ, brand of the thing, and category. Never repeats the
 * query, and never adds a limit that no result meets.
 */
export function relatedSearches(
  query: string,
  items: readonly Comparable[],
  { budget, sale }: AddableLimits,
): string[] {
  const trimmed = query.trim();
  if (!trimmed) return [];
  const sorted = items
    .flatMap(({ canBuy, currentPrice }) => (canBuy ? currentPrice : []))
    .toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const isDearer = middle !== undefined && middle > (sorted[0] ?? middle);
  const things = items.filter(({ isTheThing }) => isTheThing);
  const made = commonest((things[0] ? things : items).map(({ brand }) => brand));
  // A query that names a brand needs no other.
  const brands = made.some((brand) => names(trimmed, brand)) ? [] : made;
  const suggestions = [
    ...(budget && isDearer ? [`${trimmed} under $${roundBudget(middle)}`] : []),
    ...(sale ? [`${trimmed} on sale`] : []),
    ...brands.slice(0, RELATED_BRANDS).map((brand) => `${brand} ${trimmed}`),
    ...commonest(items.map(({ category }) => category)),
  ];
  const used = new Set([trimmed.toLowerCase()]);
  const fresh = suggestions.filter(
    (text) => !used.has(text.toLowerCase()) && used.add(text.toLowerCase()),
  );
  return fresh.slice(0, RELATED_SEARCHES);
}

const names = (query: string, brand: string) => plainText(query).includes(plainText(brand));

function commonest(values: readonly (string | null)[]): string[] {
  const groups = Map.groupBy(
    values.filter((value) => value !== null),
    (value) => value,
  );
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length).map(([value]) => value);
}

/** Share text: price count, best price if any, maximum saving; Twitter adds a hashtag (spec §9). Null without a price. */
export function shareText(
  query: string,
  { prices, best, saving }: SharedFigures,
  site: { name: string; hashtag?: string },
): string | null {
  if (prices === 0) return null;
  const aud = (dollars: number) => formatAud(toCents(dollars));
  const lowest = best ? `: best price ${aud(best.price)}` : '';
  const saved = saving ? `, save up to ${aud(saving.amount)}` : '';
  const text = `I compared ${counted(prices, 'price')} for "${query}" on ${site.name}${lowest}${saved}.`;
  return site.hashtag ? `${text} #${site.hashtag}` : text;
}

/** Rounds a budget up to two significant figures, as people type it. */
function roundBudget(priceDollars: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(priceDollars)) - 1);
  return Math.ceil(priceDollars / step) * step;
}
