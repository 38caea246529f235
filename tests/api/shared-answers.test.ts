import { afterAll, beforeAll, expect, test } from 'vitest';
import { Retailer } from '#db/entities/retailer.ts';
import { User } from '#db/entities/user.ts';
import { LIMITS } from '#site/api/core/limits.ts';
import { createSharedAnswers, SHARED_FOR_MS } from '#site/api/core/shared-answers.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { register } from '../support/person.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const clock = { ms: 1 };
let open: ApiWorld;
let api: TestApi;
let productId: string;
let offerId: string;

beforeAll(async () => {
  open = await openApiWorld({ 'k-100001': { name: 'Breville Kettle', price: '149.00' } });
  const shared = createSharedAnswers({}, () => clock.ms);
  api = await openTestApi(open.databaseUrl, {}, undefined, shared);
  const [offer] = await open.offers();
  productId = offer?.productId ?? '';
  offerId = offer?.id ?? '';
});

afterAll(async () => {
  await api.close();
  await open.close();
});

const priceTo = (cents: number) => open.em().execute('update offer set price_cents = ?', [cents]);

async function product(token?: string) {
  const answer = await api.call('GET', `/products/${productId}`, token ? { token } : {});
  return answer.body['data'] as ProductDetail;
}

test('a price is at most five seconds behind the crawl, for whoever asks', async () => {
  expect((await product()).currentPrice).toBe(149);
  await priceTo(12_900);
  const { token } = await register(api);
  expect((await product(token)).currentPrice).toBe(149);
  clock.ms += SHARED_FOR_MS.prices + 1;
  expect((await product(token)).currentPrice).toBe(129);
});

test('a review and an operator’s price are seen at once', async () => {
  const { id, token } = await register(api);
  await product();
  const body = { rating: 5, comment: 'Boils water.' };
  await api.call('POST', `/products/${productId}/reviews`, { token, body });
  expect((await product()).reviews).toMatchObject([{ comment: 'Boils water.' }]);
  await open.em().nativeUpdate(User, { id }, { role: 'operator' });
  const price = { offerId, price: 99 };
  const set = await api.call('PATCH', `/products/${productId}/price`, { token, body: price });
  expect(set.status).toBe(200);
  expect((await product()).currentPrice).toBe(99);
});

test('each question has its own answer, and what is not asked for makes no difference', async () => {
  const cheap = await api.call('GET', '/products?q=kettle&maxPrice=1');
  expect(cheap.body).toMatchObject({ data: { total: 0 } });
  const any = await api.call('GET', '/products?q=kettle');
  expect(any.body).toMatchObject({ data: { total: 1 } });
  const same = await api.call('GET', '/products?q=kettle&limit=20&page=1&nonsense=7');
  expect(same.body).toEqual(any.body);
});

test('a list as text is shared as that text', async () => {
  for (const format of ['csv', 'csv', 'jsonl', 'json', 'json']) {
    const { headers } = await api.call('GET', `/retailers?format=${format}`);
    expect(headers.get('content-type')).toMatch(new RegExp(`/${format}\\b`));
  }
});

test('a refusal is not kept: what appears is there with the next call', async () => {
  await open.em().nativeUpdate(Retailer, {}, { status: 'disabled' });
  clock.ms += SHARED_FOR_MS.prices + 1;
  expect((await api.call('GET', `/products/${productId}`)).status).toBe(404);
  await open.em().nativeUpdate(Retailer, {}, { status: 'enabled' });
  expect((await api.call('GET', `/products/${productId}`)).status).toBe(200);
});

test('a shared answer counts as a search like any other', async () => {
  const address = '198.51.100.200';
  for (let call = 0; call < LIMITS.searchByAddress.points; call += 1) {
    expect((await api.call('GET', '/products?q=kettle', { address })).status).toBe(200);
  }
  expect((await api.call('GET', '/products?q=kettle', { address })).status).toBe(429);
});
