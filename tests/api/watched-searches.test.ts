/* Watched searches as their owners keep them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { WatchedSearch as Row } from '#db/entities/watched-search.ts';
import { LIMITS } from '#site/api/core/limits.ts';
import type { WatchedSearch } from '#site/api/routes/watched-searches.ts';
import { runSearch } from '#worker/alerts/run-searches.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { mailsTo, register } from '../support/person.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let token = '';
const em = () => api.services.em();
const WISH = { query: 'full cream milk', filters: { maxPrice: 4, shops: ['Shop kite'] } };

beforeAll(async () => {
  api = await openEmptyApi();
  await addShops(em(), ['kite']);
  const milk = { name: 'Pura Full Cream Milk 2L', category: 'Groceries' };
  await addProduct(em(), milk, [{ shop: 'kite', price: 350 }]);
  token = (await register(api, { email: 'kim@example.com', name: 'Kim' })).token;
});
afterAll(() => api.close());

const list = async (of = token) =>
  (await api.call('GET', '/watched-searches', { token: of })).body['data'] as WatchedSearch[];

test('a search is watched, listed in words, changed and ended by its owner alone', async () => {
  const posted = await api.call('POST', '/watched-searches', { token, body: WISH });
  expect(posted.status).toBe(201);
  expect(posted.body['data']).toMatchObject({ state: 'unconfirmed' });
  const [search] = await list();
  expect(search).toMatchObject({
    text: '“full cream milk”, at most $4.00, at Shop kite',
    path: '/search?q=full+cream+milk&max=4&retailer=Shop+kite',
    matches: 1,
    restDays: 1,
  });
  const other = await register(api, { email: 'lee@example.com', name: 'Lee' });
  expect(await list(other.token)).toEqual([]);
  const path = `/watched-searches/${search?.id}`;
  const change = { restDays: 7, maxPrice: null };
  const patch = (of: string) => api.call('PATCH', path, { token: of, body: change });
  expect((await patch(other.token)).status).toBe(404);
  expect((await patch(token)).status).toBe(200);
  expect((await list())[0]).toMatchObject({
    text: '“full cream milk”, at Shop kite',
    restDays: 7,
  });
  expect((await api.call('DELETE', path, { token: other.token })).status).toBe(404);
  expect((await api.call('DELETE', path, { token })).status).toBe(200);
  expect(await list()).toEqual([]);
});

test('the link that confirms an address starts its mails, and a mail’s link ends its search', async () => {
  await api.call('POST', '/watched-searches', { token, body: WISH });
  const [search] = await list();
  await em().nativeUpdate(Offer, {}, { priceCents: 300 });
  const look = async () => {
    await em().nativeUpdate(Row, {}, { isDue: true });
    return runSearch(em(), api.services.config, search?.id ?? '');
  };
  expect(await look(), 'the address is not proven').toBe(false);
  const linkIn = async (kind: string, action: string) => {
    const mail = (await mailsTo(em(), 'kim@example.com')).findLast((each) => each.kind === kind);
    const link = new RegExp(`api(/[a-z-]+/${action}\\?token=[\\w.-]+)`).exec(mail?.text ?? '');
    return link?.[1] ?? '';
  };
  expect((await api.call('POST', await linkIn('confirmation', 'confirm'))).status).toBe(200);
  expect(await look()).toBe(true);
  expect(await look()).toBe(false);
  expect((await api.call('POST', await linkIn('search', 'unsubscribe'))).status).toBe(200);
  expect(await list()).toEqual([]);
});

test.each([
  ['no query', { ...WISH, query: ' ' }],
  ['an endless rest', { ...WISH, restDays: 91 }],
  ['a price below zero', { ...WISH, filters: { maxPrice: -1 } }],
])('refuses %s', async (_what, body) => {
  expect((await api.call('POST', '/watched-searches', { token, body })).status).toBe(400);
});

test('one person watches at most 20 searches', async () => {
  expect(LIMITS.writeByAddress.points).toBeGreaterThan(30);
  const watch = (nth: number) =>
    api.call('POST', '/watched-searches', { token, body: { query: `milk ${nth}` } });
  for (let nth = 0; nth < 20; nth += 1) expect((await watch(nth)).status).toBe(201);
  expect(await watch(20)).toMatchObject({
    status: 409,
    body: { error: 'You watch 20 searches at most: end some first.' },
  });
});
