import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localMs, momentOfLocal, shopperDay } from './shopper-days.ts';
import { dayText } from './text/day-text.ts';
import { HOUR_MS } from './time.ts';

const dayOf = (moment: string) =>
  new Date(shopperDay(Date.parse(moment)) * 24 * HOUR_MS).toISOString().slice(0, 10);

test('a day begins at local midnight in summer and in winter', () => {
  expect(dayOf('2026-12-08T12:59:59Z')).toBe('2026-12-08');
  expect(dayOf('2026-12-08T13:00:00Z')).toBe('2026-12-09');
  expect(dayOf('2026-07-08T13:59:59Z')).toBe('2026-07-08');
  expect(dayOf('2026-07-08T14:00:00Z')).toBe('2026-07-09');
});

test.each([
  ['the clocks go forward', '2026-10-04', 23],
  ['the clocks go back', '2026-04-05', 25],
  ['nothing happens', '2026-11-23', 24],
])('the day on which %s has its own hours', (_what, day, hours) => {
  const midnight = Date.parse(`${day}T00:00Z`);
  const startMs = momentOfLocal(midnight);
  expect(dayText(startMs)).toBe(dayText(startMs + HOUR_MS));
  expect(momentOfLocal(midnight + 24 * HOUR_MS) - startMs).toBe(hours * HOUR_MS);
});

test('what a clock shows leads back to the moment, but for the hour that comes twice', () => {
  const from = Date.UTC(2020, 0, 1);
  fc.assert(
    fc.property(fc.integer({ min: from, max: Date.UTC(2030, 0, 1) }), (ms) => {
      expect([0, HOUR_MS, -HOUR_MS]).toContain(momentOfLocal(localMs(ms)) - ms);
      const midnightMs = momentOfLocal(shopperDay(ms) * 24 * HOUR_MS);
      expect(midnightMs).toBeLessThanOrEqual(ms);
      expect(shopperDay(midnightMs)).toBe(shopperDay(ms));
      expect(shopperDay(midnightMs - 1)).toBe(shopperDay(ms) - 1);
    }),
  );
  expect(momentOfLocal(Number.NaN)).toBeNaN();
});
