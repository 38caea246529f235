import { beforeAll, expect, test } from 'vitest';
import { addProduct, addShops } from '../../../tests/support/landing-rows.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { listProducts, type ProductFilter } from './list-products.ts';

const open = ormForFile();
beforeAll(async () => {
  await addShops(open.em(), ['kite', 'lark']);
  const both = [
    { shop: 'kite', price: 3_000 },
    { shop: 'lark', price: 2_500 },
  ];
  await addProduct(open.em(), { name: 'Kettle One', category: 'Kettles' }, both);
  await addProduct(open.em(), { name: 'Kettle Two', category: 'Kettles' }, both.slice(0, 1));
  await addProduct(open.em(), { name: 'Toaster', category: 'Toasters' }, both.slice(1));
  await addProduct(open.em(), { name: 'Thing', category: null }, both.slice(0, 1));
});
async function listed(filter: ProductFilter) {
  const page = { sort: 'price', limit: 2, offset: 0 } as const;
  const { products, total } = await listProducts(open.em(), filter, page);
  return { total, names: products.map(({ name, priceCents }) => `${name} ${priceCents}`) };
}

test.each<[ProductFilter, number, string[]]>([
  [{}, 4, ['Kettle One 2500', 'Toaster 2500']],
  [{ category: 'Kettles' }, 2, ['Kettle One 2500', 'Kettle Two 3000']],
  [{ retailer: 'lark' }, 2, ['Kettle One 2500', 'Toaster 2500']],
  [{ retailer: 'Shop kite', category: 'Kettles' }, 2, ['Kettle One 3000', 'Kettle Two 3000']],
  [{ retailer: 'nobody' }, 0, []],
  [{ category: 'Nothing' }, 0, []],
])('%j lists each product by its best passing offer', async (filter, total, names) => {
  expect(await listed(filter)).toEqual({ total, names });
});
