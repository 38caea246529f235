import { beforeAll, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { Retailer, Shelf } from '#db/entities/retailer.ts';
import { SearchProduct } from '#db/entities/search.ts';
import { addProduct, addShops } from '../../../tests/support/landing-rows.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { listDoubted, listShelves, setShelf } from '../operators/shelves-view.ts';
import { describeProducts } from './describe-products.ts';
import { checkCategories } from './shelves.ts';

const SHOPS = ['a', 'b', 'c'];
const open = ormForFile();
beforeAll(async () => {
  await addShops(open.em(), SHOPS);
});
interface Sold {
  name: string;
  shelf?: string;
  brand?: string;
}

/** Adds a product with these names, one per shop. Returns its id. */
async function product(offers: readonly Sold[], price = 3_000): Promise<string> {
  const prices = SHOPS.slice(0, offers.length).map((shop) => ({ shop, price }));
  const id = await addProduct(open.em(), { name: offers[0]?.name ?? '', category: null }, prices);
  for (const [index, { name, shelf = null, brand = null }] of offers.entries()) {
    const which = { product: id, retailer: { slug: SHOPS[index] ?? '' } };
    await open.em().nativeUpdate(Offer, which, { name, shelf, brand });
  }
  return id;
}

const stored = (id: string) => open.em().findOneOrFail(Product, { id });

test('names and categorises a product by its offers, and keeps the title it was read with', async () => {
  const id = await product([
    { name: 'BREVILLE Pizza Pizza Oven | BPZ820', brand: 'Breville' },
    { name: 'Breville Pizza Oven', brand: 'Breville' },
  ]);
  expect(await describeProducts(open.em(), [id])).toBe(1);
  expect(await stored(id)).toMatchObject({
    name: 'Breville Pizza Oven',
    category: 'Kitchen Appliances',
    readAs: 'BREVILLE Pizza Pizza Oven | BPZ820',
  });
  const offers = await open.em().find(Offer, { product: id });
  expect(offers.map(({ category }) => category)).toEqual(
    Array.from({ length: 2 }, () => 'Kitchen Appliances'),
  );
  expect(await describeProducts(open.em(), [id])).toBe(0);
});

test('adds a brand that a page states later to the search text', async () => {
  const id = await product([{ name: 'Acme Kettle Steel' }]);
  await open.em().nativeUpdate(Offer, { product: id }, { searchText: 'acme kettle steel' });
  await describeProducts(open.em(), [id]);
  await open.em().nativeUpdate(Product, id, { brand: 'Acme' });
  await describeProducts(open.em(), [id]);
  const row = await open.em().findOneOrFail(SearchProduct, { product: id });
  expect(row.brand).toBe('Acme');
  expect(await describeProducts(open.em(), [id])).toBe(0);
});

test("maps shelves in the daily check, moves products by them, and keeps an operator's choice", async () => {
  const kettles = Array.from({ length: 5 }, (_, nth) =>
    product([{ name: `Acme Kettle ${nth}`, shelf: 'For your bench' }]),
  );
  await Promise.all(kettles);
  const odd = await product([{ name: 'Acme Zephyr', shelf: 'For your bench' }]);
  await checkCategories(open.em());
  expect((await stored(odd)).category).toBe('Kitchen Appliances');

  const shelf = await open.em().findOneOrFail(Shelf, { trail: 'For your bench' });
  expect(shelf).toMatchObject({ category: 'Kitchen Appliances', offers: 6, agreement: 1 });
  expect(await setShelf(open.em(), shelf.id, 'Coffee Machines', 'op@example.com')).toBe(true);
  await checkCategories(open.em());
  expect((await stored(odd)).category).toBe('Coffee Machines');
  const { rows } = await listShelves(open.em(), 'all', { limit: 10, offset: 0 });
  expect(rows.find(({ trail }) => trail === 'For your bench')).toMatchObject({
    category: 'Coffee Machines',
    decidedBy: 'op@example.com',
    retailer: 'Shop a',
  });

  await setShelf(open.em(), shelf.id, null, 'op@example.com');
  await checkCategories(open.em());
  expect((await stored(odd)).category).toBe('Kitchen Appliances');
});

test('deletes an empty shelf', async () => {
  const { id } = await open.em().findOneOrFail(Retailer, { slug: 'b' });
  const row = { retailer: id, trail: 'Gone', offers: 1, agreement: 1, learnedAt: new Date(0) };
  await open.em().upsert(Shelf, row);
  await checkCategories(open.em());
  expect(await open.em().count(Shelf, { trail: 'Gone' })).toBe(0);
});

test('doubts a product whose price and words do not fit its category', async () => {
  for (let nth = 0; nth < 12; nth += 1)
    await product([{ name: `Acme Sofa ${nth}`, shelf: 'Furniture' }], 80_000 + nth * 10_000);
  const odd = await product([{ name: 'Acme Nimbus', shelf: 'Furniture' }], 150);
  await checkCategories(open.em());
  const doubted = await listDoubted(open.em(), 10);
  expect(doubted.map(({ id }) => id)).toEqual([odd]);
  expect(doubted[0]?.doubt).toContain('$1.50');
});

test('doubts no dear product whose words agree with its category', async () => {
  const shelf = 'Pantry';
  for (let nth = 0; nth < 12; nth += 1)
    await product([{ name: `Acme Pasta Sauce ${nth} 500g`, shelf }], 400 + nth * 50);
  const beans = await product([{ name: 'Acme Organic Beans 1kg', shelf }], 4_100);
  const coffee = await product(
    [
      { name: 'Acme Dark Roast Coffee Beans 1kg', shelf },
      { name: 'Acme Dark Roast 1kg', shelf },
    ],
    4_100,
  );
  await checkCategories(open.em());
  const doubted = (await listDoubted(open.em(), 10)).map(({ id }) => id);
  expect(doubted).not.toContain(beans);
  expect(doubted).not.toContain(coffee);
});
