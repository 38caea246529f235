import { expect, test } from 'vitest';
import { Product } from '#db/entities/product.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { createProducts, enrichProducts, type NewProduct } from './products.ts';

const { em } = ormForFile();

const GTIN = '9312345678907';

const facts = (name: string, more: Partial<NewProduct> = {}): NewProduct => ({
  name,
  brand: null,
  category: null,
  description: null,
  imageUrl: null,
  specifications: {},
  gtin: null,
  modelKey: null,
  familyKeys: [],
  matchKeys: [],
  ...more,
});

const find = (id = '') => em().findOneOrFail(Product, { id });

test('gives a shared GTIN or model key to the first product only', async () => {
  const ids = await createProducts(em(), [
    facts('one', { gtin: GTIN }),
    facts('two', { gtin: GTIN, modelKey: 'acme|a100|' }),
    facts('three', { modelKey: 'acme|b200|' }),
  ]);
  const [four] = await createProducts(em(), [facts('four', { gtin: GTIN, matchKeys: ['t:a b'] })]);
  expect(await Promise.all([...ids, four].map(find))).toMatchObject([
    { name: 'one', gtin: GTIN },
    { name: 'two', gtin: null, modelKey: null },
    { name: 'three', modelKey: 'acme|b200|' },
    { name: 'four', gtin: null, matchKeys: ['t:a b'] },
  ]);
});

test('keeps known fields of a product and fills in missing ones', async () => {
  const known = { brand: 'Acme', matchKeys: ['t:a b'], familyKeys: ['title:a'] };
  const [one = '', other = ''] = await createProducts(em(), [
    facts('kettle', { ...known, specifications: { Power: '2 kW' } }),
    facts('toaster'),
  ]);
  const said = { brand: 'ACME', description: 'Boils.', gtin: '5702017416243' };
  const keys = { matchKeys: ['t:a b', 't:a c'], familyKeys: ['title:a', 'title:b'] };
  const more = facts('Kettle', {
    ...said,
    ...keys,
    specifications: { Power: '2000 W', Colour: 'red' },
  });
  await enrichProducts(
    em(),
    new Map([
      [one, more],
      [other, more],
    ]),
  );
  expect(await find(one)).toMatchObject({
    name: 'kettle',
    brand: 'Acme',
    description: 'Boils.',
    gtin: '5702017416243',
    matchKeys: ['t:a b', 't:a c'],
    familyKeys: ['title:a', 'title:b'],
    specifications: { Power: '2 kW', Colour: 'red' },
  });
  expect(await find(other)).toMatchObject({ brand: 'ACME', gtin: null });
});

test('does not write a product that gains nothing', async () => {
  const same = facts('kettle', { brand: 'Acme', matchKeys: ['t:x y'] });
  const [id = ''] = await createProducts(em(), [same]);
  const version = async () =>
    (await em().execute('select xmin::text from product where id = ?', [id]))[0];
  const before = await version();
  await enrichProducts(em(), new Map([[id, { ...same, name: 'Kettle' }]]));
  expect(await version()).toEqual(before);
});
