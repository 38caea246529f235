import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '#db/entities/product.ts';
import { Shelf } from '#db/entities/retailer.ts';
import { formToken, OPERATOR, openAdminSite, signedIn } from '../support/admin-site.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { createOffer, createProduct } from '../support/factory.ts';
import type { SmallBrowser } from '../support/small-browser.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const PATH = '/admin/shelves';

let world: CrawlWorld;
let base: TestApi;
let browser: SmallBrowser;
let shelf: string;

beforeAll(async () => {
  world = await openCrawlWorld([]);
  const { id: retailer } = await world.addRetailer('kettle-hut', 'https://kettles.example');
  base = await openTestApi(world.databaseUrl);
  browser = await signedIn(await openAdminSite(base));
  const row = { retailer, trail: 'Hot <b>deals</b>', offers: 12, agreement: 0.42 };
  shelf = (await world.em().upsert(Shelf, { ...row, learnedAt: new Date() })).id;
  const doubt = '$1.50, where half of the offers cost $80.00–$120.00; its name says nothing';
  const { id: product } = await createProduct(world.em(), {
    name: 'Nimbus',
    category: 'Furniture',
  });
  await world.em().nativeUpdate(Product, { id: product }, { doubt });
  await createOffer(world.em(), { retailer, product, url: 'https://kettles.example/nimbus' });
});

afterAll(async () => {
  await base.close();
  await world.close();
});

const stored = () => world.em().findOneOrFail(Shelf, { id: shelf });

test('unknown shelves and doubted products are shown, words of shops as text', async () => {
  const page = await (await browser.get(PATH)).text();
  expect(page).toContain('Hot &lt;b&gt;deals&lt;/b&gt;');
  expect(page).toContain('42%');
  expect(page).toContain('Nimbus');
  expect(page).toContain('where half of the offers cost');
});

test('an operator sets the category of a shelf and gives it back', async () => {
  const csrf = await formToken(browser, PATH);
  const path = `${PATH}/${shelf}`;
  const set = await browser.submit(path, { csrf, category: 'Coffee Machines' });
  expect(set.headers.get('location')).toContain('done=set');
  expect(await stored()).toMatchObject({ category: 'Coffee Machines', decidedBy: OPERATOR });
  expect(await (await browser.get(`${PATH}?show=all`)).text()).toContain(OPERATOR);

  await browser.submit(path, { csrf, category: '' });
  expect(await stored()).toMatchObject({ decidedBy: null, decidedAt: null });
});

test('an unknown category changes nothing', async () => {
  const csrf = await formToken(browser, PATH);
  const before = await stored();
  const other = await browser.submit(`${PATH}/${shelf}`, { csrf, category: 'Gizmos' });
  expect(other.headers.get('location')).toContain('done=unknown');
  expect((await stored()).category).toBe(before.category);
});
