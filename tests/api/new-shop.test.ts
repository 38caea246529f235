import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShopVisit } from '#db/entities/retailer.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import type { HandleApi } from '#site/api/app.ts';
import { createFetcher } from '#worker/fetch/http.ts';
import { makeVisit } from '#worker/retailers/preview-shop.ts';
import { formToken, openAdminSite, signedIn } from '../support/admin-site.ts';
import { type ShopServer, startShopServer } from '../support/shop-server.ts';
import type { SmallBrowser } from '../support/small-browser.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const SLUG = '127-0-0-1';
const PATH = '/admin/new-shop';

let shop: ShopServer;
let base: TestApi;
let site: { api: HandleApi };
let operator: SmallBrowser;

beforeAll(async () => {
  shop = await startShopServer({ 'kettle-1': { name: 'Acme Kettle 1.7L', price: '49.00' } });
  base = await openEmptyApi({ LOCAL_SHOPS: shop.origin });
  site = await openAdminSite(base);
  operator = await signedIn(site);
});

afterAll(async () => {
  await base.close();
  await shop.close();
});

const em = () => base.services.em();
const submit = async (path: string, fields: Record<string, string>) =>
  operator.submit(path, { ...fields, csrf: await formToken(operator, PATH) });
const textOf = async (path: string) => (await operator.get(path)).text();

/** Asks for a visit as an operator, makes it as a worker, and returns its page. */
async function visit(address: string, price = ''): Promise<string> {
  const asked = await submit(PATH, { address, price });
  const page = asked.headers.get('location') ?? '';
  const waiting = await operator.get(page);
  expect(waiting.headers.get('refresh')).toBe('3');
  expect(await waiting.text()).toContain('It waits for a worker.');
  const fetcher = createFetcher({
    ...{ userAgent: 'priceroo-test', contactUrl: 'http://localhost', demoPort: null },
    allowedOrigins: [shop.origin],
  });
  const tools = { fetcher, localShops: [shop.origin] };
  await makeVisit(em(), tools, page.slice(PATH.length + 1));
  await fetcher.close();
  return page;
}

test('what is no web address is refused beside its field', async () => {
  const refused = await submit(PATH, { address: 'my shop', price: '' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toMatch(/value="my shop" aria-describedby="fault"[\s\S]*https:/);
  expect(await em().count(ShopVisit)).toBe(0);
});

test('an operator sees what was read and from where, and adds the shop', async () => {
  const page = await visit(shop.origin, '.price');
  const found = await textOf(page);
  expect(found).toMatch(/Acme Kettle 1\.7L[\s\S]*\$49\.00[\s\S]*json-ld/);
  expect(found).toContain('Add and enable');
  expect(await findRetailer(em(), { slug: SLUG })).toBeNull();
  const added = await submit(`${page}/add`, {});
  expect(added.headers.get('location')).toBe(`/admin/retailers/${SLUG}`);
  expect(await findRetailer(em(), { slug: SLUG })).toMatchObject({
    ...{ status: 'enabled', isOwn: true },
    discovery: { selectors: { name: 'h1', price: '.price' } },
  });
});

test('a shop without prices, and one that cannot be reached, are not added', async () => {
  shop.products.set('kettle-1', { name: 'Acme Kettle', price: '0' });
  const page = await visit(shop.origin);
  expect(await textOf(page)).toContain('cannot be added');
  expect((await submit(`${page}/add`, {})).status).toBe(404);
  expect(await textOf(await visit('http://127.0.0.1:1/'))).toContain('Not read (');
  expect((await operator.get(`${PATH}/nothing`)).status).toBe(404);
});
