import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountPercent, priceChangePercent, priceChangeText } from './price-change.ts';

test('the change since saving, to 2 decimals', () => {
  expect(priceChangePercent(8000, 9000)).toBe(-11.11);
  expect(priceChangePercent(103.1, 100)).toBe(3.1);
  expect(priceChangePercent(100, 100)).toBe(0);
});

test('a missing price is no change', () => {
  for (const missing of [0, null, undefined, Number.NaN]) {
    expect(priceChangePercent(missing, 100)).toBe(0);
    expect(priceChangePercent(100, missing)).toBe(0);
  }
});

test('prints drops as absolute values and rises with a plus', () => {
  expect(priceChangeText(-12.5)).toBe('Price dropped 12.5%');
  expect(priceChangeText(3.1)).toBe('Price increased +3.1%');
  expect(priceChangeText(0)).toBeNull();
});

test('a missing or lower original price gives no discount, and a missing current price is not 100% off', () => {
  expect(discountPercent(7900, 9900)).toBe(20);
  expect(discountPercent(9900, 7900)).toBe(0);
  expect(discountPercent(0, 9900)).toBe(0);
  expect(discountPercent(1, 1_000_000)).toBe(99);
});

test('never returns NaN or −0', () => {
  fc.assert(
    fc.property(fc.double(), fc.double(), (current, saved) => {
      const percent = priceChangePercent(current, saved);
      expect(Number.isNaN(percent) || Object.is(percent, -0)).toBe(false);
      expect(discountPercent(current, saved)).toBeGreaterThanOrEqual(0);
    }),
  );
});
