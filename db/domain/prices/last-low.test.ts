import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { withoutGlitches } from './best-price-series.ts';
import { buyVerdict, yearFigures } from './buy-verdict.ts';
import { lastLow } from './last-low.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const since = (days: number, price: number | null) => ({
  atMs: NOW_MS - days * DAY_MS,
  priceCents: price === null ? null : cents(price),
});
const placed = (...series: ReturnType<typeof since>[]) => {
  const steady = withoutGlitches(series);
  const year = yearFigures(steady, NOW_MS);
  return year && lastLow(steady, year, NOW_MS);
};

test('says when it was last as low', () => {
  expect(placed(since(365, 400), since(30, 500), since(10, 350))).toEqual({
    sinceMs: NOW_MS - 10 * DAY_MS,
    hasRisen: false,
    text: 'Its lowest in a year.',
  });
  expect(placed(since(100, 400), since(10, 350))?.text).toBe(
    'Its lowest since we began watching in August 2026.',
  );
  expect(placed(since(365, 300), since(30, 500), since(10, 300))?.text).toBe(
    'Its lowest in a year, last on 22 October.',
  );
  expect(placed(since(365, 500), since(340, 300), since(330, 500), since(10, 310))?.text).toBe(
    'Last this cheap on 26 December 2025.',
  );
  expect(placed(since(365, 500), since(20, 300), since(10, 350))).toMatchObject({
    hasRisen: true,
    text: 'It was $3.00 until 11 November.',
  });
});

test('ignores glitches and stockless stretches; null without an offer', () => {
  expect(placed(since(365, 500), since(10, 300), since(5, 900), since(4.98, 300))).toMatchObject({
    sinceMs: NOW_MS - 10 * DAY_MS,
    text: 'Its lowest in a year.',
  });
  expect(placed(since(365, 500), since(10, 300), since(5, null), since(4, 300))?.sinceMs).toBe(
    NOW_MS - 10 * DAY_MS,
  );
  expect(placed(since(365, 500), since(10, null))).toBeNull();
});

test('never contradicts the verdict about the lowest price', () => {
  const points = fc.array(
    fc.record({ lasted: fc.integer({ min: 1, max: 60 }), price: fc.integer({ min: 1, max: 8 }) }),
    { minLength: 2, maxLength: 12 },
  );
  fc.assert(
    fc.property(points, (lasting) => {
      let days = lasting.reduce((sum, { lasted }) => sum + lasted, 0);
      const series = lasting.map(({ lasted, price }) => {
        const point = since(days, price * 100);
        days -= lasted;
        return point;
      });
      const price = series.at(-1)?.priceCents ?? cents(0);
      const text = placed(...series)?.text ?? '';
      const verdict = buyVerdict(price, yearFigures(series, NOW_MS), 1);
      if (text.startsWith('Its lowest')) expect(verdict.text).not.toMatch(/as low as/);
      if (/^Its lowest/.test(verdict.text)) expect(text).not.toMatch(/^It was/);
      if (/^Its lowest in a year/.test(verdict.text)) expect(text).toMatch(/^Its lowest in a year/);
    }),
  );
});
