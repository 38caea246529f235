import { afterAll, beforeAll, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { addProduct, addShops } from '../../../tests/support/landing-rows.ts';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
import { regroupProducts } from './product-categories.ts';

let open: TestOrm;
beforeAll(async () => {
  open = await openTestOrm();
  await addShops(open.em(), ['a', 'b', 'c']);
});
afterAll(() => open.close());

/** Adds a product with one offer a shop, of these categories. */
async function product(name: string, category: string | null, offers: (string | null)[]) {
  const prices = ['a', 'b', 'c'].slice(0, offers.length).map((shop) => ({ shop, price: 1_000 }));
  const id = await addProduct(open.em(), { name, category }, prices);
  for (const [index, of] of offers.entries()) {
    const shop = ['a', 'b', 'c'][index] ?? '';
    const which = { product: id, retailer: { slug: shop } };
    await open.em().nativeUpdate(Offer, which, { category: of });
  }
}

test('moves a product to the category of most of its offers', async () => {
  await product('all agree', 'Kitchen Appliances', ['Coffee Machines', 'Coffee Machines']);
  await product('most agree', 'Phones', ['Headphones', 'Headphones', 'Phones']);
  await product('a draw', 'Phones', ['Headphones', 'Phones']);
  await product('nobody says', 'Phones', [null, null]);
  await product('it had none', null, ['Tablets', null]);
  expect(await regroupProducts(open.em())).toBe(3);
  const rows = await open.em().findAll(Product, { orderBy: { id: 'asc' } });
  expect(rows.map(({ name, category }) => [name, category])).toEqual([
    ['all agree', 'Coffee Machines'],
    ['most agree', 'Headphones'],
    ['a draw', 'Phones'],
    ['nobody says', 'Phones'],
    ['it had none', 'Tablets'],
  ]);
  expect(await regroupProducts(open.em())).toBe(0);
});
