import { headNoun } from '../categories/head-noun.ts';
import { departmentOf } from '../category.ts';
import type { FittingProduct } from './arrange-products.ts';
import type { Understood } from './understand-query.ts';

/**
 * Whether the query is one word for a thing, and what fits is only named after it: milk that tastes of bananas, or speakers for a
 * bookshelf.
 */
export function isOnlyNamedAfter(
  { groups: [asked, ...others] }: Understood,
  fitting: readonly FittingProduct[],
): boolean {
  const [word = ''] = asked ?? [];
  const noun = others.length > 0 || word.includes(' ') ? null : headNoun(word);
  if (!noun?.category || fitting.some(({ isTheThing }) => isTheThing)) return false;
  const department = departmentOf(noun.category);
  const isNear = ({ category }: FittingProduct) =>
    category !== null && departmentOf(category) === department;
  return noun.grade === 'stuff' || (noun.grade === 'things' && !fitting.some(isNear));
}
