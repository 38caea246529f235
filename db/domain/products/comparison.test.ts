import { describe, expect, test } from 'vitest';
import { isBuyable } from '../offers/availability.ts';
import {
  type Comparable,
  priceBound,
  relatedSearches,
  shareText,
  summarise,
} from './comparison.ts';

function item(over: Partial<Comparable> & { shop?: string }): Comparable {
  const { shop = 'Shop', ...rest } = over;
  return {
    currentPrice: 100,
    availability: 'in_stock',
    canBuy: isBuyable(over.availability ?? 'in_stock'),
    category: 'Kitchen',
    brand: null,
    retailer: { name: shop },
    ...rest,
  };
}

const ANY_LIMIT = { budget: true, sale: true };

describe('summary tiles', () => {
  test('gives count, best price, average and largest saving', () => {
    const summary = summarise([
      item({ currentPrice: 100, shop: 'A' }),
      item({ currentPrice: 70, shop: 'B' }),
      item({ currentPrice: 130.01, shop: 'C' }),
    ]);
    expect(summary).toMatchObject({ count: 3, bestPrice: 70, averagePrice: 100, maxSaving: 30 });
    expect(summary.best?.retailer.name).toBe('B');
  });

  test('takes the best price from the requested kind when there is any', () => {
    const pot = item({ currentPrice: 33, isTheThing: false });
    const machine = item({ currentPrice: 120, isTheThing: true });
    expect(summarise([pot, machine])).toMatchObject({ count: 2, bestPrice: 120 });
    expect(summarise([pot]).bestPrice).toBe(33);
    const gone = item({ currentPrice: 120, isTheThing: true, availability: 'out_of_stock' });
    expect(summarise([pot, gone]).bestPrice).toBe(33);
  });

  test('never takes the best price from an offer out of stock, even if all are', () => {
    const gone = item({ currentPrice: 50, availability: 'out_of_stock' });
    expect(summarise([gone, item({ currentPrice: 80 })]).bestPrice).toBe(80);
    expect(summarise([gone, item({ currentPrice: 70, availability: 'sold_out' })])).toEqual({
      count: 2,
      best: null,
      bestPrice: null,
      averagePrice: 60,
      maxSaving: 0,
    });
  });

  test('accepts unknown stock for the best price, and stale offers only when there is no other', () => {
    const gone = item({ currentPrice: 50, availability: 'discontinued' });
    const old = item({ currentPrice: 90, availability: 'unknown', canBuy: false });
    const silent = item({ currentPrice: 92, availability: 'unknown' });
    expect(summarise([gone, old]).bestPrice).toBe(90);
    expect(summarise([gone, old, item({ currentPrice: 95 })]).bestPrice).toBe(95);
    expect(summarise([gone, old, silent, item({ currentPrice: 95 })]).bestPrice).toBe(92);
  });

  test('does not treat a missing price as 0', () => {
    expect(summarise([item({ currentPrice: 0 })])).toEqual({
      count: 0,
      best: null,
      bestPrice: null,
      averagePrice: null,
      maxSaving: 0,
    });
  });
});

describe('filters', () => {
  test('falls back to the default for a bound that is not a number', () => {
    expect(priceBound('250.50')).toBe(250.5);
    for (const typed of ['', ' ', 'abc', '-1', 'Infinity']) expect(priceBound(typed)).toBeNull();
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
  const gone = item({ currentPrice: 50, availability: 'out_of_stock' });
  expect(relatedSearches('kettle', [gone, gone], { budget: true, sale: false })).toEqual([
    'Kitchen',
  ]);
  expect(relatedSearches('kettle', two.slice(1), ANY_LIMIT)[0]).toBe('kettle on sale');
});

test('counts prices and names the best price and saving in the share text', () => {
  const summary = summarise([item({ currentPrice: 70 }), item({ currentPrice: 130 })]);
  expect(shareText('kettle', summary, { name: 'Priceroo', hashtag: 'Priceroo' })).toBe(
    'I compared 2 prices for "kettle" on Priceroo: best price $70.00, save up to $30.00. #Priceroo',
  );
  const dear = summarise([item({ currentPrice: 1_070 }), item({ currentPrice: 4_130 })]);
  expect(shareText('kettle', dear, { name: 'Priceroo' })).toContain(
    'best price $1,070.00, save up to $1,530.00',
  );
  expect(shareText('kettle', summarise([]), { name: 'Priceroo' })).toBeNull();
  const gone = summarise([item({ currentPrice: 70, availability: 'sold_out' })]);
  expect(shareText('kettle', gone, { name: 'Priceroo' })).toBe(
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
