/* The filters of a search as the API, the results page's address and a watched search hold them. Browsers load this file. */
import { formatAud, toCents } from '../money.ts';
import type { ProductFilters } from './filter-products.ts';

/**
 * Prices in dollars, both ends included; a missing filter and an empty list pass everything. Without `maxPrice` the field shows 10,000 (spec
 * §5), and nothing is hidden.
 */
export interface SearchFilters {
  category?: string | undefined;
  brands?: string[] | undefined;
  /** Names of shops. */
  shops?: string[] | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  size?: string[] | undefined;
  /** Values of specifications: 'Roast: Dark'. */
  specs?: string[] | undefined;
  inStock?: boolean | undefined;
  /** Out of 5. */
  minRating?: number | undefined;
  /** Only offers on sale whose claimed former price is not refused. */
  onSale?: boolean | undefined;
}

/** The filters with prices in cents. */
export function toProductFilters({
  minPrice,
  maxPrice,
  size,
  ...filters
}: SearchFilters): ProductFilters {
  return {
    ...filters,
    sizes: size,
    minCents: minPrice === undefined ? undefined : toCents(minPrice),
    maxCents: maxPrice === undefined ? undefined : toCents(maxPrice),
  };
}

/** Adds the filters to the parameters of the results page. */
export function addFilters(params: URLSearchParams, filters: SearchFilters): URLSearchParams {
  const { onSale, inStock, minPrice, maxPrice, category, minRating } = filters;
  if (onSale) params.set('sale', '1');
  if (inStock) params.set('stock', '1');
  if (minPrice) params.set('min', String(minPrice));
  if (maxPrice !== undefined) params.set('max', String(maxPrice));
  if (category) params.set('category', category);
  for (const brand of filters.brands ?? []) params.append('brand', brand);
  for (const shop of filters.shops ?? []) params.append('retailer', shop);
  for (const size of filters.size ?? []) params.append('size', size);
  for (const spec of filters.specs ?? []) params.append('spec', spec);
  if (minRating) params.set('rating', String(minRating));
  return params;
}

/** '“lego star wars”, at most $40.00, in stock'. */
export function watchText(query: string, filters: SearchFilters): string {
  const { minPrice, maxPrice, category, minRating, inStock, onSale } = filters;
  const one = (values: string[] | undefined) => values?.join(' or ');
  const shops = one(filters.shops);
  const parts = [
    `“${query}”`,
    minPrice && `at least ${formatAud(toCents(minPrice))}`,
    maxPrice !== undefined && `at most ${formatAud(toCents(maxPrice))}`,
    category,
    one(filters.brands),
    one(filters.size),
    one(filters.specs),
    shops && `at ${shops}`,
    minRating && `rated ${minRating} or more`,
    inStock && 'in stock',
    onSale && 'on sale',
  ];
  return parts.filter(Boolean).join(', ');
}
