import { expect, test } from 'vitest';
import { cents } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import { changesOf } from '../responses/search-product.ts';
import { type Found, stillReading } from './shopper-search.ts';

const NOW_MS = Date.UTC(2026, 10, 22);
const at = (daysAgo: number, priceCents: number) => ({
  atMs: NOW_MS - daysAgo * DAY_MS,
  priceCents: cents(priceCents),
});

test('states for how many days each price has held', () => {
  const prices = [at(200, 1000), at(30, 800), at(0.1, 900)];
  expect(changesOf(prices, NOW_MS)).toEqual([
    [90, 10],
    [30, 8],
    [0, 9],
  ]);
});

test('keeps the later of two prices on a day, and ignores changes of stock', () => {
  const prices = [at(40, 1000), at(20.2, 700), at(20, 800), at(5, 800)];
  expect(changesOf(prices, NOW_MS)).toEqual([
    [40, 10],
    [20, 8],
  ]);
});

const shop = (category: string, pages: number, pagesRead: number, kind = 'real') => ({
  category,
  pages,
  pagesRead,
  kind,
});
const reading = (query: string, shops: ReturnType<typeof shop>[], found: string[] = []) => {
  const facets = { category: found.map((value) => ({ value, count: 1 })) };
  const services = { freshness: async () => shops } as unknown as Parameters<
    typeof stillReading
  >[0];
  return stillReading(services, query, { facets } as unknown as Found);
};

test('reports a shop that is not read and could sell the goods', async () => {
  const unread = { pages: 100, checked: 20, due: 80 };
  expect(await reading('kettle', [shop('Appliances', 100, 20)])).toEqual(unread);
  expect(await reading('kettle', [shop('Department store', 100, 20)])).toEqual(unread);
  expect(await reading('zzyzx', [shop('Liquor', 100, 20)])).toEqual(unread);
  expect(await reading('kettle', [shop('Appliances', 0, 0)])).toEqual({
    pages: 0,
    checked: 0,
    due: 0,
  });
});

test('does not report shops of other departments, shops already read, or feeds', async () => {
  expect(await reading('kettle', [shop('Liquor', 100, 20)])).toBeNull();
  expect(await reading('zzyzx', [shop('Liquor', 100, 20)], ['Kitchen Appliances'])).toBeNull();
  expect(await reading('kettle', [shop('Appliances', 100, 95)])).toBeNull();
  expect(await reading('kettle', [shop('Appliances', 0, 0, 'feed')])).toBeNull();
});
