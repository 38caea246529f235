import { CATEGORY_TABLE } from '../categories/head-noun.ts';
import { searchText } from './search-words.ts';
import { COMPOUNDS } from './vocabulary.ts';

/** Names that each rule of search texts shows in: model numbers, fractions, quantities, what is not wanted, shelves of several goods. */
const SAMPLES = [
  'Sony WH-1000XM5 Wireless Headphones, Black, 2.0 m',
  'Cola No Added Sugar 6 x 1.25L, Non-Alcoholic',
  'Case for iPhone 16 Pro 128 GB w/ Stand',
  'Makita 18V 5.0Ah 2-in-1 Drill Driver Kit (Pack of 2)',
  'Samsung Galaxy Z Fold6',
  'Kids’ Chips with Barbecue Flavour 170g',
] as const;

/**
 * What the rules of `searchText` make of every thing that our tables know, and of names that show the rest: other rules make another text
 * of it.
 */
export function textOfAllThings(): string {
  const things = Object.entries(CATEGORY_TABLE).flatMap(([category, { things, stuff }]) =>
    `${things}, ${stuff ?? ''}`.split(', ').map((thing) => searchText(thing, [], [category])),
  );
  const names = [...SAMPLES, ...COMPOUNDS];
  const texts = names.map((name) => searchText(name, ['Sony'], ['Washers & Dryers']));
  return [...things, ...texts].join('\n');
}
