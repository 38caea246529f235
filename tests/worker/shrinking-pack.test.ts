/*
 * A pack that shrinks at the same price: the shop's page keeps its earlier name.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchOffers } from '#db/queries/search/search.ts';
import { pastPack } from '#worker/demo/world/offer-past.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';

const BEFORE = { name: 'Wombat Creek Chips Sea Salt 200g', brand: 'Wombat Creek', price: '4.50' };
let world: ShopWorld;
let clock = new Date('2026-11-21T00:00:00Z');

beforeAll(async () => {
  world = await openShopWorld({ 'chips-100001': BEFORE }, () => clock);
});

afterAll(() => world.close());

test('keeps the name from before the pack shrank, even after a price change', async () => {
  const earlierPack = async () => {
    const found = await searchOffers(world.em(), 'sea salt chips', { products: 1, offers: 1 });
    return found.offers[0]?.earlierPack;
  };
  await world.crawl();
  expect(await earlierPack()).toBeNull();
  const smaller = { ...BEFORE, name: 'Wombat Creek Chips Sea Salt 170g' };
  // The price changes each day, because it is the test shop's ETag.
  for (const [day, price] of [
    ['2026-11-22', '4.51'],
    ['2026-11-23', '4.70'],
  ] as const) {
    clock = new Date(`${day}T00:00:00Z`);
    world.shop.products.set('chips-100001', { ...smaller, price });
    await world.crawl();
    expect(await earlierPack()).toEqual({
      name: BEFORE.name,
      seenAt: expect.stringMatching(/^2026-11-21T00:00:00/),
    });
  }
});

test('an unknown address has no earlier pack', () => {
  const year = [new Date('2025-11-21'), new Date('2026-11-21')] as const;
  expect(pastPack(`${world.shop.origin}/product/chips-100001`, '', ...year)).toBeNull();
});
