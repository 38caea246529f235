/*
 * Our own categories, so that shops' differing words ("Coffee & Tea > Espresso") group alike, and the departments above them. What
 * names a thing is told by categories/head-noun.ts, what a product is by categories/product-category.ts.
 */
import { CATEGORY_TABLE, headNoun, labelCategory } from './categories/head-noun.ts';
import { agreedCategory } from './categories/product-category.ts';
import { type Cents, cents } from './money.ts';
import { OTHER_CATEGORY, slugOf } from './public-path.ts';

export const CATEGORIES: readonly string[] = Object.keys(CATEGORY_TABLE);

/** The departments, each with its categories, in the order in which shoppers see them. */
export const DEPARTMENTS: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  CATEGORIES,
  (category) => CATEGORY_TABLE[category]?.department ?? '',
);

/** The department of a category of ours, or of a shop that calls its trade so; null where it names none, as 'Marketplace'. */
export function departmentOf(label: string): string | null {
  return CATEGORY_TABLE[labelCategory(label) ?? label]?.department ?? null;
}

/** No category's ceiling is lower, in dollars: below it none needs to be known. */
export const LOWEST_CEILING_DOLLARS = Math.min(
  ...Object.values(CATEGORY_TABLE).flatMap(({ ceilingDollars }) => ceilingDollars ?? []),
);

/**
 * The most that a thing of this shelf and name can cost, in cents; where the two disagree the higher one. Null where only the guard's
 * limit holds.
 */
export function categoryCeiling(shelf: string | null, name: string): Cents | null {
  const named = [labelCategory(shelf), headNoun(name)?.category].filter((each) => each != null);
  const dollars = named.map((each) => CATEGORY_TABLE[each]?.ceilingDollars ?? Infinity);
  const highest = Math.max(...dollars);
  return Number.isFinite(highest) ? cents(highest * 100) : null;
}

/** Our category by the label of a shop's shelf and the offer's name alone; null where they disagree, or say nothing. */
export function categoryOf(
  shelf: string | null,
  name: string,
  brand: string | null = null,
): string | null {
  const shelfCategory = labelCategory(shelf);
  return agreedCategory([{ name, brand, shelfCategory, brandCategory: null }]);
}

/** The category that a shopper's words name, also where one of them has other meanings; null without one. */
export function categoryOfWords(words: string): string | null {
  return headNoun(words)?.category ?? null;
}

const CATEGORY_BY_SLUG = new Map(
  [...CATEGORIES, OTHER_CATEGORY].map((name) => [slugOf(name), name]),
);

/** 'coffee-machines' → 'Coffee Machines'; null when it is none of ours. */
export function categoryOfSlug(slug: string): string | null {
  return CATEGORY_BY_SLUG.get(slug) ?? null;
}
