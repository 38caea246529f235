import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { BUY_WORDS, buyVerdict, yearFigures } from './buy-verdict.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const since = (days: number, price: number | null) => ({
  atMs: NOW_MS - days * DAY_MS,
  priceCents: price === null ? null : cents(price),
});
/** The verdict on the last price. */
function judge(...series: ReturnType<typeof since>[]) {
  const price = series.at(-1)?.priceCents ?? cents(1);
  return buyVerdict(price, yearFigures(series, NOW_MS), 3);
}

describe('is today a good day to buy?', () => {
  test('buy: well below the average of the year', () => {
    expect(judge(since(365, 400), since(30, 500), since(10, 350))).toEqual({
      word: 'buy',
      text: 'Its lowest in a year: $3.50 is 13% below its average of $4.04 over the past year and the lowest of 3 shops.',
    });
  });

  test('wait: well above it, with the lowest price', () => {
    expect(judge(since(365, 300), since(5, 400))).toEqual({
      word: 'wait',
      text: '$4.00 is 33% above its average of $3.01 over the past year; it has been as low as $3.00.',
    });
  });

  test('fair: close to the average, or a price that hardly moves', () => {
    expect(judge(since(365, 300), since(200, 400), since(100, 340))).toMatchObject({
      word: 'fair',
      text: '$3.40 is close to its average of $3.38 over the past year.',
    });
    expect(judge(since(365, 300))).toEqual({
      word: 'fair',
      text: '$3.00 is what it costs all year and the lowest of 3 shops.',
    });
  });

  test('not enough history: four weeks are needed', () => {
    expect(judge(since(27, 300), since(1, 200)).word).toBe('not-enough-history');
    expect(judge(since(28, 300), since(1, 200)).word).toBe('buy');
    expect(buyVerdict(cents(300), null, 1).text).toBe(
      'We have followed its price only since today, too short to judge $3.00.',
    );
  });

  test('ignores stretches without stock', () => {
    expect(yearFigures([since(100, 300), since(50, null), since(10, 400)], NOW_MS)).toMatchObject({
      days: 60,
      averageCents: 317,
    });
    expect(yearFigures([since(100, null)], NOW_MS)).toBeNull();
  });
});

test('for any year, buy is below its average and wait above', () => {
  const point = fc.record({
    days: fc.integer({ min: 0, max: 365 }),
    price: fc.integer({ min: 50, max: 5_000 }),
  });
  fc.assert(
    fc.property(fc.array(point, { minLength: 1 }), (rows) => {
      const series = rows
        .toSorted((a, b) => b.days - a.days)
        .map(({ days, price }) => since(days, price));
      const price = series.at(-1)?.priceCents ?? cents(1);
      const year = yearFigures(series, NOW_MS);
      const { word } = buyVerdict(price, year, 1);
      expect(BUY_WORDS).toContain(word);
      if (word === 'buy') expect(price).toBeLessThan(year?.averageCents ?? 0);
      if (word === 'wait') expect(price).toBeGreaterThan(year?.averageCents ?? 0);
    }),
  );
});
