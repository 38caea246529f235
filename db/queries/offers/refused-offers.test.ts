import { beforeAll, beforeEach, expect, test } from 'vitest';
import { RefusedOffer as RefusedOfferRow } from '#db/entities/run.ts';
import { createRetailer } from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { countRefused, listRefused } from '../operators/refused-view.ts';
import { purgeExpired } from '../operators/retention.ts';
import { keepRefused, MOST_REFUSED, type RefusedOffer } from './refused-offers.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const runId = '00000000-0000-7000-8000-000000000001';

const open = ormForFile();
const retailerIds: Record<string, string> = {};

beforeAll(async () => {
  for (const slug of ['shop', 'other'])
    retailerIds[slug] = (await createRetailer(open.em(), { slug })).id;
});
beforeEach(() => open.em().nativeDelete(RefusedOfferRow, {}));

function kettle(nth: number, over: Partial<RefusedOffer> = {}): RefusedOffer {
  return {
    reason: 'no-price',
    url: `https://shop.example/kettle-${nth}`,
    variant: '',
    seller: '',
    name: `Kettle ${nth}`,
    price: null,
    currency: null,
    availability: 'unknown',
    lastPriceCents: null,
    ceilingCents: null,
    feedRow: null,
    ...over,
  };
}

/** Keeps offers as refused `minutes` after NOW. */
function keep(offers: RefusedOffer[], minutes = 0, slug = 'shop'): Promise<void> {
  const observedAt = new Date(NOW + minutes * 60_000);
  const at = { retailerId: retailerIds[slug] ?? '', pageId: null, runId, observedAt };
  return open.em().transactional((tx) => keepRefused(tx, at, offers, false));
}

const list = (filter: { slug?: string; reason?: string } = {}, limit = 500, offset = 0) =>
  listRefused(open.em(), { slug: null, reason: null, ...filter }, { limit, offset });

test('counts repeated refusals for one reason in one row and keeps the first time', async () => {
  await keep([kettle(1), kettle(1), kettle(1, { variant: 'red' })]);
  await keep([kettle(1, { price: '5.00' }), kettle(1, { reason: 'currency-not-aud' })], 7);
  const { total, rows } = await list();
  expect(total).toBe(3);
  const again = rows.find(({ reason, variant }) => reason === 'no-price' && variant === '');
  expect(again).toMatchObject({ times: 2, price: '5.00' });
  const [first, last] = [again?.firstRefusedAt, again?.lastRefusedAt].map((at) => at?.getTime());
  expect([first, last]).toEqual([NOW, NOW + 7 * 60_000]);
});

test('keeps the newest rows for each retailer and reason, up to a limit each', async () => {
  const many = (from: number, n: number) => Array.from({ length: n }, (_, at) => kettle(from + at));
  await keep(many(0, MOST_REFUSED));
  await keep(many(0, 1), 1, 'other');
  await keep([kettle(0, { reason: 'price-implausible' })], 1);
  await keep(many(MOST_REFUSED, 30), 2);
  // The first thirty were refused again, so they are no longer the oldest.
  await keep(many(30, 30), 3);
  await keep(many(MOST_REFUSED + 30, 30), 4);
  expect(await countRefused(open.em())).toEqual([
    { retailer: 'other', slug: 'other', reason: 'no-price', offers: 1 },
    { retailer: 'shop', slug: 'shop', reason: 'no-price', offers: MOST_REFUSED },
    { retailer: 'shop', slug: 'shop', reason: 'price-implausible', offers: 1 },
  ]);
  const { rows } = await list({ slug: 'shop', reason: 'no-price' });
  const names = new Set(rows.map(({ name }) => name));
  for (const nth of [30, 59, MOST_REFUSED, MOST_REFUSED + 59]) {
    expect(names, `kettle ${nth}`).toContain(`Kettle ${nth}`);
  }
});

test('identifies feed rows without an address by their row number', async () => {
  const fault = { url: '', name: '', reason: 'row-malformed' } as const;
  await keep([2, 5].map((feedRow) => kettle(0, { ...fault, feedRow })));
  expect((await list()).rows.map(({ feedRow }) => feedRow).toSorted()).toEqual([2, 5]);
});

test('stores any text, cut to the displayed length', async () => {
  const odd = `\0"\\{\uD800,'${'x'.repeat(5_000)}`;
  await keep([
    kettle(0, { name: odd, price: odd, variant: odd, url: `https://shop.example/${odd}` }),
  ]);
  const [row] = (await list()).rows;
  expect(row?.name).toMatch(/^ "\\{\uFFFD,'x+$/);
  expect(row?.name.length).toBe(300);
  expect(row?.url.length).toBeLessThanOrEqual(2_000);
});

test('pages through the list without gaps or overlaps', async () => {
  await keep([0, 1, 2, 3, 4].map((nth) => kettle(nth)));
  const parts = [await list({}, 2, 0), await list({}, 2, 2), await list({}, 2, 4)];
  expect(parts.map(({ total, rows }) => [total, rows.length])).toEqual([
    [5, 2],
    [5, 2],
    [5, 1],
  ]);
  expect(new Set(parts.flatMap(({ rows }) => rows.map(({ name }) => name))).size).toBe(5);
});

test('deletes an offer that was not refused again within 30 days', async () => {
  const minutesToNow = (Date.now() - NOW) / 60_000;
  await keep([kettle(1)], minutesToNow - 31 * 24 * 60);
  await keep([kettle(2)], minutesToNow - 29 * 24 * 60);
  const { signal } = new AbortController();
  expect(await purgeExpired(open.em(), signal)).toEqual({ 'refused offers': 1 });
  expect((await list()).rows).toMatchObject([{ name: 'Kettle 2' }]);
});
