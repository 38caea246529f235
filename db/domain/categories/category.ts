/*
 * Our categories, which group shops' differing labels ("Coffee & Tea > Espresso"), and their departments. categories/head-noun.ts finds
 * the noun of a name, categories/product-category.ts decides a product's category.
 */

import { type Cents, cents } from '../money.ts';
import { OTHER_CATEGORY, slugOf } from '../public-path.ts';
import { remembered } from '../remembered.ts';
import { CATEGORY_TABLE, headNoun } from './head-noun.ts';
import { agreedCategory } from './product-category.ts';
import { labelCategory } from './shelf-label.ts';

export const CATEGORIES: readonly string[] = Object.keys(CATEGORY_TABLE);

/** The departments with their categories, in display order. */
export const DEPARTMENTS: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  CATEGORIES,
  (category) => CATEGORY_TABLE[category]?.department ?? '',
);

/** The department of one of our categories, or of a shop's trade; null for others, such as 'Marketplace'. */
export const departmentOf = remembered(
  (label): string | null => CATEGORY_TABLE[labelCategory(label) ?? label]?.department ?? null,
);

/** The lowest ceiling of any category, in dollars: cheaper prices need no check. */
export const LOWEST_CEILING_DOLLARS = Math.min(
  ...Object.values(CATEGORY_TABLE).flatMap(({ ceilingDollars }) => ceilingDollars ?? []),
);

/** The highest plausible price for a shelf and name; the higher of the two when they disagree. Null when only the guard's limit applies. */
export function categoryCeiling(shelf: string | null, name: string): Cents | null {
  const named = [labelCategory(shelf), headNoun(name)?.category].filter((each) => each != null);
  const dollars = named.map((each) => CATEGORY_TABLE[each]?.ceilingDollars ?? Infinity);
  const highest = Math.max(...dollars);
  return Number.isFinite(highest) ? cents(highest * 100) : null;
}

/** Our category from a shelf's label and an offer's name alone; null when they disagree or tell nothing. */
export function categoryOf(
  shelf: string | null,
  name: string,
  brand: string | null = null,
): string | null {
  const shelfCategory = labelCategory(shelf);
  return agreedCategory([{ name, brand, shelfCategory, brandCategory: null }]);
}

/** The category named by a shopper's words, even when one of them is ambiguous; null without one. */
export function categoryOfWords(words: string): string | null {
  return headNoun(words)?.category ?? null;
}

const CATEGORY_BY_SLUG = new Map(
  [...CATEGORIES, OTHER_CATEGORY].map((name) => [slugOf(name), name]),
);

/** 'coffee-machines' → 'Coffee Machines'; null for other slugs. */
export function categoryOfSlug(slug: string): string | null {
  return CATEGORY_BY_SLUG.get(slug) ?? null;
}
