/* What a product's page shows at about its price: its own kind where there is enough of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productsNear } from '#db/queries/public-pages/products.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { cents } from '#domain/money.ts';
import { searchText } from '#domain/search/search-words.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const LIMIT = 3;
let api: TestApi;
const ids = new Map<string, string>();

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  await addShops(em, ['kite', 'emu']);
  for (const [name, price] of [
    ['Pura Full Cream Milk 2L', 400],
    ['Brownes Full Cream Milk 2L', 420],
    ['Norco Full Cream Milk 2L', 360],
    ['Norco Full Cream Milk 3L', 500],
    ['Riverina Full Cream Milk 6L', 1200],
    ['Bega Peanut Butter 375g', 400],
    ['Sanitarium Peanut Butter 500g', 410],
  ] as const) {
    const prices = ['kite', 'emu'].map((shop) => ({ shop, price }));
    ids.set(name, await addProduct(em, { name, category: 'Groceries' }, prices));
  }
  for (const [name, price, model] of [
    ['Breville Smart Kettle Black', 14900, 'smart'],
    ['Breville Smart Kettle Silver', 14900, 'smart'],
    ['Smeg Retro Kettle Black', 15000, 'retro'],
    ['Smeg Retro Kettle Pink', 15100, 'retro'],
    ['Sunbeam Rise Kettle', 20000, 'rise'],
    ['De’Longhi Icona Kettle', 10000, 'icona'],
    ['Breville Toaster', 14950, 'toaster'],
  ] as const) {
    const prices = ['kite', 'emu'].map((shop) => ({ shop, price }));
    const id = await addProduct(em, { name, category: 'Kitchen Appliances' }, prices);
    await em.execute('update product set family_keys = array[?] where id = ?', [model, id]);
    ids.set(name, id);
  }
  for (const [name, id] of ids) {
    const text = searchText(name, [], []);
    await em.execute('update offer set search_text = ? where product_id = ?', [text, id]);
  }
  await refreshSearchProducts(em, [...ids.values()]);
});

afterAll(() => api.close());

const near = async (name: string, price: number, category = 'Groceries') => {
  const it = { id: ids.get(name) ?? '', category, priceCents: cents(price) };
  const { isKind, products } = await productsNear(api.services.em(), it, LIMIT);
  return [isKind, ...products.map((product) => product.name)];
};

test('suggests milk beside milk of a similar price', async () => {
  expect(await near('Pura Full Cream Milk 2L', 400)).toEqual([
    true,
    'Brownes Full Cream Milk 2L',
    'Norco Full Cream Milk 2L',
    'Norco Full Cream Milk 3L',
  ]);
});

test('suggests products of the same shelf when too few are of the same kind', async () => {
  const [isKind, first, ...others] = await near('Bega Peanut Butter 375g', 400);
  expect([isKind, others.length]).toEqual([false, 2]);
  expect(first).toBe('Pura Full Cream Milk 2L');
});

const OTHER_KETTLES = ['Smeg Retro Kettle Black', 'Sunbeam Rise Kettle', 'De’Longhi Icona Kettle'];

test('shows each model once, and no other colour of the product itself', async () => {
  expect(await near('Breville Smart Kettle Black', 14900, 'Kitchen Appliances')).toEqual([
    true,
    ...OTHER_KETTLES,
  ]);
});

test('similar products are other models, the same kind of thing before a nearer price', async () => {
  const path = `/products/${ids.get('Breville Smart Kettle Black')}/similar`;
  const { data } = (await api.call('GET', path)).body as { data: { name: string }[] };
  expect(data.map(({ name }) => name)).toEqual([...OTHER_KETTLES, 'Breville Toaster']);
});

test('a similar product carries the name of its own page, not that of a shop', async () => {
  await api.services.em().execute(`update offer set name = name || ', our special'`);
  const { body } = await api.call('GET', `/products/${ids.get('Pura Full Cream Milk 2L')}/similar`);
  const names = (body as { data: { name: string }[] }).data.map(({ name }) => name);
  expect(names).toContain('Brownes Full Cream Milk 2L');
  expect(names.join()).not.toContain('our special');
});
