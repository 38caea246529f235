import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Offer, PricePoint } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { Search } from '#db/entities/search.ts';
import { refreshUsualPrices } from '#db/queries/products/product-history.ts';
import {
  dealOffers,
  personalOffers,
  trendingOffers,
} from '#db/queries/products/recommendations.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { recordSearch, trendingSearches } from '#db/queries/search/trending.ts';
import { addView } from '#db/queries/shoppers/histories.ts';
import { cents } from '#domain/money.ts';
import { searchText } from '#domain/search/search-words.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { toRecommendedProducts } from '#site/api/responses/product-detail.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import {
  anyRow,
  createOffer,
  createPastSearch,
  createPricePoint,
  createProduct,
  createRun,
  createUser,
  daysAgo,
  slotDaysAgo,
} from '../support/factory.ts';

const GTIN = '9312345678907';
let world: ApiWorld;

beforeAll(async () => {
  const machine = { name: 'Sunbeam Origins Coffee Machine', brand: 'Sunbeam', gtin: GTIN };
  world = await openApiWorld(
    { 'm-100001': { ...machine, price: '50.00' } },
    { 'm-200001': { ...machine, price: '70.00' } },
  );
});

afterAll(() => world.close());

/** Adds points to the past of the offer that costs so much: [days ago, cents]. */
async function setPast(points: [number, number][], run: string | null = null, priceCents = 5_000) {
  const offer = await world.em().findOneOrFail(Offer, { priceCents });
  for (const [days, cents] of points)
    await createPricePoint(world.em(), {
      offer: offer.id,
      slot: slotDaysAgo(days),
      priceCents: cents,
      run,
    });
}

async function deals() {
  await refreshUsualPrices(world.em());
  return dealOffers(world.em(), null, 10);
}
const dealNames = async () => (await deals()).map((offer) => offer.name);

describe('dealOffers', () => {
  beforeEach(async () => {
    await world.em().nativeDelete(PricePoint, {});
    await world.em().nativeUpdate(Offer, {}, { availability: 'in_stock' });
  });

  test('a fall from the price that held for most of a year is a deal', async () => {
    await setPast([
      [300, 8_000],
      [2, 5_000],
    ]);
    const [deal] = await deals();
    expect(deal?.why).toBe('37% below its usual price');
  });

  test("a card shows the product's name, not a shop's", async () => {
    await setPast([
      [300, 8_000],
      [2, 5_000],
    ]);
    const { product } = await anyRow(world.em(), Offer);
    await world.em().nativeUpdate(Product, product.id, { name: 'Sunbeam Origins' });
    const services = { em: world.em, config: { siteUrl: 'http://localhost' } };
    const cards = await toRecommendedProducts(services as ApiServices, await deals());
    expect(cards.map(({ name }) => name)).toEqual(['Sunbeam Origins']);
  });

  test('a single dear day in a year of one price makes no deal', async () => {
    await setPast([
      [300, 5_000],
      [30, 10_000],
      [29, 5_000],
    ]);
    expect(await dealNames()).toEqual([]);
  });

  test('a price of a quarantined run does not count', async () => {
    const { retailer } = await anyRow(world.em(), Offer);
    const run = await createRun(world.em(), { retailer: retailer.id, status: 'quarantined' });
    await setPast([
      [300, 5_000],
      [2, 5_000],
    ]);
    await setPast([[80, 10_000]], run.id);
    expect(await dealNames()).toEqual([]);
  });

  test.each([
    ['while another has asked less all along', 'in_stock' as const],
    ['that alone has it', 'sold_out' as const],
  ])('a fall at a shop %s is no deal', async (_where, availability) => {
    await setPast([[200, 5_000]]);
    await setPast(
      [
        [200, 9_000],
        [2, 7_000],
      ],
      null,
      7_000,
    );
    await world.em().nativeUpdate(Offer, { priceCents: 5_000 }, { availability });
    expect(await dealNames()).toEqual([]);
  });
});

