import { expect, test } from 'vitest';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { cents } from '#domain/money.ts';
import { toPriceHistory } from './price-history.ts';

const NOW_MS = Date.parse('2026-11-21T02:00:00Z');
const HOUR_MS = 3_600_000;
const best = {
  productId: '0190a000-0000-7000-8000-000000000000',
  priceCents: cents(900),
  originalPriceCents: null,
} as FoundOffer;
/** A year of best prices, each valid from some hours ago. */
const known = (...best: [hoursAgo: number, priceCents: number | null][]) => ({
  nowMs: NOW_MS,
  untilMs: NOW_MS,
  lines: [],
  rhythms: [],
  figures: null,
  verdict: null,
  best: best.map(([hoursAgo, price]) => ({
    atMs: NOW_MS - hoursAgo * HOUR_MS,
    priceCents: price === null ? null : cents(price),
  })),
});

test.each([
  ['no price was observed', known(), true],
  ['one price was observed today', known([3, 900]), true],
  ['one price was observed yesterday', known([25, 900]), false],
  ['the price has changed since this morning', known([3, 1_000], [1, 900]), false],
  ['it was sold out this morning', known([3, null], [1, 900]), true],
])('draws an estimate only without history: %s', (_what, year, isEstimate) => {
  const history = toPriceHistory({ best, year }, '30d');
  expect(history.isEstimate).toBe(isEstimate);
  expect(history.trend === null).toBe(isEstimate);
});

test('leaves out a price that ended before the range during a stock-out', () => {
  const hours = (days: number) => days * 24;
  const year = known([hours(60), 500], [hours(40), null], [hours(10), 900]);
  const { low, average, points } = toPriceHistory({ best, year }, '30d');
  expect(points.map(({ price }) => price)).toEqual([9, 9]);
  expect({ low, average }).toEqual({ low: 9, average: 9 });
  expect(toPriceHistory({ best, year }, '90d').low).toBe(5);
  // While no shop sells the product, the chart shows the last known price.
  const gone = known([hours(60), 500], [hours(40), null]);
  expect(toPriceHistory({ best, year: gone }, '30d').points).toHaveLength(2);
});

test('draws price changes within one day', () => {
  const year = known([3, 1_000], [1, 900]);
  const { points, low, high, trend } = toPriceHistory({ best, year }, '7d');
  expect(points.map(({ price }) => price)).toEqual([10, 9, 9]);
  expect({ low, high, trend }).toEqual({ low: 9, high: 10, trend: 'down' });
});
