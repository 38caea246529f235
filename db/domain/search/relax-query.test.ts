import { expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';
import { nearestQueries, relaxedQueries, wordsOf } from './relax-query.ts';

function relaxed(query: string, brands: string[] = [], unseen: string[] = [], isEmpty = true) {
  const known = { brands: new Set(brands), unseen: new Set(unseen), things: new Set<string>() };
  return [...relaxedQueries(parseQuery(query), known, isEmpty)].map(wordsOf);
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
  ['4wd tent', [], ['tent']],
  ['decaf coffee', [], []],
  ['vegan mayo', [], []],
  ['newborn nappies 100', [], ['newborn nappies']],
  ['kids runners', [], []],
  ['mens runners size 10', [], ['mens runners']],
  ['junior runners', [], []],
  ['bridesmaid shoes', [], []],
  ['female runners size 10', [], ['female runners']],
  ['refurbished kettle', [], []],
  ['pre-owned kettle', [], []],
  ['open box kettle', [], []],
  ['reconditioned kettle', [], []],
  ['renewed kettle', [], []],
  ['preloved kettle', [], []],
  ['peanut free chocolate', [], []],
  ['brown rice', [], ['rice']],
  ['gaming headset for ps5', [], ['gaming headset']],
  ['game for ps5', [], []],
  ['cover for iphone 16', [], []],
])('relaxes %s with the brands %j to %j', (query, brands, queries) => {
  expect(relaxed(query, brands)).toEqual(queries);
});

test('makes a word that no offer has optional, if the thing is known', () => {
  expect(relaxed('nanny camera')).toEqual(['camera']);
  expect(relaxed('camera zzgrip', [], ['zzgrip'])).toEqual(['camera']);
  expect(relaxed('sewing machine', [], ['sewing'])).toEqual([]);
});

test('keeps all words of a compound', () => {
  expect(relaxed('red rice cooker')).toEqual(['rice cooker']);
});

test('keeps size and thing where the query has matches', () => {
  expect(relaxed('chocolate biscuits 200g', [], [], false)).toEqual([]);
});

test('does not require the capacity of a battery, of which names print another unit', () => {
  expect(relaxed('power bank 20000mah', [], [], false)).toEqual(['power bank']);
  expect(relaxed('flash drive 128gb', [], [], false)).toEqual([]);
});

test('suggests goods, neither an unwanted substance nor an audience alone', () => {
  expect(nearestQueries(parseQuery('orange juice no added sugar'))).toEqual(['orange juice']);
  expect(nearestQueries(parseQuery('toddler shoes'))).toEqual(['shoes']);
});

test('suggests the query without a limit, a word, or the thing', () => {
  expect(nearestQueries(parseQuery('laptop under $20'))).toEqual(['laptop']);
  expect(nearestQueries(parseQuery('iphone 16 case'))).toEqual([
    'iphone case',
    'iphone 16',
    'case',
  ]);
});

test('makes lines of a brand optional one by one', () => {
  expect(relaxed('finish quantum ultimate', ['finish'])).toEqual(['finish quantum']);
  expect(relaxed('finish quantum ultimate', ['finish'], ['ultimate'])).toEqual([]);
  expect(relaxed('finish quantum ultimate')).toEqual([]);
});

test('says that half of a known phrase went, and not that a description did', () => {
  const known = { brands: new Set<string>(), unseen: new Set<string>(), things: new Set<string>() };
  const changes = (query: string) =>
    [...relaxedQueries(parseQuery(query, new Set(), 'words'), known, true)][0]?.changesMeaning;
  expect(changes('light beer')).toBe(true);
  expect(changes('blue kettle')).toBe(false);
});
