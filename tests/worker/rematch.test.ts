/* A known offer whose page states a new GTIN: it moves to the GTIN's product, stays, or leaves, and its history goes with it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { PricePoint } from '#db/entities/price-point.ts';
import { Product } from '#db/entities/product.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { type ShopProduct, type ShopServer, startShopServer } from '../support/shop-server.ts';

const KETTLE = '9312345678907';
const OTHER = '5702017416243';
const running = new AbortController().signal;
let shops: Record<'one' | 'two', ShopServer>;
let world: CrawlWorld;
let ids: Record<'one' | 'two', string>;

beforeAll(async () => {
  shops = { one: await startShopServer({}), two: await startShopServer({}) };
  world = await openCrawlWorld(Object.values(shops).map(({ origin }) => origin));
});
afterAll(async () => {
  await world.close();
  await Promise.all(Object.values(shops).map((shop) => shop.close()));
});

beforeEach(async () => {
  await world.em().execute('truncate retailer, product cascade');
  const add = async (slug: 'one' | 'two') => (await world.addRetailer(slug, shops[slug].origin)).id;
  ids = { one: await add('one'), two: await add('two') };
});

/** The shop server's pages change with their price only. */
let price = 149;

/** Sets a shop's kettle and crawls it; returns its offer with the product. */
async function crawl(slug: 'one' | 'two', more: Partial<ShopProduct> = {}) {
  const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: `${--price}.00` };
  shops[slug].products.set('kettle-100001', { ...kettle, ...more });
  await makePagesDue(world.em(), ids[slug]);
  await crawlRetailer(world.services, ids[slug], running);
  return offerOf(slug);
}

function offerOf(slug: string) {
  return world.em().findOneOrFail(Offer, { retailer: { slug } }, { populate: ['product'] });
}

test('moves with its history to the product of a GTIN that appears', async () => {
  const sold = { name: 'Breville BKE825 Kettle, the Smart One', gtin: KETTLE };
  const first = await crawl('one', sold);
  const apart = await crawl('two', { name: 'Breville Soft Top Pure Kettle' });
  expect(apart.product.id).not.toBe(first.product.id);
  const points = await world.em().count(PricePoint, { offer: apart.id });
  const moved = await crawl('two', { name: 'Breville Soft Top Pure Kettle', gtin: KETTLE });
  expect(moved).toMatchObject({
    id: apart.id,
    matchMethod: 'gtin',
    matchConfidence: expect.closeTo(0.99),
  });
  expect(moved.product.id).toBe(first.product.id);
  expect(moved.matchBecause).toEqual([`same barcode ${KETTLE}`]);
  expect(await world.em().count(PricePoint, { offer: apart.id })).toBeGreaterThanOrEqual(points);
});

test('stays where a stated difference speaks against the GTIN', async () => {
  await crawl('one', { name: 'Breville Smart Kettle 1.7L', gtin: KETTLE });
  const known = await crawl('two', { name: 'Breville Smart Kettle 1L' });
  const after = await crawl('two', { name: 'Breville Smart Kettle 1L', gtin: KETTLE });
  expect(after.product.id).toBe(known.product.id);
});

test('leaves a product whose GTIN its own contradicts', async () => {
  const first = await crawl('one', { gtin: KETTLE });
  const same = await crawl('two');
  expect(same.product.id).toBe(first.product.id);
  const left = await crawl('two', { gtin: OTHER });
  expect(left.id).toBe(same.id);
  expect(left.product.id).not.toBe(first.product.id);
  expect(left.product.gtin).toBe(OTHER);
});

test('stays where an operator placed it', async () => {
  await crawl('one', { gtin: KETTLE });
  const { id, product } = await crawl('two');
  await world.em().nativeUpdate(Offer, { id }, { matchMethod: 'operator' });
  expect((await crawl('two', { gtin: OTHER })).product.id).toBe(product.id);
});

test('gives its GTIN to a product that has none', async () => {
  const { product } = await crawl('one');
  expect(product.gtin).toBeNull();
  expect((await crawl('one', { gtin: KETTLE })).product).toMatchObject({
    id: product.id,
    gtin: KETTLE,
  });
  expect(await world.em().count(Product)).toBe(1);
});
