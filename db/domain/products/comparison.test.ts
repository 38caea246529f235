import { describe, expect, test } from 'vitest';
import { type Comparable, priceBound, relatedSearches, shareText } from './comparison.ts';

const item = (over: Partial<Comparable>): Comparable => ({
  currentPrice: 100,
  canBuy: true,
  category: 'Kitchen',
  brand: null,
  ...over,
});

const ANY_LIMIT = { budget: true, sale: true };

describe('filters', () => {
  test('falls back to the default for a bound that is not a number', () => {
    expect(priceBound('250.50')).toBe(250.5);
    for (const typed of ['', ' ', 'abc', '-1', 'Infinity'])
      expect(priceBound(typed)).toBeUndefined();
  });
});

test('never repeats the query in related searches', () => {
  const dear = item({ category: 'kettle' });
  const related = relatedSearches(' Kettle ', [dear, item({ currentPrice: 89 })], ANY_LIMIT);
  expect(related[0]).toBe('Kettle under $100');
  expect(related).toContain('Kitchen');
  expect(related.map((text) => text.toLowerCase())).not.toContain('kettle');
  expect(relatedSearches(' ', [], ANY_LIMIT)).toEqual([]);
});

test('related searches add no limit that the query has or that no result meets', () => {
  const two = [item({ currentPrice: 30 }), item({ currentPrice: 50 })];
  expect(relatedSearches('kettle', two, ANY_LIMIT).slice(0, 2)).toEqual([
    'kettle under $50',
    'kettle on sale',
  ]);
  expect(relatedSearches('kettle under $50', two, { budget: false, sale: false })).toEqual([
    'Kitchen',
  ]);
  const gone = item({ currentPrice: 50, canBuy: false });
  expect(relatedSearches('kettle', [gone, gone], { budget: true, sale: false })).toEqual([
    'Kitchen',
  ]);
  expect(relatedSearches('kettle', two.slice(1), ANY_LIMIT)[0]).toBe('kettle on sale');
});

test('counts prices and names the best price and saving in the share text', () => {
  const figures = { prices: 2, best: { price: 1_070 }, saving: { amount: 1_530 } };
  expect(shareText('kettle', figures, { name: 'Priceroo', hashtag: 'Priceroo' })).toBe(
    'I compared 2 prices for "kettle" on Priceroo: best price $1,070.00, save up to $1,530.00. #Priceroo',
  );
  expect(shareText('kettle', { ...figures, prices: 0 }, { name: 'Priceroo' })).toBeNull();
  expect(shareText('kettle', { prices: 1, best: null, saving: null }, { name: 'Priceroo' })).toBe(
    'I compared 1 price for "kettle" on Priceroo.',
  );
});

test('related searches name brands of the thing alone, and none where the query names one', () => {
  const limits = { budget: false, sale: false };
  const by = (brand: string, isTheThing = true) => item({ brand, isTheThing });
  expect(relatedSearches('bike', [by('Reid'), by('Fluid'), by('Garmin', false)], limits)).toEqual([
    'Reid bike',
    'Fluid bike',
    'Kitchen',
  ]);
  const biscuits = [by("Arnott's"), by("Arnott's")];
  expect(relatedSearches('arnotts biscuits', [...biscuits, by('Oreo')], limits)).toEqual([
    'Kitchen',
  ]);
});
