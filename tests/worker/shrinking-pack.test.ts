/*
 * A pack that shrinks at the same price: from the shop's page to the shopper's notice.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { searchOffers } from '#db/queries/search/search.ts';
import { shrunkSince } from '#domain/pack/shrinkflation.ts';
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

/** The current notice about the chips. */
async function told() {
  const found = await searchOffers(world.em(), 'sea salt chips', { products: 1, offers: 1 });
  const [offer] = found.offers;
  return offer
    ? (shrunkSince(offer.earlierPack, offer, clock.getTime())?.text ?? null)
    : 'no offer';
}

test('reports a smaller pack at the same price, even after a price change', async () => {
  await crawl();
  expect(await told()).toBeNull();
  clock = new Date('2026-11-22T00:00:00Z');
  // A cent more: the test shop's ETag is its price.
  shop.products.set('chips-100001', {
    ...BEFORE,
    name: 'Wombat Creek Chips Sea Salt 170g',
    price: '4.51',
  });
  await crawl();
  expect(await told()).toBe(
    'Pack shrank from 200 g to 170 g (15% less) and now costs $4.51, was $4.50.',
  );
  clock = new Date('2026-11-23T00:00:00Z');
  shop.products.set('chips-100001', {
    ...BEFORE,
    name: 'Wombat Creek Chips Sea Salt 170g',
    price: '4.70',
  });
  await crawl();
  expect(await told()).toContain('now costs $4.70, was $4.50');
});

test('an unknown address has no earlier pack', () => {
  const year = [new Date('2025-11-21'), new Date('2026-11-21')] as const;
  expect(pastPack(`${shop.origin}/product/chips-100001`, '', ...year)).toBeNull();
});
