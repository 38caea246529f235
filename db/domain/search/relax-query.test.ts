import { expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';
import { nearestQueries, relaxedQueries, wordsOf } from './relax-query.ts';

function looser(query: string, brands: string[] = [], unseen: string[] = [], isNothing = true) {
  const known = { brands: new Set(brands), unseen: new Set(unseen), things: new Set<string>() };
  return [...relaxedQueries(parseQuery(query), known, isNothing)].map(wordsOf);
}

test.each([
  ['samsung fridge turquoise', ['samsung'], ['samsung fridge']],
  ['sony headphones wireless', [], ['sony headphones', 'headphones']],
  ['sony headphones wireless', ['sony'], ['sony headphones']],
  ['makita 5ah battery', ['makita'], []],
  ['65 inch tv', [], []],
  ['iphone 16 case', [], []],
  ['fridge', [], []],
  ['fish oil capsules', [], ['fish oil']],
  ['tinned sardines', [], ['sardines']],
  ['laundry liquid for sensitive skin', [], ['laundry liquid']],
  ['chocolate without sugar', [], []],
  ['milk 3 litres', [], ['milk']],
  ['4 person tent', [], ['tent']],
  ['decaf coffee', [], []],
  ['vegan mayo', [], []],
  ['newborn nappies 100', [], ['newborn nappies']],
  ['kids runners', [], []],
  ['refurbished kettle', [], []],
  ['pre-owned kettle', [], []],
  ['open box kettle', [], []],
  ['reconditioned kettle', [], []],
  ['renewed kettle', [], []],
  ['preloved kettle', [], []],
  ['peanut free chocolate', [], []],
  ['brown rice', [], ['rice']],
])('%s of the brands %j may be %j', (query, brands, queries) => {
  expect(looser(query, brands)).toEqual(queries);
});

test('a word that no offer holds only describes a thing that is known', () => {
  expect(looser('dslr camera')).toEqual(['camera']);
  expect(looser('camera zzgrip', [], ['zzgrip'])).toEqual(['camera']);
  expect(looser('sewing machine', [], ['sewing'])).toEqual([]);
});

test('a thing named after another is one thing', () => {
  expect(looser('red rice cooker')).toEqual(['rice cooker']);
});

test('where something is found, another size and another thing is no more of it', () => {
  expect(looser('chocolate biscuits 200g', [], [], false)).toEqual([]);
});

test('what is near is the query without a limit, a word, or the thing', () => {
  expect(nearestQueries(parseQuery('laptop under $20'))).toEqual(['laptop']);
  expect(nearestQueries(parseQuery('iphone 16 case'))).toEqual([
    'iphone case',
    'iphone 16',
    'case',
  ]);
});

test('of the lines of a brand that are no things each is another', () => {
  expect(looser('finish quantum ultimate', ['finish'])).toEqual(['finish quantum']);
  expect(looser('finish quantum ultimate', ['finish'], ['ultimate'])).toEqual([]);
  expect(looser('finish quantum ultimate')).toEqual([]);
});
