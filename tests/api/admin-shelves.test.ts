import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '#db/entities/product.ts';
import { Shelf } from '#db/entities/shelf.ts';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import { createAdmin, withAdmin } from '#site/admin/admin-app.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { createOffer, createProduct } from '../support/factory.ts';
import { openBrowser, type SmallBrowser } from '../support/small-browser.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const PASSWORD = 'gum-tree-77';
const OPERATOR = 'operator@example.com';
const PATH = '/admin/shelves';

let world: CrawlWorld;
let base: TestApi;
let browser: SmallBrowser;
let shelf: string;

beforeAll(async () => {
  world = await openCrawlWorld([]);
  const { id: retailer } = await world.addRetailer('kettle-hut', 'https://kettles.example');
  base = await openTestApi(world.databaseUrl);
  const body = { email: OPERATOR, password: PASSWORD, name: 'Kylie' };
  expect((await base.call('POST', '/auth/register', { body })).status).toBe(201);
  await promoteToOperator(world.em(), OPERATOR);
  browser = openBrowser({ api: withAdmin(base.api, createAdmin(base.services)) });
  const form = await (await browser.get('/admin/login')).text();
  await browser.submit('/admin/login', { email: OPERATOR, password: PASSWORD, csrf: csrfOf(form) });
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

const csrfOf = (page: string) => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
const stored = () => world.em().findOneOrFail(Shelf, { id: shelf });

test('unknown shelves and doubted products are shown, words of shops as text', async () => {
  const page = await (await browser.get(PATH)).text();
  expect(page).toContain('Hot &lt;b&gt;deals&lt;/b&gt;');
  expect(page).toContain('42%');
  expect(page).toContain('Nimbus');
  expect(page).toContain('where half of the offers cost');
});

test('an operator sets the category of a shelf and gives it back', async () => {
  const csrf = csrfOf(await (await browser.get(PATH)).text());
  const path = `${PATH}/${shelf}`;
  const set = await browser.submit(path, { csrf, category: 'Coffee Machines' });
  expect(set.headers.get('location')).toContain('done=set');
  expect(await stored()).toMatchObject({ category: 'Coffee Machines', decidedBy: OPERATOR });
  expect(await (await browser.get(`${PATH}?show=all`)).text()).toContain(OPERATOR);

  await browser.submit(path, { csrf, category: '' });
  expect(await stored()).toMatchObject({ decidedBy: null, decidedAt: null });
});

test('what is no category of ours, and a form without its token, change nothing', async () => {
  const csrf = csrfOf(await (await browser.get(PATH)).text());
  const before = await stored();
  const other = await browser.submit(`${PATH}/${shelf}`, { csrf, category: 'Gizmos' });
  expect(other.headers.get('location')).toContain('done=unknown');
  const forged = await browser.submit(`${PATH}/${shelf}`, { csrf: 'x', category: 'Books' });
  expect(forged.status).toBe(403);
  expect((await stored()).category).toBe(before.category);
});
