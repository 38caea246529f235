import { createHash } from 'node:crypto';
import { CATEGORY_TABLE } from '../categories/head-noun.ts';
import { searchText } from './search-words.ts';
import { COMPOUNDS } from './vocabulary.ts';

/** Names that each rule of search texts shows in: model numbers, fractions, quantities, what is not wanted, shelves of several goods. */
const SAMPLES = [
  'Sony WH-1000XM5 Wireless Headphones, Black, 2.0 m',
  'No Added Sugar Cola 6 x 1.25L, Non-Alcoholic',
  'Case for iPhone 16 Pro 128 GB w/ Stand',
  'Makita 18V 5.0Ah 2-in-1 Drill Driver Kit (Pack of 2)',
  'Kids’ Chips with Barbecue Flavour 170g',
] as const;

let known: string | undefined;

/**
 * What tells the rules of `searchText` from earlier ones: a digest of what they make of every thing that our tables know, and of names
 * that show the rest. Texts made by other rules are renewed (db/queries/search/renew-search-texts.ts).
 */
export function textRules(): string {
  known ??= createHash('sha256')
    .update(textsOfAllThings().join('\n'))
    .digest('base64url')
    .slice(0, 16);
  return known;
}

function textsOfAllThings(): string[] {
  const things = Object.entries(CATEGORY_TABLE).flatMap(([category, { things, stuff }]) =>
    `${things}, ${stuff ?? ''}`.split(', ').map((thing) => searchText(thing, [], [category])),
  );
  const names = [...SAMPLES, ...COMPOUNDS];
  return [...things, ...names.map((name) => searchText(name, ['Sony'], ['Washers & Dryers']))];
}