describe('popular searches', () => {
  const ask = (query: string, visitor: string, source: 'site' | 'demo' = 'site', hoursAgo = 0) =>
    recordSearch(world.em(), {
      query,
      visitor,
      userId: null,
      resultsCount: 2,
      source,
      at: new Date(Date.now() - hoursAgo * 3_600_000),
    });

  beforeEach(async () => {
    await world.em().nativeDelete(Search, {});
    await world.em().nativeUpdate(Offer, {}, { availability: 'in_stock' });
  });

  test('shows a query once three different visitors asked it, or the demonstration', async () => {
    for (const visitor of ['a', 'b']) await ask('coffee machine', visitor);
    await ask('sunbeam origins', 'demo', 'demo');
    const shown = async () =>
      (await trendingSearches(world.em(), '7d', 10)).map((row) => row.query).sort();
    expect(await shown()).toEqual(['sunbeam origins']);
    await ask('coffee machine', 'c');
    expect(await shown()).toEqual(['coffee machine', 'sunbeam origins']);
  });

  test('names the query that an offer fits, never one of a single shopper', async () => {
    for (const visitor of ['a', 'b', 'c']) await ask('coffee machine', visitor);
    for (const hoursAgo of [0, 1, 2, 3, 4]) await ask('sunbeam origins', 'a', 'site', hoursAgo);
    const offers = await trendingOffers(world.em(), null, 10);
    expect(offers.map((offer) => [offer.priceCents, offer.why])).toEqual([
      [5_000, 'Popular search: coffee machine'],
    ]);
  });
});

test('personalOffers rest on the 20 newest searches', async () => {
  const { id: user } = await createUser(world.em());
  const search = (query: string, days: number) =>
    createPastSearch(world.em(), { user, query, searchedAt: daysAgo(days) });
  for (let older = 0; older < 20; older += 1) await search(`aaa${older}`, 10);
  await search('coffee', 20);
  expect(await personalOffers(world.em(), user, null, 10)).toEqual([]);
  await search('coffee', 0);
  const [offer] = await personalOffers(world.em(), user, null, 10);
  expect(offer?.why).toBe('Because you searched for coffee');
});

test('personalOffers show one variant of a model, the cheapest of equal weight', async () => {
  const em = world.em();
  const retailer = await anyRow(em, Retailer);
  for (const [colour, priceCents] of [
    ['Red', 3_000],
    ['Blue', 2_900],
  ] as const) {
    const name = `Breville Kettle ${colour}`;
    const familyKeys = [`title:breville kettle ${colour}`, 'title:breville kettle'];
    const product = await createProduct(em, { name, familyKeys });
    const searchText = `${name} | kettles | | kettle`.toLowerCase();
    await createOffer(em, { name, retailer, product, priceCents: cents(priceCents), searchText });
  }
  const { id: user } = await createUser(em);
  await createPastSearch(em, { user, query: 'kettle', searchedAt: daysAgo(0) });
  const offers = await personalOffers(em, user, null, 10);
  expect(offers.map(({ name }) => name)).toEqual(['Breville Kettle Blue']);
});

test('personalOffers leave out what only shares a shelf with the thing searched for', async () => {
  const em = world.em();
  const { product, searchText } = await anyRow(em, Offer);
  const [name, own, , thing] = searchText.split(' | ');
  const shared = [name, own, 'kettles toasters', thing].join(' | ');
  await em.nativeUpdate(Offer, { product }, { searchText: shared });
  await refreshSearchProducts(em, [product.id]);
  const { id: user } = await createUser(em);
  await createPastSearch(em, { user, query: 'toaster', searchedAt: daysAgo(0) });
  expect(await personalOffers(em, user, null, 10)).toEqual([]);
});

test('personalOffers are of the kind searched for or looked at, where there is one', async () => {
  const em = world.em();
  const retailer = await anyRow(em, Retailer);
  const products = new Map<string, string>();
  for (const name of ['Norco Full Cream Milk', 'Pauls Full Cream Milk', 'Cadbury Milk Chocolate']) {
    const product = await createProduct(em, { name, category: 'Groceries' });
    products.set(name, product.id);
    const offer = { name, retailer, product, searchText: searchText(name, [], []) };
    await createOffer(em, { ...offer, priceCents: cents(400) });
  }
  await refreshSearchProducts(em, [...products.values()]);
  const namesFor = async (user: string) =>
    (await personalOffers(em, user, 'Groceries', 10)).map(({ name, why }) => [name, why]).sort();
  const { id: searcher } = await createUser(em);
  await createPastSearch(em, { user: searcher, query: 'milk', searchedAt: daysAgo(0) });
  const why = 'Because you searched for milk';
  expect(await namesFor(searcher)).toEqual([
    ['Norco Full Cream Milk', why],
    ['Pauls Full Cream Milk', why],
  ]);
  const { id: viewer } = await createUser(em);
  await addView(em, viewer, products.get('Norco Full Cream Milk') ?? '');
  expect((await namesFor(viewer)).map(([name]) => name)).toEqual([
    'Norco Full Cream Milk',
    'Pauls Full Cream Milk',
  ]);
});
