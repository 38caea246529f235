import { z } from 'zod';
import { toCents } from '#domain/money.ts';
import type { ProductFilters } from '#domain/search/arrange-products.ts';

/** Texts that a shopper chose among the values of a facet. */
const chosen = z.array(z.string().trim().min(1).max(200)).max(50);
const price = z.number().min(0).max(1_000_000);
/** The filters of a search. */
export const searchFilters = z.object({
  category: z.string().trim().min(1).max(100).optional(),
  brands: chosen.optional(),
  shops: chosen.optional().describe('Names'),
  minPrice: price.optional(),
  maxPrice: price.optional(),
  size: chosen.optional(),
  inStock: z.boolean().optional().describe('Only what a shop states to be in stock'),
  minRating: z.number().min(0).max(5).optional().describe('Of the offer that most people rated'),
  saving: z
    .boolean()
    .optional()
    .describe('Only products whose best price is at least 5 % below the average of their year'),
});

/** The same in cents. */
export function toProductFilters({
  minPrice,
  maxPrice,
  size,
  ...filters
}: z.output<typeof searchFilters>): ProductFilters {
  return {
    ...filters,
    sizes: size,
    minCents: minPrice === undefined ? undefined : toCents(minPrice),
    maxCents: maxPrice === undefined ? undefined : toCents(maxPrice),
  };
}
