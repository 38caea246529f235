import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { buyVerdict, type YearFigures } from './buy-verdict.ts';
import type { PricePoint } from './price-history.ts';
import { priceVerdict, VERDICTS } from './price-verdict.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const daysAgo = (days: number, price: number): PricePoint => ({
  atMs: NOW_MS - days * DAY_MS,
  priceCents: cents(price),
});
const judge = (claimedWas: number, ...history: PricePoint[]) =>
  priceVerdict({ claimedWasCents: cents(claimedWas), history, nowMs: NOW_MS });

describe('was it really cheaper?', () => {
  test('genuine: charged for weeks before the sale', () => {
    const result = judge(20_000, daysAgo(100, 20_000), daysAgo(10, 15_000));
    expect(result).toMatchObject({ verdict: 'genuine', daysAtWas: 84, daysObserved: 84 });
    expect(result.text).toBe(
      'Genuine: $200.00 was charged on 84 of the 84 days we saw in the 12 weeks before.',
    );
    expect(result.chargedSpans).toEqual([
      { fromMs: NOW_MS - 94 * DAY_MS, toMs: NOW_MS - 10 * DAY_MS },
    ]);
  });

  test('too short: raised for a few days, then "reduced"', () => {
    const result = judge(20_000, daysAgo(80, 15_000), daysAgo(13, 20_000), daysAgo(8, 15_000));
    expect(result).toMatchObject({ verdict: 'too-short', daysAtWas: 5 });
  });

  test('the fourteenth day makes it genuine', () => {
    expect(judge(200, daysAgo(80, 150), daysAgo(19, 200), daysAgo(5, 150)).verdict).toBe('genuine');
    expect(judge(200, daysAgo(80, 150), daysAgo(18, 200), daysAgo(5, 150)).verdict).toBe(
      'too-short',
    );
  });

  test('higher than before: never charged, or not within 12 weeks', () => {
    const never = judge(25_000, daysAgo(90, 20_000), daysAgo(10, 15_000));
    expect(never.verdict).toBe('higher-than-before');
    expect(never.text).toBe(
      'The shop says it was $250.00. We never saw it above $200.00 in the 12 weeks before.',
    );
    expect(judge(200, daysAgo(200, 200), daysAgo(100, 150)).verdict).toBe('higher-than-before');
  });

  test('no real saving: charged, but today’s price is no better than most of the year', () => {
    const history = [daysAgo(100, 420), daysAgo(10, 350)];
    const yearOf = (average: number, days = 365): YearFigures => ({
      averageCents: cents(average),
      lowestCents: cents(280),
      highestCents: cents(400),
      days,
      stretches: [{ atMs: 0, priceCents: cents(400), lastedMs: days, isLast: true }],
      due: null,
    });
    const judged = (average: number, days?: number) =>
      priceVerdict({
        claimedWasCents: cents(420),
        history,
        nowMs: NOW_MS,
        year: yearOf(average, days),
      });
    expect(judged(314)).toMatchObject({
      verdict: 'no-saving',
      text: 'No real saving: the shop did charge $4.20, but the best price averaged $3.14 over the past year.',
    });
    expect(judged(314, 100).text).toContain('averaged $3.14 over the 100 days we saw it for sale.');
    expect(buyVerdict(cents(350), yearOf(356), 4).word).toBe('fair');
    expect(judged(356).verdict, 'next to “close to its average”').toBe('no-saving');
    expect(buyVerdict(cents(350), yearOf(372), 4).word).toBe('buy');
    expect(judged(372).verdict).toBe('genuine');
  });

  test('not enough data: no prices or too few days', () => {
    expect(judge(200).verdict).toBe('not-enough-data');
    expect(judge(200, daysAgo(20, 150)).verdict).toBe('not-enough-data');
  });

  test('ignores points after now', () => {
    expect(judge(200, { atMs: NOW_MS + DAY_MS, priceCents: cents(200) }).verdict).toBe(
      'not-enough-data',
    );
  });
});

test('for any history, days and spans stay within 12 weeks and a "was" that was never charged is not genuine', () => {
  const point = fc.record({
    days: fc.integer({ min: 0, max: 400 }),
    price: fc.integer({ min: 1, max: 500 }),
  });
  fc.assert(
    fc.property(fc.array(point), fc.integer({ min: 1, max: 500 }), (rows, claimed) => {
      const history = rows
        .toSorted((a, b) => b.days - a.days)
        .map(({ days, price }) => daysAgo(days, price));
      const result = judge(claimed, ...history);
      expect(VERDICTS).toContain(result.verdict);
      expect(result.daysAtWas).toBeLessThanOrEqual(result.daysObserved);
      expect(result.daysObserved).toBeLessThanOrEqual(84);
      if (history.every(({ priceCents }) => priceCents < claimed))
        expect(result.verdict).not.toBe('genuine');
    }),
  );
});
