import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { shrunkPack } from './shrinkflation.ts';

const NOW_MS = Date.parse('2026-11-23T00:00:00Z');
const daysAgo = (days: number) => NOW_MS - days * DAY_MS;
const earlierAt = (days: number, name = 'Chips Sea Salt 200g') => ({
  name,
  seenAt: new Date(daysAgo(days)).toISOString(),
});
const now = { name: 'Chips Sea Salt 170g' };
const pricesOf = (...points: [days: number, price: number][]) =>
  points.map(([days, price]) => ({ atMs: daysAgo(days), priceCents: cents(price) }));

test('a smaller pack at the same usual price is flagged', () => {
  expect(shrunkPack(earlierAt(30), now, pricesOf([100, 450]), NOW_MS)).toMatchObject({
    shrunkPercent: 15,
    unitPricePercent: 17.6,
    text: 'Pack shrank from 200 g to 170 g (15% less) and still usually costs $4.50.',
  });
  const dearer = pricesOf([100, 500], [30, 520]);
  expect(
    shrunkPack(earlierAt(30, '24 wipes'), { name: '20 wipes' }, dearer, NOW_MS)?.text,
  ).toContain('and now usually costs $5.20, was $5.00');
});

test.each([
  ['the price fell with it', '200g', '170g', 380],
  ['the pack grew', '170g', '200g', 450],
  ['a label was rounded', '411g', '405g', 450],
  ['units differ', '200g', '170mL', 450],
  ['a name states no pack', '3 flavours', '170g', 450],
])('is null when %s', (_why, before, after, price) => {
  const prices = pricesOf([100, 450], [30, price]);
  expect(shrunkPack(earlierAt(30, before), { name: after }, prices, NOW_MS)).toBeNull();
});

test('measures the rise between usual prices, ignoring specials', () => {
  const prices = pricesOf([200, 450], [70, 225], [63, 450], [7, 225]);
  const shrunk = shrunkPack(earlierAt(65), now, prices, NOW_MS);
  expect(shrunk).toMatchObject({ shrunkPercent: 15, unitPricePercent: 17.6 });
  expect(shrunk?.before.priceCents).toBe(450);
  expect(shrunk?.after.priceCents).toBe(450);
});

test('ignores a price that fell with the pack, even if a special hid the fall', () => {
  const prices = pricesOf([200, 450], [70, 380], [60, 380]);
  expect(shrunkPack(earlierAt(61), now, prices, NOW_MS)).toBeNull();
});

test('needs a usual price before and after', () => {
  expect(shrunkPack(earlierAt(10), now, [], NOW_MS)).toBeNull();
  const sale = pricesOf([80, 225], [60, 450]);
  expect(shrunkPack(earlierAt(61), now, sale, NOW_MS)).toBeNull();
  const fresh = pricesOf([200, 450]);
  expect(shrunkPack(earlierAt(13), now, fresh, NOW_MS)).toBeNull();
  expect(shrunkPack(earlierAt(15), now, fresh, NOW_MS)?.shrunkPercent).toBe(15);
});

test('ignores a rise long after the change', () => {
  const prices = pricesOf([300, 450], [100, 900]);
  const shrunk = shrunkPack(earlierAt(200), now, prices, NOW_MS);
  expect(shrunk?.after.priceCents).toBe(450);
});

test('ends after a year', () => {
  const prices = pricesOf([450, 450]);
  expect(shrunkPack(earlierAt(364), now, prices, NOW_MS)?.shrunkPercent).toBe(15);
  expect(shrunkPack(earlierAt(366), now, prices, NOW_MS)).toBeNull();
  expect(shrunkPack(null, now, prices, NOW_MS)).toBeNull();
});
