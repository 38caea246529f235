import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tsqueryOf, understandQuery } from './understand-query.ts';

const typed = (query: string) => understandQuery(query).groups.map(([words]) => words);

test.each([
  ['cordless drill under $150', ['cordless', 'drill'], null, 15_000],
  ['laptop under 1.5k', ['laptop'], null, 150_000],
  ['tv below 1,000 dollars', ['tv'], null, 100_000],
  ['headphones between $100 and $200', ['headphones'], 10_000, 20_000],
  ['headphones $100-$200', ['headphones'], 10_000, 20_000],
  ['coffee machine around $400', ['coffee machine'], 30_000, 50_000],
  ['headphones over $300', ['headphones'], 30_000, null],
])('%s: the limits are no words', (query, words, minCents, maxCents) => {
  expect(typed(query)).toEqual(words);
  expect(understandQuery(query)).toMatchObject({ minCents, maxCents });
});

test.each([
  'tv under 65 inch',
  'car seat from 6 months',
  'up to 12 months formula',
  'wine over ice',
])('%s states no price', (query) => {
  expect(understandQuery(query)).toMatchObject({ minCents: null, maxCents: null, parts: [] });
});

test('a wish is no word, unless it is all there is', () => {
  expect(understandQuery('cheapest air fryer on sale')).toMatchObject({
    isCheapest: true,
    isOnSale: true,
    parts: [
      { label: 'on sale', without: 'cheapest air fryer' },
      { label: 'cheapest', without: 'air fryer on sale' },
    ],
  });
  expect(typed('budget')).toEqual(['budget']);
  expect(typed('where can i buy the best kettle online')).toEqual(['kettle']);
});

test('other words for the same stand beside the typed ones', () => {
  const [fridge = []] = understandQuery('refrigerator').groups;
  expect(fridge[0]).toBe('refrigerator');
  expect(fridge).toContain('fridge');
  expect(understandQuery('telly').heads).toEqual(expect.arrayContaining(['telly', 'tv']));
  expect(typed('24 pack toilet paper')).toEqual(['24', 'toilet paper']);
  expect(typed('milk 3 litres')).toEqual(['milk', '3 litres']);
  expect(understandQuery('milk 3 litres').groups.at(-1)).toContain('3l');
  expect(understandQuery('milk 2l').groups).toContainEqual(['2l', '2 l']);
});

test('a thing named after another is not the other', () => {
  expect(understandQuery('peanut butter').heads).toEqual(['peanut butter']);
  expect(understandQuery('butter').heads).toEqual(['butter']);
});

test('what goes with a thing is asked for by its name', () => {
  expect(understandQuery('iphone 16 case').isBeside).toBe(true);
  expect(understandQuery('iphone 16').isBeside).toBe(false);
});

test('any text becomes a query of words alone', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const { groups } = understandQuery(text);
      expect(tsqueryOf(groups)).toMatch(/^(?:[\p{L}\p{N}\p{M} '()|&]|:A)*$/u);
    }),
    { numRuns: 2_000 },
  );
});

test('a phrase that only means the same must stand in names', () => {
  const { groups } = understandQuery('nintendo switch');
  expect(tsqueryOf(groups)).toBe("(('nintendo' & 'switch') | ('switch':A & 'console':A))");
});

test('so many people is a size', () => {
  expect(understandQuery('6 person tent').groups[0]).toEqual(['6 person', '6p']);
});
