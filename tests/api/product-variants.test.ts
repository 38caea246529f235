/*
 * The variants of a product's model, and what shops state beside a price, as the API answers them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { productDetail } from '#site/api/responses/product-detail.ts';
import { searchProduct } from '#site/api/responses/search-product.ts';
import { createOffer, createProduct, createRetailer, daysAgo } from '../support/factory.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const BRAND = 'code:acme|';
let api: TestApi;
let shop: string;
let demoShop: string;
let phone: string;

type Asked = Omit<Parameters<typeof createOffer>[1], 'retailer' | 'product'>;

/** Adds a product with these family keys and one offer of it. Returns its id. */
async function add(name: string, familyKeys: string[], offer: Asked = {}, retailer = shop) {
  const em = api.services.em();
  const { id: product } = await createProduct(em, { name, familyKeys });
  await createOffer(em, { retailer, product, name, searchText: name.toLowerCase(), ...offer });
  return product;
}

beforeAll(async () => {
  api = await openEmptyApi();
  shop = (await createRetailer(api.services.em())).id;
  demoShop = (await createRetailer(api.services.em(), { kind: 'demo' })).id;
  const keys = ['title:acme one', `${BRAND}one1`];
  phone = await add('Acme One 128GB Black', keys, {
    priceCents: 50_000,
    memberPriceCents: 45_000,
    deliveryCents: 995,
    sku: 'A-1',
    multiBuy: { quantity: 2, totalCents: 80_000 },
  });
  await add('Acme One 256GB Black', ['title:acme one', 'title:one'], { priceCents: 60_000 });
  await add('Acme One 128GB Blue', keys, { priceCents: 40_000, availability: 'sold_out' });
  await add('Acme One 512GB Black', ['title:acme one', `${BRAND}two2`]);
  await add('Acme One 1TB Black', keys, {}, demoShop);
  await add('Acme One 64GB Black', keys, { lastSeenAt: daysAgo(400) });
  await add('Acme Kettle', [], { priceCents: 48_000 });
  await add('Acme Case Black', ['title:acme case'], {
    priceCents: 1_000,
    memberPriceCents: 1_000,
    deliveryCents: 0,
    multiBuy: { quantity: 2, totalCents: 2_000 },
  });
});

afterAll(() => api.close());

async function detailOf(id: string) {
  const { body } = await api.call('GET', `/products/${id}`);
  return productDetail.parse(body['data']);
}

test('variants are listed products of the same model with current prices', async () => {
  const { variants } = await detailOf(phone);
  const labels = variants.map(({ by, choices }) => [
    by,
    ...choices.map(({ label, price, isCurrent }) => [label, price, isCurrent]),
  ]);
  expect(labels).toEqual([
    ['Storage', ['128 GB', 500, true], ['256 GB', 600, false]],
    ['Colour', ['Black', 500, true], ['Blue', null, false]],
  ]);
  expect(variants[0]?.choices[1]?.path).toMatch(/^\/products\/acme-one-256gb-black-/);
});

test('shows what a shop states beside its price', async () => {
  const detail = await detailOf(phone);
  expect(detail).toMatchObject({
    currentPrice: 500,
    sku: 'A-1',
    conditions: {
      memberPrice: 450,
      multiBuy: { quantity: 2, total: 800, each: 400 },
      delivery: 9.95,
    },
  });
  expect(detail.offers[0]?.conditions).toEqual(detail.conditions);
});

test('leaves out a deal that saves nothing; conditions do not change the order', async () => {
  const { body } = await api.call('GET', '/products?sort=price&limit=100');
  const page = z.object({ products: z.array(searchProduct) }).parse(body['data']);
  const [cheapest] = page.products;
  expect([cheapest?.name, cheapest?.conditions]).toEqual(['Acme Case Black', { delivery: 0 }]);
  const prices = page.products.map(({ currentPrice }) => currentPrice);
  // The phone for $500 costs members $450.
  expect(prices.indexOf(480)).toBeLessThan(prices.indexOf(500));
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
});
