import { singularOf } from '../categories/singular.ts';
import type { MatchedProduct } from './arrange-products.ts';
import { FRUITS } from './name-head.ts';
import type { ParsedQuery } from './parse-query.ts';

/**
 * Whether a query names fruits or nuts alone and its products only taste of them: banana milk for 'bananas'. The singular may mean goods
 * named after the fruit: an Apple phone.
 */
export function isOnlyNamedAfter(
  { terms: [[typed = ''] = [], ...others] }: Pick<ParsedQuery, 'terms'>,
  products: readonly Pick<MatchedProduct, 'isTheThing'>[],
): boolean {
  const singular = singularOf(typed);
  const isFruit = others.length === 0 && singular !== typed && FRUITS.has(singular);
  return isFruit && !products.some(({ isTheThing }) => isTheThing);
}
