import { wrap } from '@mikro-orm/postgresql';
import { beforeAll, describe, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { cents } from '#domain/money.ts';
import { createProduct, createRetailer, offerReading } from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import type { OfferToStore } from './offer-columns.ts';
import { findKnownOffers, lockKnownOffers } from './offers.ts';
import { touchSameOffers, upsertOffers } from './store-offers.ts';

const FIRST = new Date('2026-11-01T00:00:00Z');
const AGAIN = new Date('2026-11-02T00:00:00Z');

const open = ormForFile();
let retailerId = '';
let productId = '';
beforeAll(async () => {
  retailerId = (await createRetailer(open.em())).id;
  productId = (await createProduct(open.em())).id;
});
const kettle = (url: string): OfferToStore =>
  offerReading({
    url,
    productId,
    variant: 'red "XL", {a}\\b',
    name: 'Kettle 1.7 L',
    source: 'feed',
    extraction: 'feed',
    imageUrl: 'https://shop.example/kettle.jpg',
    priceCents: cents(4_900),
    originalPriceCents: cents(5_900),
    deliveryCents: cents(995),
    multiBuy: { quantity: 2, totalCents: cents(8_000) },
    unitPrice: { price: '28.82', quantity: 1, unit: 'L' },
    ratingAverage: 4.33,
    ratingCount: 12,
  });

const store = (offer: OfferToStore, at: Date) =>
  upsertOffers(open.em(), { retailerId, page: null, observedAt: at }, [offer]);

/** Reads all columns except lastSeenAt. */
async function rowOf(url: string) {
  const { lastSeenAt: _, ...row } = wrap(await open.em().findOneOrFail(Offer, { url })).toObject();
  return row;
}

/** Readings that each differ from the kettle in one field. */
const CHANGES: [string, Partial<OfferToStore>][] = [
  ['nothing', {}],
  ['its brand', { brand: 'Sunbeam', gtin: '9300000000000' }],
  ['no picture', { imageUrl: null }],
  ['another picture', { imageUrl: 'https://shop.example/other.jpg' }],
  ['another name', { name: 'Kettle 1.7 litres' }],
  ['another price', { priceCents: cents(4_899) }],
  ['no earlier price', { originalPriceCents: null }],
  ['a price for members', { memberPriceCents: cents(4_500) }],
  ['no delivery', { deliveryCents: null }],
  ['another delivery', { deliveryCents: cents(0) }],
  ['no deal', { multiBuy: null }],
  ['another deal', { multiBuy: { quantity: 3, totalCents: cents(8_000) } }],
  ['no unit price', { unitPrice: null }],
  ['another unit price', { unitPrice: { price: '28.82', quantity: 100, unit: 'mL' } }],
  ['an unknown availability', { availability: 'unknown' }],
  ['another availability', { availability: 'limited' }],
  ['no ratings', { ratingAverage: null, ratingCount: null }],
  ['another average', { ratingAverage: 4.34 }],
  ['another count', { ratingCount: 13 }],
  ['another source', { source: 'live' }],
  ['another way of reading', { extraction: 'json-ld' }],
];

describe('touchSameOffers', () => {
  test.each(CHANGES)(
    'touches an offer exactly when storing the reading changes nothing: %s',
    async (what, change) => {
      const url = `https://shop.example/${encodeURIComponent(what)}`;
      await store(kettle(url), FIRST);
      const before = await rowOf(url);
      const reading = { ...kettle(url), ...change };
      const seen = await touchSameOffers(open.em(), retailerId, [reading], AGAIN);
      expect(await rowOf(url)).toEqual(before);
      await store(reading, AGAIN);
      const isSame = JSON.stringify(await rowOf(url)) === JSON.stringify(before);
      expect(seen.size === 1).toBe(isSame);
    },
  );

  test('storing an offer updates its shelf (a missing one keeps the stored shelf) but not its decided category', async () => {
    const url = 'https://shop.example/category';
    await store({ ...kettle(url), shelf: 'Sale', category: 'Kitchen Appliances' }, FIRST);
    await store({ ...kettle(url), shelf: 'Kitchen > Kettles', category: 'Laptops' }, AGAIN);
    await store(kettle(url), AGAIN);
    expect(await rowOf(url)).toMatchObject({
      shelf: 'Kitchen > Kettles',
      category: 'Kitchen Appliances',
    });
  });

  test('a page adds the brand and article number that its list left out, also for search; the list removes neither', async () => {
    const url = 'https://shop.example/brand';
    const page = { brand: 'Sunbeam', sku: 'KE1', searchText: 'sunbeam kettle' };
    await store(kettle(url), FIRST);
    const [{ isRenamed = false } = {}] = await store({ ...kettle(url), ...page }, AGAIN);
    expect(isRenamed).toBe(true);
    await store(kettle(url), AGAIN);
    expect(await rowOf(url)).toMatchObject(page);
  });

  test('returns the positions of the touched offers and leaves the others alone', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((slug) => kettle(`https://shop.example/${slug}`));
    if (!a || !b || !c) throw new Error('three were made');
    await store(a, FIRST);
    const [stored] = await store(c, FIRST);
    await store(b, FIRST);
    const seen = await touchSameOffers(
      open.em(),
      retailerId,
      [{ ...a, priceCents: cents(1) }, kettle('https://shop.example/unknown'), c],
      AGAIN,
    );
    expect([...seen]).toEqual([[2, stored?.id]]);
    const urls = [a.url, b.url, c.url];
    const rows = await open.em().find(Offer, { url: urls, lastSeenAt: AGAIN });
    expect(rows.map(({ url }) => url)).toEqual([c.url]);
  });

  test('does not touch an offer with a doubted price', async () => {
    const doubted = kettle('https://shop.example/doubted');
    await store(doubted, FIRST);
    await open.em().nativeUpdate(Offer, { url: doubted.url }, { suspectPriceCents: 100 });
    expect((await touchSameOffers(open.em(), retailerId, [doubted], AGAIN)).size).toBe(0);
  });
});

test('finds offers by every part of their identity, including quotes and backslashes', async () => {
  const one = kettle('https://shop.example/identity');
  await store(one, FIRST);
  const others = [
    { ...one, variant: 'red' },
    { ...one, seller: 'else' },
    { ...one, zone: 'NSW' },
  ];
  for (const find of [findKnownOffers, lockKnownOffers]) {
    const found = await find(open.em(), retailerId, [...others, one]);
    expect(found.map((offer) => offer?.zone)).toEqual([
      undefined,
      undefined,
      undefined,
      'national',
    ]);
  }
});
