import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { priceBands } from './price-bands.ts';

const dollars = (...prices: number[]) => prices.map((price) => cents(price * 100));

test('bands are round and contiguous, and count every product once', () => {
  expect(priceBands(dollars(49, 99, 120, 180, 220, 260, 310, 320, 399, 1_999))).toEqual([
    { fromDollars: 0, toDollars: 100, products: 2 },
    { fromDollars: 100, toDollars: 200, products: 2 },
    { fromDollars: 200, toDollars: 300, products: 2 },
    { fromDollars: 300, toDollars: null, products: 4 },
  ]);
});

test('returns no bands for few products or equal prices', () => {
  expect(priceBands([])).toEqual([]);
  expect(priceBands(dollars(1, 20, 300, 4_000))).toEqual([]);
  expect(priceBands(dollars(10, 10, 10, 10, 10, 10))).toEqual([]);
});

test('for any prices: at most six contiguous bands that count every product', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(prices, (found) => {
      const sorted = found.toSorted((a, b) => a - b).map((price) => cents(price));
      const bands = priceBands(sorted);
      if (bands.length === 0) return;
      expect(bands.length).toBeLessThanOrEqual(6);
      expect(bands.reduce((sum, band) => sum + band.products, 0)).toBe(sorted.length);
      for (const [index, band] of bands.entries()) {
        expect(band.toDollars).toBe(bands[index + 1]?.fromDollars ?? null);
      }
    }),
  );
});
