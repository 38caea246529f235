/* Sort and filters of the results page, kept in the address: they survive reload, the way back and sharing. */
import {
  DEFAULT_FILTERS,
  DEFAULT_SORT,
  type Filters,
  priceBound,
  RATING_OPTIONS,
  SORTS,
  type Sort,
} from '#domain/products/comparison.ts';

/** Sort and filters together: Reset clears both (spec §4). */
export interface SearchView {
  sort: Sort;
  filters: Filters;
}

export const DEFAULT_VIEW: SearchView = { sort: DEFAULT_SORT, filters: DEFAULT_FILTERS };

/** Reads a view from a query string; whatever is not a known value is the default. */
export function readView(params: URLSearchParams): SearchView {
  const sort = SORTS.find((name) => name === params.get('sort')) ?? DEFAULT_SORT;
  const rating = Number(params.get('rating'));
  return {
    sort,
    filters: {
      onlySales: params.get('sale') === '1',
      minPrice: priceBound(params.get('min') ?? '', 'min'),
      maxPrice: priceBound(params.get('max') ?? '', 'max'),
      retailers: params.getAll('retailer'),
      minRating: RATING_OPTIONS.find((option) => option === rating) ?? 0,
    },
  };
}

/** The address of a query with a view; what is at its default is left out. */
export function searchPath(query: string, view: SearchView = DEFAULT_VIEW): string {
  const { sort, filters } = view;
  const params = new URLSearchParams({ q: query });
  if (sort !== DEFAULT_SORT) params.set('sort', sort);
  if (filters.onlySales) params.set('sale', '1');
  if (filters.minPrice !== DEFAULT_FILTERS.minPrice) params.set('min', String(filters.minPrice));
  if (filters.maxPrice !== DEFAULT_FILTERS.maxPrice) params.set('max', String(filters.maxPrice));
  for (const retailer of filters.retailers) params.append('retailer', retailer);
  if (filters.minRating) params.set('rating', String(filters.minRating));
  return `/search?${params}`;
}
