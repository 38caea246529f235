import { expect, it } from 'vitest';
import { pageAddress } from '../../values/page-address.ts';
import { findStateProducts } from './search.ts';

const read = (state: unknown, source = 'json') =>
  findStateProducts(state, pageAddress('https://api.billabong-goods.com.au/list'), source).map(
    ({ candidate: { name, price, originalPrice, availability, fromPrice } }) => [
      name,
      price,
      originalPrice,
      ...(availability === 'unknown' ? [] : [availability]),
      ...(fromPrice ? ['from'] : []),
    ],
  );
const listed = (...entries: object[]) => ({
  items: entries.map((entry, at) => ({ sku: `K-${at}`, ...entry })),
});

it('a product may keep its name and price in objects of their own', () => {
  const entry = (title: string, price: number) => ({
    item: { product_description: { title }, brand: { name: 'Corella' } },
    offers: { listings: [{ price: { amount: price, displayAmount: `$${price}.00` } }] },
  });
  expect(read({ hits: [entry('Kettle', 49), entry('Toaster', 59)] })).toEqual([
    ['Kettle', '49', null],
    ['Toaster', '59', null],
  ]);
});

it('prices and stock that are kept apart are joined by the code', () => {
  const products = [
    { sku: 'BB-10', name: 'Vice' },
    { sku: 'BB-11', name: 'Pads' },
  ];
  const prices = { 'BB-10': { now: 12.5, was: 16 }, 'BB-11': { now: 9 } };
  const stock = { 'BB-10': { status: 'IN_STOCK' } };
  expect(read({ products, prices, stock })).toEqual([
    ['Vice', '12.5', '16', 'in_stock'],
    ['Pads', '9', null],
  ]);
});

it('on a page a joined price that may be in cents is none', () => {
  const state = {
    products: { 891672: { code: '891672', name: 'Dog Food' } },
    pricing: { 891672: { price: { amount: 4100 } } },
  };
  expect(read(state, 'embedded-state')).toEqual([]);
});

it('one entry that proves cents tells for all', () => {
  const state = listed(
    { title: 'Milk', currentRetailPrice: 129, grammage: '1l (1 l = 1,29 €)' },
    { title: 'Butter', currentRetailPrice: 249, grammage: '250g (1 kg = 9,96 €)' },
  );
  expect(read(state)).toEqual([
    ['Milk', '1.29', null],
    ['Butter', '2.49', null],
  ]);
});

it('a price before tax that was rounded to whole units proves cents, an even one does not', () => {
  const state = (price: number, priceWithTax: number) =>
    listed({ name: 'Lamp', price, priceWithTax });
  expect(read(state(11_727, 12_900))).toEqual([['Lamp', '129.00', null]]);
  expect(read(state(100, 110))).toEqual([['Lamp', '110', null]]);
});

it('money that may be in either unit, and amounts that no goods cost, are no prices', () => {
  const money = (amount: number) => ({ name: 'Fan', price: { amount, currency: 'EUR' } });
  expect(read(listed(money(549), money(725)))).toEqual([
    ['Fan', null, null, 'from'],
    ['Fan', null, null, 'from'],
  ]);
  expect(read(listed(money(549), money(72.5)))[0]).toEqual(['Fan', '549', null]);
  const odd = { name: 'Fan', price: 3_990_000, currency: 'SGD' };
  expect(read(listed(odd, { ...odd, price: 450_000 }))).toEqual([
    ['Fan', null, null, 'from'],
    ['Fan', null, null, 'from'],
  ]);
});

it('offers without names give a price where all ask the same', () => {
  const formats = [
    { format: 'ebook', price: 12.99 },
    { format: 'paperback', price: 24.99 },
  ];
  const stores = [
    { storeId: '12', price: 14.5 },
    { storeId: '19', price: 14.5 },
  ];
  expect(read(listed({ title: 'Road', formats }, { title: 'Honey', stores }))).toEqual([
    ['Road', null, null, 'from'],
    ['Honey', '14.5', null],
  ]);
});

