import { beforeAll, expect, test } from 'vitest';
import { searchText } from '#domain/search/search-words.ts';
import { createOffer, createProduct, createRetailer } from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { refreshSearchWords } from './catalogue-words.ts';
import { renewSearchTexts } from './renew-search-texts.ts';
import { searchOffers } from './search.ts';

const open = ormForFile();
beforeAll(async () => {
  const shop = await createRetailer(open.em());
  const [name, brand, category] = ['Pauls Zymil Milk No Lactose 2L', 'Pauls', 'Groceries'];
  const product = await createProduct(open.em(), { name, brand, category });
  const offer = { retailer: shop.id, product: product.id, name, brand, category, shelf: 'Dairy' };
  await createOffer(open.em(), { ...offer, searchText: 'pauls zymil zm200 | dairy | no' });
  const kettle = { name: 'Breville Kettle', brand: 'Breville', category: 'Kitchen Appliances' };
  const other = await createProduct(open.em(), kettle);
  const found = searchText(kettle.name, [kettle.brand], [kettle.category, null]);
  await createOffer(open.em(), {
    retailer: shop.id,
    product: other.id,
    ...kettle,
    searchText: found,
  });
  await open.em().execute('update search_product set text_rules = null');
  await refreshSearchWords(open.em());
});
async function names(query: string): Promise<string[]> {
  const { offers } = await searchOffers(open.em(), query, { products: 5, offers: 5 });
  return offers.map(({ name }) => name);
}

const versions = () =>
  open
    .em()
    .execute('select id, xmin from offer union all select product_id, xmin from search_product');

test('renews texts of earlier rules once', async () => {
  expect(await names('lactose free milk')).toEqual([]);
  await renewSearchTexts(open.em());
  expect(await names('lactose free milk')).toEqual(['Pauls Zymil Milk No Lactose 2L']);
  const renewed = await versions();
  await renewSearchTexts(open.em());
  expect(await versions()).toEqual(renewed);
});

test('resumes an interrupted run', async () => {
  await open
    .em()
    .execute(
      `update search_product set text_rules = null where product_id = (select product_id from offer where name like 'Breville%')`,
    );
  const before = await versions();
  await renewSearchTexts(open.em());
  const after = await versions();
  expect(
    after.filter((row) => !before.some((other) => JSON.stringify(other) === JSON.stringify(row)))
      .length,
  ).toBe(1);
});

test('leaves unchanged texts alone, and keeps model numbers that no column stores', async () => {
  const texts = await open
    .em()
    .execute<{ text: string }[]>('select search_text as text from offer');
  expect(texts.map(({ text }) => text)).toContain(
    searchText('Breville Kettle', ['Breville'], ['Kitchen Appliances', null]),
  );
  expect(await names('zymil zm200')).toEqual(['Pauls Zymil Milk No Lactose 2L']);
});
