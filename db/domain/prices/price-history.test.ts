import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { yearFigures } from './buy-verdict.ts';
import {
  CHART_RANGE_DAYS,
  estimatedHistory,
  type PricePoint,
  pointsInRange,
  priceStatistics,
  priceTrend,
} from './price-history.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const daysAgo = (days: number, price: number): PricePoint => ({
  atMs: NOW_MS - days * DAY_MS,
  priceCents: cents(price),
});

describe('trend', () => {
  test.each([
    [[100, 150, 102], 'stable'],
    [[100, 102.01], 'up'],
    [[100, 98], 'stable'],
    [[100, 97.99], 'down'],
    [[100], 'stable'],
    [[], 'stable'],
    [[0, 100], 'stable'],
  ] as const)('%j is %s', (prices, trend) => expect(priceTrend(prices)).toBe(trend));
});

test('the ranges of the chart are 7, 30, 90 and 365 days', () => {
  const days = Object.entries(CHART_RANGE_DAYS).map(([name, count]) => `${name}: ${count} days`);
  expect(days).toEqual(['7d: 7 days', '30d: 30 days', '90d: 90 days', '1y: 365 days']);
});

describe('the points of a chart', () => {
  test('carries the price in force into the range, and the last one to now', () => {
    const points = pointsInRange(
      [daysAgo(90, 500), daysAgo(40, 400), daysAgo(10, 300)],
      30,
      NOW_MS,
    );
    expect(points).toEqual([daysAgo(30, 400), daysAgo(10, 300), daysAgo(0, 300)]);
  });

  test('shows no future points, and nothing without history', () => {
    expect(pointsInRange([{ atMs: NOW_MS + 1, priceCents: cents(1) }], 30, NOW_MS)).toEqual([]);
  });

  test('the average is weighted by time', () => {
    const points = [daysAgo(30, 400), daysAgo(10, 100), daysAgo(0, 100)];
    expect(priceStatistics(points)).toEqual({
      lowestCents: 100,
      highestCents: 400,
      averageCents: 300,
    });
    expect(priceStatistics([])).toBeNull();
  });

  test('the average leaves out the days on which no shop had it, as the verdict does', () => {
    const points = [daysAgo(100, 300), daysAgo(10, 400), daysAgo(0, 400)];
    const gap = { fromMs: daysAgo(50, 0).atMs, toMs: daysAgo(10, 0).atMs };
    const series = [daysAgo(100, 300), { atMs: gap.fromMs, priceCents: null }, daysAgo(10, 400)];
    expect(priceStatistics(points, [gap])?.averageCents).toBe(317);
    expect(yearFigures(series, NOW_MS)?.averageCents).toBe(317);
  });
});

describe('an estimated history', () => {
  const estimate = (seed: string, currentCents: Cents) =>
    estimatedHistory({ seed, currentCents, days: 30, nowMs: NOW_MS });

  test('is labelled, repeatable by seed, and ends with the current price', () => {
    const one = estimate('a', cents(10_000));
    expect(one.label).toBe('estimate');
    expect(one).toEqual(estimate('a', cents(10_000)));
    expect(one.points).not.toEqual(estimate('b', cents(10_000)).points);
    expect(one.points).toHaveLength(31);
    expect(one.points.at(-1)).toEqual(daysAgo(0, 10_000));
  });

  test('stays within a fifth of the current price', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 10_000_000 }), (seed, price) => {
        for (const { priceCents } of estimate(seed, cents(price)).points) {
          expect(Math.abs(priceCents - price)).toBeLessThanOrEqual(price * 0.2 + 0.5);
        }
      }),
    );
  });
});
