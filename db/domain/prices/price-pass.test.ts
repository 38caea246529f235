import { describe, expect, test } from 'vitest';
import { cents } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { passOutcome } from './price-pass.ts';

const BOUGHT_MS = Date.parse('2026-11-01T00:00:00+10:00');
const on = (day: number) => BOUGHT_MS + day * DAY_MS;
const prices = (...points: [day: number, price: number][]) =>
  points.map(([day, price]) => ({ atMs: on(day), priceCents: cents(price) }));
const pass = { paidCents: cents(10_000), boughtMs: BOUGHT_MS, endsMs: on(30) };

describe('a price pass', () => {
  test('says when the shop charged less, and how much less', () => {
    const outcome = passOutcome(pass, prices([-60, 10_000], [9, 8_500], [12, 11_000]), on(14));
    expect(outcome).toMatchObject({
      state: 'cheaper',
      lowest: { priceCents: 8_500, atMs: on(9) },
      medianCents: 10_000,
      text: '$85.00 there since 10 November: $15.00 less than you paid. Ask the shop for the difference.',
    });
  });

  test('ignores prices before the purchase, after the end and in the future', () => {
    const cheapOutside = prices([-60, 5_000], [-1, 10_000], [31, 4_000]);
    expect(passOutcome(pass, cheapOutside, on(20)).state).toBe('watching');
    expect(passOutcome(pass, cheapOutside, on(60))).toMatchObject({
      state: 'over',
      text: 'The time is over. It was never cheaper there.',
    });
    expect(passOutcome(pass, prices([-1, 10_000], [15, 9_000]), on(10)).state).toBe('watching');
  });

  test('ignores a special that ended on the day of the purchase', () => {
    const ended = prices([-7, 5_000], [0.125, 10_000]);
    expect(passOutcome(pass, ended, on(0.5)).state).toBe('watching');
    expect(passOutcome(pass, ended, on(20)).lowest).toMatchObject({ priceCents: 10_000 });
  });

  test('is cheaper at once when the shop already charged less', () => {
    expect(passOutcome(pass, prices([-10, 9_900]), on(0)).state).toBe('cheaper');
  });

  test('makes no statement about unread prices', () => {
    expect(passOutcome(pass, [], on(3))).toMatchObject({
      state: 'watching',
      lowest: null,
      medianCents: null,
      text: 'Not cheaper there so far. We look until 1 December.',
    });
    expect(passOutcome(pass, [], on(40)).text).toBe('The time is over. We read no price there.');
  });
});
