import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { buyVerdict, scoreBeside, wordOf, yearFigures, yearStanding } from './buy-verdict.ts';

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

describe('where a price stands in its year', () => {
  const standing = (...series: ReturnType<typeof since>[]) =>
    yearStanding(yearFigures(series, NOW_MS), series.at(-1)?.priceCents ?? cents(1));

  test('buy needs nine days in ten at a higher price, and 5% below the average', () => {
    expect(standing(since(365, 400), since(36, 300))).toBe(80);
    expect(standing(since(365, 400), since(40, 300))).toBe(79);
    expect(standing(since(365, 400), since(5, 381))).toBe(80);
    expect(standing(since(365, 400), since(5, 385))).toBeLessThan(80);
  });

  test('a special that comes every fourth week is fair, and says how often', () => {
    const weeks = Array.from({ length: 48 }, (_, nth) =>
      since(336 - 7 * nth, nth % 4 === 3 ? 300 : 600),
    );
    expect(judge(...weeks)).toEqual({
      word: 'fair',
      text: '$3.00 is 43% below its average of $5.25 over the 336 days we saw it for sale; it cost no more on 3 days in 10.',
    });
  });

  test('a flat price, and one without four weeks of prices, tells nothing', () => {
    expect(standing(since(365, 400))).toBe(50);
    expect(standing(since(27, 400))).toBeNull();
    expect(wordOf(null)).toBe('not-enough-history');
  });

  test('a deeper special due soon lowers it, and a saving no further than to fair', () => {
    const next = { fromMs: NOW_MS, toMs: NOW_MS + 7 * DAY_MS, chance: 0.9 };
    const due = { specialCents: cents(300), next };
    const word = (price: number) => {
      const year = yearFigures([since(365, 400), since(5, price)], NOW_MS, due);
      return buyVerdict(cents(price), year, 3).word;
    };
    expect([310, 350, 400].map(word)).toEqual(['buy', 'fair', 'wait']);
    const year = yearFigures([since(365, 400)], NOW_MS, due);
    expect(buyVerdict(cents(400), year, 3).text).toBe(
      '$4.00 is close to its average of $4.00 over the past year; a special at about $3.00 is likely 21–28 November.',
    );
  });

  test('no score is good beside wait, and others stay', () => {
    expect([20, 21, 80, null].map((price) => scoreBeside(price, 82))).toEqual([59, 82, 82, 82]);
    expect(scoreBeside(0, 40)).toBe(40);
  });
});

test('for any year, buy is below its average, wait is not, and no dearer price stands higher', () => {
  const point = fc.record({
    days: fc.integer({ min: 0, max: 365 }),
    price: fc.integer({ min: 50, max: 5_000 }),
  });
  const due = fc.option(
    fc.record({
      specialCents: fc.integer({ min: 50, max: 5_000 }).map(cents),
      next: fc.constant({ fromMs: NOW_MS, toMs: NOW_MS + DAY_MS, chance: 0.9 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(point, { minLength: 1 }), due, (rows, special) => {
      const series = rows
        .toSorted((a, b) => b.days - a.days)
        .map(({ days, price }) => since(days, price));
      const year = yearFigures(series, NOW_MS, special);
      const prices = rows.map(({ price }) => cents(price)).toSorted((a, b) => a - b);
      const standings = prices.map((price) => yearStanding(year, price) ?? 50);
      expect(standings).toEqual(standings.toSorted((a, b) => b - a));
      expect(standings.every((one) => Number.isInteger(one) && one >= 0 && one <= 100)).toBe(true);
      for (const price of prices) {
        const { word } = buyVerdict(price, year, 1);
        if (word === 'buy') expect(price).toBeLessThan(year?.averageCents ?? 0);
        if (word === 'wait') expect(price).toBeGreaterThan((year?.averageCents ?? 0) * 0.95);
      }
    }),
  );
});
