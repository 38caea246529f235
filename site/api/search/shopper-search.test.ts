import { expect, test } from 'vitest';
import { cents } from '#domain/money.ts';
import { changesOf } from './shopper-search.ts';

const DAY = 1_440;
const at = (daysAgo: number, priceCents: number) => ({
  slot: 100_000_000 - daysAgo * DAY,
  priceCents: cents(priceCents),
});

test('says since how many days each price holds', () => {
  const prices = [at(200, 1000), at(30, 800), at(0.1, 900)];
  expect(changesOf(prices, 100_000_000)).toEqual([
    [90, 10],
    [30, 8],
    [0, 9],
  ]);
});

test('of two prices on one day the later stands, and stock alone is no change', () => {
  const prices = [at(40, 1000), at(20.2, 700), at(20, 800), at(5, 800)];
  expect(changesOf(prices, 100_000_000)).toEqual([
    [40, 10],
    [20, 8],
  ]);
});
