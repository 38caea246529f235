/* Sort, filters and page of the results page, kept in the URL so that they survive reload, Back and sharing. */
import {
  DEFAULT_SORT,
  priceBound,
  RATING_OPTIONS,
  SORTS,
  type Sort,
} from '#domain/products/comparison.ts';
import { addFilters, type SearchFilters } from '#domain/search/search-filters.ts';

/** The view of a search. Reset returns to DEFAULT_VIEW (spec §4). */
export interface SearchView {
  /** null: the query's own order, which is DEFAULT_SORT unless it asks for the cheapest. */
  sort: Sort | null;
  filters: SearchFilters;
  /** From 1. */
  page: number;
}

/** First page, the query's own order, no filters. */
export const DEFAULT_VIEW: SearchView = { sort: null, filters: {}, page: 1 };

/** Reads a view from a query string; invalid values become defaults. */
export function readView(params: URLSearchParams): SearchView {
  const rating = Number(params.get('rating'));
  const page = Number(params.get('page'));
  return {
    sort: SORTS.find((name) => name === params.get('sort')) ?? null,
    filters: {
      category: params.get('category') || undefined,
      brands: params.getAll('brand'),
      shops: params.getAll('retailer'),
      size: params.getAll('size'),
      specs: params.getAll('spec'),
      minPrice: priceBound(params.get('min') ?? ''),
      maxPrice: priceBound(params.get('max') ?? ''),
      inStock: params.get('stock') === '1',
      onSale: params.get('sale') === '1',
      minRating: RATING_OPTIONS.find((option) => option === rating),
    },
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** The path of a search with a view, without parameters at their default. */
export function searchPath(query: string, view: SearchView = DEFAULT_VIEW): string {
  const { sort, page } = view;
  const params = new URLSearchParams({ q: query });
  if (sort) params.set('sort', sort);
  addFilters(params, view.filters);
  if (page > 1) params.set('page', String(page));
  return `/search?${params}`;
}

/** Each sort: its name in the list, why its first product is first, and the API's `order`. */
export const SORT_FACTS = {
  relevance: { name: 'Best match', why: 'Best match for your search.', order: 'relevance' },
  aiScore: { name: 'AI score', why: 'Best AI score.', order: 'score' },
  price: { name: 'Price, lowest first', why: 'Lowest price.', order: 'cheapest' },
  unitPrice: {
    name: 'Unit price, lowest first',
    why: 'Lowest price per unit.',
    order: 'unit-price',
  },
  drop: { name: 'Genuine drop, biggest first', why: 'Biggest genuine drop.', order: 'drop' },
  trust: { name: 'Retailer trust', why: 'Most trusted shop.', order: 'trust' },
  savings: { name: 'Biggest saving', why: 'Furthest below the average.', order: 'cheapest' },
} as const satisfies Record<Sort, { name: string; why: string; order: string }>;

/** The sort of a view whose answer is in an order. */
export const answeredSort = ({ sort }: SearchView, order: string): Sort =>
  sort ?? SORTS.find((each) => SORT_FACTS[each].order === order) ?? DEFAULT_SORT;

/** The body of the ai-search call for a view of a query, with those filters that may hide something. */
export function searchRequest(query: string, { sort, filters, page }: SearchView) {
  const set = Object.entries(filters).filter(
    ([name, value]) =>
      (Array.isArray(value) ? value[0] : value) || (name === 'maxPrice' && value === 0),
  );
  return {
    query,
    page,
    ...(sort && { order: SORT_FACTS[sort].order }),
    filters: Object.fromEntries(set) as SearchFilters,
  };
}
