import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { shrunkPack } from './shrink-watch.ts';

const NOW_MS = Date.parse('2026-11-23T00:00:00Z');
const daysAgo = (days: number) => NOW_MS - days * DAY_MS;
const earlierAt = (days: number, price: number) => ({
  name: 'Chips Sea Salt 200g',
  priceCents: cents(price),
  seenAt: new Date(daysAgo(days)).toISOString(),
});
const now = (price: number) => ({ name: 'Chips Sea Salt 170g', priceCents: cents(price) });
const pricesOf = (...points: [days: number, price: number][]) =>
  points.map(([days, price]) => ({ atMs: daysAgo(days), priceCents: cents(price) }));

test('measures the rise between usual prices, ignoring specials', () => {
  const prices = pricesOf([200, 450], [70, 225], [63, 450], [7, 225]);
  const shrunk = shrunkPack(earlierAt(65, 225), now(225), prices, NOW_MS);
  expect(shrunk).toMatchObject({ shrunkPercent: 15, unitPricePercent: 17.6 });
  expect(shrunk?.before.priceCents).toBe(450);
  expect(shrunk?.after.priceCents).toBe(450);
});

test('ignores a price that fell with the pack, even if a special hid the fall', () => {
  const prices = pricesOf([200, 450], [70, 380], [60, 380]);
  expect(shrunkPack(earlierAt(61, 380), now(380), prices, NOW_MS)).toBeNull();
});

test('needs a usual price before and after', () => {
  expect(shrunkPack(earlierAt(10, 450), now(470), [], NOW_MS)).toBeNull();
  const sale = pricesOf([80, 225], [60, 450]);
  expect(shrunkPack(earlierAt(61, 225), now(450), sale, NOW_MS)).toBeNull();
  const fresh = pricesOf([200, 450]);
  expect(shrunkPack(earlierAt(13, 450), now(450), fresh, NOW_MS)).toBeNull();
  expect(shrunkPack(earlierAt(15, 450), now(450), fresh, NOW_MS)?.shrunkPercent).toBe(15);
});

test('ignores a rise long after the change', () => {
  const prices = pricesOf([300, 450], [100, 900]);
  const shrunk = shrunkPack(earlierAt(200, 450), now(900), prices, NOW_MS);
  expect(shrunk?.after.priceCents).toBe(450);
});

test('ends after a year', () => {
  expect(shrunkPack(earlierAt(366, 450), now(450), [], NOW_MS)).toBeNull();
  expect(shrunkPack(null, now(450), [], NOW_MS)).toBeNull();
});
