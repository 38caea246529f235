/* Real and demo prices are never shown together: they cannot be enabled at once, are not matched to each other, and are labelled. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Offer, Score } from '#db/entities/offer.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { claimPage, makePagesDue } from '#db/queries/crawl/pages.ts';
import { productsToScore } from '#db/queries/products/scores.ts';
import { type RetailerRow, switchRetailers } from '#db/queries/retailers/retailers.ts';
import { recordSearch, trendingSearches } from '#db/queries/search/trending.ts';
import { listFavorites } from '#db/queries/shoppers/favorites.ts';
import { viewHistory } from '#db/queries/shoppers/histories.ts';
import { scoreProducts } from '#worker/score/score-products.ts';
import { openShops } from '../support/crawl-world.ts';
import { anyRow, createFavorite, createUser, createView } from '../support/factory.ts';
import type { ShopProduct } from '../support/shop-server.ts';

type Slug = 'demo' | 'real' | 'other';
let world: Awaited<ReturnType<typeof openShops<Slug>>>;
let retailers: Record<Slug, RetailerRow>;

beforeAll(async () => {
  world = await openShops({ demo: {}, real: {}, other: {} });
});
afterAll(() => world.close());

beforeEach(async () => {
  const em = world.em();
  await em.execute('truncate retailer, product, search, user_account cascade');
  retailers = await world.addRetailers();
  await em.nativeUpdate(Retailer, { slug: 'demo' }, { kind: 'demo' });
  await em.nativeUpdate(Retailer, { slug: { $ne: 'demo' } }, { status: 'disabled' });
});

/** Sets a shop's kettle and crawls it; only the demo shop states a GTIN. */
async function crawl(slug: Slug, more: Partial<ShopProduct> = {}) {
  const kettle = { name: 'Breville Smart Kettle BKE825', brand: 'Breville', price: '149.00' };
  world.shops[slug].products.set('kettle-100001', { ...kettle, ...more });
  await world.crawl(retailers[slug].id);
}

async function productOf(slug: string) {
  const offer = await world
    .em()
    .findOneOrFail(Offer, { retailer: { slug } }, { populate: ['product'] });
  const { id, gtin, modelKey } = offer.product;
  return { id, gtin, modelKey, method: offer.matchMethod };
}

test('a real offer never joins a demo product and gets its own', async () => {
  await crawl('demo', { gtin: '9312345678907' });
  const invented = await productOf('demo');
  expect(invented.gtin).toBe('09312345678907');
  await switchRetailers(world.em(), [retailers.real.id], 'enabled');
  await crawl('real');
  const real = await productOf('real');
  expect(real.id).not.toBe(invented.id);
  expect(real).toMatchObject({ gtin: null, modelKey: invented.modelKey, method: 'new' });
  await switchRetailers(world.em(), [retailers.other.id], 'enabled');
  await crawl('other');
  expect((await productOf('other')).id).toBe(real.id);
});

test('demo offers do not join a real product after returning to the demonstration', async () => {
  await switchRetailers(world.em(), [retailers.real.id], 'enabled');
  await crawl('real');
  await switchRetailers(world.em(), [retailers.real.id], 'disabled');
  expect(await switchRetailers(world.em(), [retailers.demo.id], 'enabled')).toBe('done');
  await crawl('demo', { gtin: '9312345678907' });
  expect((await productOf('demo')).id).not.toBe((await productOf('real')).id);
  expect((await productOf('real')).gtin).toBeNull();
});

test('a disabled shop has no page to claim', async () => {
  await crawl('demo');
  await makePagesDue(world.em(), retailers.demo.id);
  await switchRetailers(world.em(), [retailers.real.id], 'enabled');
  expect(await claimPage(world.em(), retailers.demo.id)).toBeNull();
});

test('two switches at once enable only one side', async () => {
  for (let round = 0; round < 5; round += 1) {
    await world.em().nativeUpdate(Retailer, {}, { status: 'disabled' });
    await Promise.all([
      switchRetailers(world.em(), [retailers.demo.id], 'enabled'),
      switchRetailers(world.em(), [retailers.real.id], 'enabled'),
    ]);
    const enabled = await world.em().find(Retailer, { status: 'enabled' });
    expect(enabled.map(({ slug }) => slug)).toEqual(['real']);
  }
});

test('demo searches leave trending when the demonstration ends', async () => {
  const search = { query: 'kettle', userId: null, resultsCount: 3, at: new Date() };
  await recordSearch(world.em(), { ...search, visitor: 'demo-1', source: 'demo' });
  expect(await trendingSearches(world.em(), '7d', 5)).toMatchObject([{ isDemo: true }]);
  await switchRetailers(world.em(), [retailers.real.id], 'enabled');
  expect(await trendingSearches(world.em(), '7d', 5)).toEqual([]);
});

test('saved demo offers are labelled once real shops are enabled', async () => {
  await crawl('demo');
  const em = world.em();
  const { id: userId } = await createUser(em);
  const offer = await anyRow(em, Offer);
  await createFavorite(em, { user: userId, offer: offer.id });
  await createView(em, { user: userId, product: offer.product.id, priceCents: offer.priceCents });
  const page = { sortBy: 'addedAt', sortOrder: 'desc', limit: 5, offset: 0 } as const;
  const said = async () => [
    (await listFavorites(world.em(), userId, page))[0]?.retailerName,
    (await viewHistory(world.em(), userId))[0]?.retailer,
  ];
  expect(await said()).toEqual(['demo', 'demo']);
  await switchRetailers(world.em(), [retailers.real.id], 'enabled');
  expect(await said()).toEqual(['demo (demonstration)', 'demo (demonstration)']);
});

test('rescores the other offers when a shop is disabled', async () => {
  await switchRetailers(world.em(), [retailers.real.id, retailers.other.id], 'enabled');
  await crawl('real');
  await crawl('other', { price: '99.00' });
  const reason = async () => {
    await scoreProducts(world.em(), await productsToScore(world.em(), 10));
    const score = await world.em().findOne(Score, { offer: { retailer: retailers.real.id } });
    return score?.reason;
  };
  expect(await reason()).toMatch(/above the lowest of 2 shops/);
  await switchRetailers(world.em(), [retailers.other.id], 'disabled');
  expect(await reason()).not.toMatch(/shops/);
});
