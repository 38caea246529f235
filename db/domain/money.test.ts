import { expect, test } from 'vitest';
import { toCents } from './money.ts';

test.each([
  [0.29, 29],
  [1.15, 115],
  [19.99, 1999],
  [1_000_000, 100_000_000],
])('%d dollars are %d cents', (dollars, cents) => {
  expect(toCents(dollars)).toBe(cents);
});

test('refuses what is no amount', () => {
  for (const amount of [-1, Number.NaN, Infinity, 1e30]) expect(() => toCents(amount)).toThrow();
});
