import { isNamedThing } from '../categories/head-noun.ts';
import { singularOf } from '../categories/singular.ts';
import type { MatchedProduct } from './arrange-products.ts';
import { FRUITS } from './name-head.ts';
import type { ParsedQuery } from './parse-query.ts';
import { typedOf } from './thing-of-query.ts';

/**
 * Whether products only share words with what a query names: banana milk for 'bananas', table salt for 'outdoor table'. True where none is
 * the thing, and the query names a fruit or nut alone, or alone a thing of a category that none is in. The singular of a fruit may mean
 * goods named after it: an Apple phone.
 */
export function isOnlyNamedAfter(
  { terms, category }: Pick<ParsedQuery, 'terms' | 'category'>,
  products: readonly Pick<MatchedProduct, 'isTheThing' | 'category'>[],
): boolean {
  if (products.some(({ isTheThing }) => isTheThing)) return false;
  const typed = terms.map(typedOf).join(' ');
  const singular = singularOf(typed);
  if (singular !== typed && FRUITS.has(singular)) return true;
  return isNamedThing(typed) && !products.some((each) => each.category === category);
}
