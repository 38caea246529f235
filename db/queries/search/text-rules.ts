import { createHash } from 'node:crypto';
import { phrasesOf, TERMS } from '#domain/lexicon/lexicon.ts';
import { searchText } from '#domain/search/search-words.ts';

let digest: string | undefined;

/** A digest of the rules that make search texts. renew-search-texts.ts renews texts made by other rules. */
export function textRules(): string {
  digest ??= createHash('sha256').update(textOfAllThings()).digest('base64url').slice(0, 16);
  return digest;
}

/** Names that exercise every rule of search texts: model numbers, fractions, quantities, unwanted substances, flavours, shared shelves. */
const SAMPLES = [
  'Sony WH-1000XM5 Wireless Headphones, Black, 2.0 m',
  'Cola No Added Sugar 6 x 1.25L, Non-Alcoholic',
  'Case for iPhone 16 Pro 128 GB w/ Stand',
  'Makita 18V 5.0Ah 2-in-1 Drill Driver Kit (Pack of 2)',
  'Samsung Galaxy Z Fold6',
  'Kids’ GF Chips with Barbecue Flavour 170g',
  'Pizza Slices Ham & Pineapple',
  'Air Styler & Hair Dryer',
  'Almond 1L',
  'Minecraft Game Xbox One',
] as const;

/** The fields of search rows (search-products.ts). */
const FIELDS = 'A name, gtin; B shelf; C shared shelf; D description; head of a known type';

/** The search texts of all things in our tables and of the samples: a fingerprint of the rules, which changes when a rule does. */
function textOfAllThings(): string {
  const things = TERMS.flatMap(({ kind, category, phrase }) =>
    kind === 'type' || kind === 'ingredient' ? searchText(phrase, [], [category]) : [],
  );
  const names = [...SAMPLES, ...phrasesOf('compound')];
  const texts = names.map((name) => searchText(name, ['Sony'], ['Washers & Dryers']));
  return [FIELDS, ...things, ...texts].join('\n');
}
