import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { shopAnswer } from '../shop-answer.ts';
import { variantPath } from './addresses.ts';
import { type BreakKind, breaksFileIn, readBreaks, watchBreaks, writeBreak } from './breaks.ts';
import { demoShelves } from './listing.ts';
import { priceAt } from './price-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-breaks-'));
afterAll(() => rmSync(folder, { recursive: true }));
const AT = new Date('2026-11-21T04:00:00Z');

function pageOf(
  shop: string,
  broken: BreakKind | null,
): { status: number; body: string; price: string; title: string } {
  const shelf = demoShelves().get(shop);
  const listing = shelf?.listings[3];
  if (!shelf || !listing) throw new Error(`no listing in ${shop}`);
  const place = { base: '', origin: `http://${shop}.demo-shops.localhost` };
  const url = new URL(place.origin + variantPath(shelf, listing));
  const moment = { at: AT, priceFactor: broken === 'x10' ? 10 : 1 };
  const { status, body } = shopAnswer({ shelf, place, url, moment, broken });
  const { priceCents } = priceAt(listing.shop, listing.product, AT);
  return {
    status,
    body: String(typeof body === 'function' ? body() : body).replaceAll(/,(?=\d{3})/g, ''),
    price: (priceCents / 100).toFixed(2),
    title: listing.product.line,
  };
}

test('a break is written, detected by the running server and repaired', () => {
  const file = breaksFileIn(folder);
  expect(readBreaks(file).size).toBe(0);
  writeBreak(file, 'voltaroo', 'x10');
  writeBreak(file, 'redgum-trade', '403');
  expect(watchBreaks(file)('voltaroo')).toBe('x10');
  writeBreak(file, 'voltaroo', null);
  const breakOf = watchBreaks(file);
  expect([breakOf('voltaroo'), breakOf('redgum-trade')]).toEqual([null, '403']);
  expect(watchBreaks(null)('voltaroo')).toBeNull();
});

test('each kind of break has its effect', () => {
  const whole = pageOf('bluegum-digital', null);
  expect(whole.body).toContain(whole.price);
  const ten = pageOf('bluegum-digital', 'x10');
  expect(ten.body).toContain((Number(whole.price) * 10).toFixed(2));
  const moved = pageOf('bluegum-digital', 'layout');
  expect([
    moved.status,
    moved.body.includes(whole.price),
    moved.body.includes(whole.title),
  ]).toEqual([200, false, true]);
  const empty = pageOf('bluegum-digital', 'empty');
  expect([empty.status, empty.body.includes(whole.title)]).toEqual([200, false]);
  expect(pageOf('bluegum-digital', '403').status).toBe(403);
});
