/*
 * A pack that shrinks at the same price: the shop's page keeps its earlier name.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { searchOffers } from '#db/queries/search/search.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { pastPack } from '#worker/demo/world/offer-past.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { type ShopServer, startShopServer } from '../support/shop-server.ts';

const BEFORE = { name: 'Wombat Creek Chips Sea Salt 200g', brand: 'Wombat Creek', price: '4.50' };
let shop: ShopServer;
let world: CrawlWorld;
let retailer: RetailerRow;
let clock = new Date('2026-11-21T00:00:00Z');

beforeAll(async () => {
  shop = await startShopServer({ 'chips-100001': BEFORE });
  world = await openCrawlWorld([shop.origin], () => clock);
  retailer = await world.addRetailer('test-shop', shop.origin);
});

afterAll(async () => {
  await world.close();
  await shop.close();
});

async function crawl() {
  await makePagesDue(world.em(), retailer.id);
  await crawlRetailer(world.services, retailer.id, new AbortController().signal);
}

test('keeps the name from before the pack shrank, even after a price change', async () => {
  const earlierPack = async () => {
    const found = await searchOffers(world.em(), 'sea salt chips', { products: 1, offers: 1 });
    return found.offers[0]?.earlierPack;
  };
  await crawl();
  expect(await earlierPack()).toBeNull();
  const smaller = { ...BEFORE, name: 'Wombat Creek Chips Sea Salt 170g' };
  // The price changes each day, because it is the test shop's ETag.
  for (const [day, price] of [
    ['2026-11-22', '4.51'],
    ['2026-11-23', '4.70'],
  ] as const) {
    clock = new Date(`${day}T00:00:00Z`);
    shop.products.set('chips-100001', { ...smaller, price });
    await crawl();
    expect(await earlierPack()).toEqual({
      name: BEFORE.name,
      seenAt: expect.stringMatching(/^2026-11-21T00:00:00/),
    });
  }
});

test('an unknown address has no earlier pack', () => {
  const year = [new Date('2025-11-21'), new Date('2026-11-21')] as const;
  expect(pastPack(`${shop.origin}/product/chips-100001`, '', ...year)).toBeNull();
});