it('a price that begins at more than one piece is none', () => {
  const priceTiers = [{ minQty: 500, price: 0.4 }];
  expect(
    read(
      listed(
        { name: 'Coaster', price: 0.4, priceTiers },
        { name: 'Robe', price: 45.99, priceTiers },
      ),
    ),
  ).toEqual([
    ['Coaster', null, null, 'from'],
    ['Robe', '45.99', null],
  ]);
});

it('of prices in several currencies none is ours where none is in ours', () => {
  const rows = (...currencies: string[]) =>
    currencies.map((currency, at) => ({ price: 45 + at, currency }));
  expect(
    read(
      listed(
        { name: 'A3', priceList: rows('USD', 'AUD') },
        { name: 'A2', priceList: rows('USD', 'GBP') },
      ),
    ),
  ).toEqual([
    ['A3', '46', null],
    ['A2', null, null, 'from'],
  ]);
});

it('a sale that runs counts, one that is over does not', () => {
  const saleInfo = { salePriceInCents: 2399, hasActiveSale: true };
  expect(
    read(
      listed(
        { name: 'Tee', price: '29.99', saleInfo },
        { name: 'Cap', price: '29.99', saleInfo: { ...saleInfo, hasActiveSale: false } },
      ),
    ),
  ).toEqual([
    ['Tee', '23.99', '29.99'],
    ['Cap', '29.99', null],
  ]);
});

it('a price beside one that was lowered is the "was"', () => {
  expect(read(listed({ name: 'Phone', price: 850, offerPrice: 799 }))).toEqual([
    ['Phone', '799', '850'],
  ]);
  const special = { value: 44.9, validUntil: '2021-06-30' };
  expect(read(listed({ name: 'Saw', price: { regular: { value: 54.9 }, special } }))).toEqual([
    ['Saw', '54.9', null],
  ]);
});

it('of steps by quantity that for one piece is the price', () => {
  const tiers = (from: number) => ({
    pricing: {
      tiers: [
        { from, price: 2.4 },
        { from: 12, price: 2.1 },
      ],
    },
  });
  expect(read(listed({ name: 'Jar', ...tiers(1) }, { name: 'Wrap', ...tiers(10) }))).toEqual([
    ['Jar', '2.4', null],
    ['Wrap', null, null, 'from'],
  ]);
});

it('what a section calls recommended is kept apart from the list', () => {
  const item = (name: string) => ({ id: name, name, price: 9.5 });
  const { shape: own } = shapesOf('Sneakers', [item('Runner'), item('Walker')]);
  const { shape: beside } = shapesOf('Recommended for you', [item('Laces'), item('Tree')]);
  expect(beside).not.toBe(own);
});

function shapesOf(title: string, items: object[]): { shape: string | undefined } {
  const state = { sections: [{ title, items }, { title: 'Help' }] };
  const [first] = findStateProducts(state, pageAddress('https://a.com.au/list'), 'json');
  return { shape: first?.shape };
}

it('a nested ingredient does not name the product', () => {
  const entry = (selling_name: string, price: number) => ({
    ingredient: { name: 'Banana' },
    selling_name,
    price,
  });
  expect(read({ hits: [entry('Lady Finger Bananas 1kg', 4.9), entry('Plantain', 2)] })).toEqual([
    ['Lady Finger Bananas 1kg', '4.9', null],
    ['Plantain', '2', null],
  ]);
});

it('nameless prices under the number that the address names are the page’s', () => {
  const prices = [2050471, 2060257].map((productId) => ({
    productId,
    isInStock: true,
    productPrice: { current: { value: productId % 1000, text: `$${productId % 1000}.00` } },
  }));
  const page = pageAddress('https://www.billabong-goods.com.au/mule/prd/2060257');
  const found = findStateProducts(prices, page, 'embedded-state');
  expect(
    found.map(({ candidate: { name, price, availability } }) => [name, price, availability]),
  ).toEqual([[null, '257', 'in_stock']]);
  expect(
    findStateProducts(prices, pageAddress('https://a.example/mule'), 'embedded-state'),
  ).toEqual([]);
});

it('"available" may count pieces', () => {
  const stocked = (available: number) => ({ name: 'Fan', price: 45, available });
  expect(read(listed(stocked(3000), stocked(0)))).toEqual([
    ['Fan', '45', null, 'in_stock'],
    ['Fan', '45', null, 'out_of_stock'],
  ]);
});
