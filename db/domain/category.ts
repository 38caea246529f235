/*
 * Our own categories, so that shops' differing words ("Coffee & Tea > Espresso") group alike. categories.json holds, for each, the
 * patterns of what its things are called, and the price that none of them reaches. The last word of a name decides: a "Smartphone
 * Inverter Microwave" cooks.
 */
import table from './categories.json' with { type: 'json' };
import { type Cents, cents } from './money.ts';

interface Category {
  /**
   * Far above the dearest that there is in a shop, so that a phone number or an article number read as a price is caught, and no
   * rarity is refused. Categories without one have the guard's own limit.
   */
  ceilingDollars?: number;
  /** What things are called: regular expressions, without anchors. */
  words: readonly string[];
}

const TABLE: Readonly<Record<string, Category>> = table;

/** Longer patterns first: "baby monitor" before "baby". */
const patternOf = (words: readonly string[]): RegExp =>
  new RegExp(
    `(?:${words.toSorted((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\d])`,
    'iuy',
  );
const RULES = Object.entries(TABLE).map(
  ([category, { words }]) => [category, patternOf(words)] as const,
);

/** The names of all our categories. */
export const CATEGORIES: readonly string[] = Object.keys(TABLE);

/** No category's ceiling is lower, in dollars: below it none needs to be known. */
export const LOWEST_CEILING_DOLLARS = Math.min(
  ...Object.values(TABLE).flatMap(({ ceilingDollars }) => ceilingDollars ?? []),
);

/** The most that a thing of this shop's category words and name can cost, in cents; null where only the guard's limit holds. */
export function categoryCeiling(shopCategory: string | null, name: string): Cents | null {
  const dollars = TABLE[categoryOf(shopCategory, name) ?? '']?.ceilingDollars;
  return dollars === undefined ? null : cents(dollars * 100);
}

/** What follows describes the thing, or names others: its colour, what it is for, what comes with it. */
const TAIL = /\s[-–—|]\s|[,(|]|\s(?:with|for|by|from|w\/)\s/i;

/** Goods for pets are pet goods, whatever else their names say. */
const FOR_PETS =
  /\b(?:dog|cat|puppy|kitten|pet)s? (?:food|treats?|litter|toys?|shampoo|collars?|leads?|beds?|chews?)\b/i;

/** Our category for a shop's own category words and the offer's name; null when nothing fits. */
export function categoryOf(shopCategory: string | null, name: string): string | null {
  // The last breadcrumb says most: 'Home > Appliances > Coffee Machines'.
  const crumbs = (shopCategory ?? '')
    .split(/\s*[>/|›»]\s*/)
    .reverse()
    .flatMap((crumb) => crumb.split(/\s*(?:&|,|\band\b)\s*/i));
  if (FOR_PETS.test(name)) return 'Pet Food';
  const [head = ''] = name.split(TAIL, 1);
  for (const text of [...crumbs, head, name]) {
    const category = lastNamed(text);
    if (category) return category;
  }
  return null;
}

const WORD = /[\p{L}\d]+/gu;

/** The category whose word stands last in a text; of words that end together the longest. */
function lastNamed(text: string): string | null {
  let found: { category: string; end: number; length: number } | null = null;
  for (const { index: start } of text.matchAll(WORD)) {
    for (const [category, pattern] of RULES) {
      pattern.lastIndex = start;
      const length = pattern.exec(text)?.[0].length ?? 0;
      const end = start + length;
      const isLater = !found || end > found.end || (end === found.end && length > found.length);
      if (length > 0 && isLater) found = { category, end, length };
    }
  }
  return found?.category ?? null;
}
