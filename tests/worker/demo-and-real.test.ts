/* Real and demo prices are never shown together: they cannot be enabled at once, are not matched to each other, and are labelled. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Offer, Score } from '#db/entities/offer.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { claimPage, makePagesDue } from '#db/queries/crawl/pages.ts';
import { productsToScore } from '#db/queries/products/scores.ts';
import { switchRetailers } from '#db/queries/retailers/retailers.ts';
import { recordSearch, trendingSearches } from '#db/queries/search/trending.ts';
import { listFavorites } from '#db/queries/shoppers/favorites.ts';
import { viewHistory } from '#db/queries/shoppers/histories.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { scoreProducts } from '#worker/score/score-products.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { anyRow, createFavorite, createUser, createView } from '../support/factory.ts';
import { type ShopProduct, type ShopServer, startShopServer } from '../support/shop-server.ts';

const running = new AbortController().signal;
let shops: Record<'demo' | 'real' | 'other', ShopServer>;
let world: CrawlWorld;
let ids: Record<'demo' | 'real' | 'other', string>;

beforeAll(async () => {
  shops = {
    demo: await startShopServer({}),
    real: await startShopServer({}),
    other: await startShopServer({}),
  };
  world = await openCrawlWorld(Object.values(shops).map(({ origin }) => origin));
});
afterAll(async () => {
  await world.close();
  await Promise.all(Object.values(shops).map((shop) => shop.close()));
});

beforeEach(async () => {
  const em = world.em();
  await em.execute('truncate retailer, product, search, user_account cascade');
  const add = async (slug: 'demo' | 'real' | 'other') =>
    (await world.addRetailer(slug, shops[slug].origin)).id;
  ids = { demo: await add('demo'), real: await add('real'), other: await add('other') };
  await em.nativeUpdate(Retailer, { slug: 'demo' }, { kind: 'demo' });
  await em.nativeUpdate(Retailer, { slug: { $ne: 'demo' } }, { status: 'disabled' });
});

/** Sets a shop's kettle and crawls it; only the demo shop states a GTIN. */
async function crawl(slug: 'demo' | 'real' | 'other', more: Partial<ShopProduct> = {}) {
  const kettle = { name: 'Breville Smart Kettle BKE825', brand: 'Breville', price: '149.00' };
  shops[slug].products.set('kettle-100001', { ...kettle, ...more });
  await makePagesDue(world.em(), ids[slug]);
  await crawlRetailer(world.services, ids[slug], running);
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
  await switchRetailers(world.em(), [ids.real], 'enabled');
  await crawl('real');
  const real = await productOf('real');
  expect(real.id).not.toBe(invented.id);
  expect(real).toMatchObject({ gtin: null, modelKey: invented.modelKey, method: 'new' });
  await switchRetailers(world.em(), [ids.other], 'enabled');
  await crawl('other');
  expect((await productOf('other')).id).toBe(real.id);
});

test('demo offers do not join a real product after returning to the demonstration', async () => {
  await switchRetailers(world.em(), [ids.real], 'enabled');
  await crawl('real');
  await switchRetailers(world.em(), [ids.real], 'disabled');
  expect(await switchRetailers(world.em(), [ids.demo], 'enabled')).toBe('done');
  await crawl('demo', { gtin: '9312345678907' });
  expect((await productOf('demo')).id).not.toBe((await productOf('real')).id);
  expect((await productOf('real')).gtin).toBeNull();
});

test('a disabled shop has no page to claim', async () => {
  await crawl('demo');
  await makePagesDue(world.em(), ids.demo);
  await switchRetailers(world.em(), [ids.real], 'enabled');
  expect(await claimPage(world.em(), ids.demo)).toBeNull();
});

test('two switches at once enable only one side', async () => {
  for (let round = 0; round < 5; round += 1) {
    await world.em().nativeUpdate(Retailer, {}, { status: 'disabled' });
    await Promise.all([
      switchRetailers(world.em(), [ids.demo], 'enabled'),
      switchRetailers(world.em(), [ids.real], 'enabled'),
    ]);
    const enabled = await world.em().find(Retailer, { status: 'enabled' });
    expect(enabled.map(({ slug }) => slug)).toEqual(['real']);
  }
});

test('demo searches leave trending when the demonstration ends', async () => {
  const search = { query: 'kettle', userId: null, resultsCount: 3, at: new Date() };
  await recordSearch(world.em(), { ...search, visitor: 'demo-1', source: 'demo' });
  expect(await trendingSearches(world.em(), '7d', 5)).toMatchObject([{ isDemo: true }]);
  await switchRetailers(world.em(), [ids.real], 'enabled');
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
  await switchRetailers(world.em(), [ids.real], 'enabled');
  expect(await said()).toEqual(['demo (demonstration)', 'demo (demonstration)']);
});

test('rescores the other offers when a shop is disabled', async () => {
  await switchRetailers(world.em(), [ids.real, ids.other], 'enabled');
  await crawl('real');
  await crawl('other', { price: '99.00' });
  const reason = async () => {
    await scoreProducts(world.em(), await productsToScore(world.em(), 10));
    const score = await world.em().findOne(Score, { offer: { retailer: ids.real } });
    return score?.reason;
  };
  expect(await reason()).toMatch(/above the lowest of 2 shops/);
  await switchRetailers(world.em(), [ids.other], 'disabled');
  expect(await reason()).not.toMatch(/shops/);
});
