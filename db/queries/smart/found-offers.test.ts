import { beforeAll, expect, test } from 'vitest';
import { searchText } from '#domain/search/search-words.ts';
import { createOffer, createProduct, createRetailer } from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { refreshSearchWords } from '../search/catalogue-words.ts';
import { findOffers } from './found-offers.ts';

const LIMITS = { minCents: null, maxCents: null, excluded: [], enough: 1 };
const DEPTH = { products: 5, offers: 5 };
const specifications = { SKU: 'X-1', 'Number of cups': '2' };
const open = ormForFile();
beforeAll(async () => {
  const shop = await createRetailer(open.em());
  for (const [name, brand] of [
    ['Acme Kettle 1.7L', 'Acme'],
    ['Bolt Kettle 1.5L', 'Bolt'],
  ] as const) {
    const goods = { name, brand, category: 'Kitchen Appliances' };
    const { id: product } = await createProduct(open.em(), { ...goods, specifications });
    const found = { searchText: searchText(name, [brand], ['Kettles']) };
    await createOffer(open.em(), { retailer: shop.id, product, ...goods, ...found });
  }
  await refreshSearchWords(open.em());
});
test('finds the first thing that matches, without excluded words, with specifications and verdict', async () => {
  const limits = { ...LIMITS, excluded: ['bolt'] };
  const found = await findOffers(open.em(), ['quux toaster', 'kettle'], limits, DEPTH);
  expect(found).toMatchObject({ thing: 'kettle', asked: 'quux toaster', isLoose: false });
  expect(found.offers.map(({ productName }) => productName)).toEqual(['Acme Kettle 1.7L']);
  expect(found.offers[0]?.buyVerdict.word).toBe('not-enough-history');
  expect([...found.specifications.values()]).toEqual([specifications]);
});

test('a word in another spelling finds what matches, and no similar goods', async () => {
  const find = (thing: string) => findOffers(open.em(), [thing], LIMITS, DEPTH);
  expect((await find('acme kettel')).offers).toHaveLength(1);
  expect((await find('plane ticket to kettel')).offers).toEqual([]);
  expect(await find('plane kettle')).toMatchObject({ isLoose: true });
  const wider = ['plane ticket', 'kettel', 'kettle'];
  expect(await findOffers(open.em(), wider, LIMITS, DEPTH)).toMatchObject({ thing: 'kettle' });
});
