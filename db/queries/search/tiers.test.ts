import { afterAll, beforeAll, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { createOffer, createProduct, createRetailer } from '../../../tests/support/factory.ts';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
import { searchOffers } from './search.ts';
import { refreshSearchTiers } from './tiers.ts';

let orm: TestOrm;
const em = () => orm.em();

/** 20 teapots of two offers each; product n has n ratings at one of its shops. */
beforeAll(async () => {
  orm = await openTestOrm();
  const shops = [await createRetailer(em()), await createRetailer(em())];
  for (let ratings = 1; ratings <= 20; ratings += 1) {
    const name = `Teapot ${ratings}`;
    const { id: product } = await createProduct(em(), { name });
    for (const [nth, { id: retailer }] of shops.entries())
      await createOffer(em(), {
        ...{ retailer, product, name, searchText: name.toLowerCase() },
        ratingCount: nth === 0 ? ratings : null,
      });
  }
});

afterAll(() => orm.close());

const tiers = () =>
  em().execute<{ tier: number; offers: number; products: string }[]>(
    `select search_tier as tier, count(*)::int as offers,
       min(split_part(name, ' ', 2)::int) || '–' || max(split_part(name, ' ', 2)::int) as products
     from offer group by 1 order by 1`,
  );

const found = async (limit: number) =>
  (await searchOffers(em(), 'teapot', limit)).map(({ name }) => Number(name.split(' ')[1]));

test('ranks a small catalogue as a whole', async () => {
  await refreshSearchTiers(em());
  expect(await tiers()).toEqual([{ tier: 3, offers: 40, products: '1–20' }]);
  expect(await found(100)).toHaveLength(40);
});

test('puts the most rated products of a large catalogue first, each with all its offers', async () => {
  await refreshSearchTiers(em(), { ends: [4, 10, 20], smallCatalogue: 39 });
  expect(await tiers()).toEqual([
    { tier: 0, offers: 4, products: '19–20' },
    { tier: 1, offers: 6, products: '16–18' },
    { tier: 2, offers: 10, products: '11–15' },
    { tier: 3, offers: 20, products: '1–10' },
  ]);
});

test('fills a page from as few tiers as possible, without duplicates', async () => {
  expect(Math.min(...(await found(4)))).toBe(19);
  expect(Math.min(...(await found(5)))).toBeGreaterThanOrEqual(16);
  expect(Math.min(...(await found(20)))).toBe(11);
  const all = await searchOffers(em(), 'teapot', 100);
  expect(new Set(all.map(({ offerId }) => offerId)).size).toBe(40);
  expect(all).toHaveLength(40);
});

test('a product that gains ratings moves up with the next refresh', async () => {
  await em().nativeUpdate(Offer, { name: 'Teapot 1' }, { ratingCount: 99 });
  await refreshSearchTiers(em(), { ends: [4, 10, 20], smallCatalogue: 39 });
  expect(await found(2)).toEqual([1, 1]);
});

test('no tier takes more than half of all offers', async () => {
  await refreshSearchTiers(em(), { ends: [4, 21], smallCatalogue: 39 });
  expect((await tiers()).map(({ tier, offers }) => [tier, offers])).toEqual([
    [0, 4],
    [3, 36],
  ]);
});

test('ranks by the number of shops where nothing is rated', async () => {
  await em().nativeUpdate(Offer, {}, { ratingCount: null });
  const { id: product } = await em().findOneOrFail(Product, { name: 'Teapot 7' });
  await em().nativeUpdate(Offer, { name: 'Teapot 3' }, { variant: 'blue', product });
  await refreshSearchTiers(em(), { ends: [4], smallCatalogue: 39 });
  const top = await em().find(Offer, { searchTier: 0 }, { populate: ['product'] });
  expect(new Set(top.map((offer) => offer.product.name))).toEqual(new Set(['Teapot 7']));
});
