import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '#db/entities/product.ts';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
import { createProduct, enrichProduct, type NewProduct } from './products.ts';

let orm: TestOrm;
const em = () => orm.em();

beforeAll(async () => {
  orm = await openTestOrm();
});

afterAll(() => orm.close());

const named = (name: string): NewProduct => ({
  name,
  ...{ brand: null, category: null, description: null, imageUrl: null, specifications: {} },
  ...{ gtin: null, modelKey: null, titleKey: null, familyKeys: [], matchKeys: [] },
});

/** Returns a product's name after another shop's name for it was read. */
async function nameAfter(first: string, second: string): Promise<string> {
  const id = await createProduct(em(), named(first));
  await enrichProduct(em(), id, named(second));
  return (await em().findOneOrFail(Product, { id })).name;
}

test.each([
  ['red bull energy drink 250ml', 'Red Bull Energy Drink 250 mL', 'Red Bull Energy Drink 250 mL'],
  ['RED BULL ENERGY DRINK', 'Red Bull Energy Drink', 'Red Bull Energy Drink'],
  ['Red Bull Energy Drink', 'RED BULL Energy drink', 'Red Bull Energy Drink'],
  ['red bull energy drink', 'RED BULL ENERGY DRINK', 'red bull energy drink'],
])('the names %s and %s give %s', async (first, second, name) => {
  expect(await nameAfter(first, second)).toBe(name);
});
