import { headNoun, isNamedThing } from '../categories/head-noun.ts';
import { singularOf } from '../categories/singular.ts';
import type { MatchedProduct } from './filter-products.ts';
import { FRUITS } from './name-head.ts';
import type { ParsedQuery } from './parse-query.ts';
import { typedOf } from './thing-of-query.ts';
import { onlyDescribes } from './vocabulary.ts';

type Named = Pick<MatchedProduct, 'isTheThing' | 'category'>;

/**
 * Whether products only share words with what a query names: banana milk for 'bananas', table salt for 'outdoor table'. True where none is
 * the thing, and the query names a fruit or nut alone, or alone a thing of a category that none is in. The singular of a fruit may mean
 * goods named after it: an Apple phone.
 */
export function isOnlyNamedAfter(
  { terms, category }: Pick<ParsedQuery, 'terms' | 'category'>,
  products: readonly Named[],
): boolean {
  if (products.some(({ isTheThing }) => isTheThing)) return false;
  const typed = terms.map(typedOf).join(' ');
  const singular = singularOf(typed);
  if (singular !== typed && FRUITS.has(singular)) return true;
  return isNamedThing(typed) && !products.some((each) => each.category === category);
}

/** Whether products, the best first, that lack a word of a query are other things of the same noun: a baby bottle for 'gas bottle'. */
export function isOtherThing(
  { terms, purpose }: Pick<ParsedQuery, 'terms' | 'purpose'>,
  products: readonly Pick<Named, 'category'>[],
): boolean {
  const named = terms.filter((term) => !purpose.includes(term)).map(typedOf);
  const [kind = '', noun = ''] = named.slice(-2);
  const isDescribed = onlyDescribes(kind) && isNamedThing(noun);
  const isCompound = noun !== '' && !isDescribed && isNamedThing(`${kind} ${noun}`);
  const wanted = isCompound ? headNoun(`${kind} ${noun}`)?.category : null;
  if (!wanted) return false;
  const [best] = products;
  return best !== undefined && best.category !== null && best.category !== wanted;
}
