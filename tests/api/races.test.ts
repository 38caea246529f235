/* The same wish twice at once, as a double click or a retry sends it: kept once, and never a fault. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LIMITS } from '#site/api/limits.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { type Person, register } from '../support/person.ts';

let open: ApiWorld;
let person: Person;
let offer: { url: string; productId: string };

beforeAll(async () => {
  open = await openApiWorld({ 'k-100001': { name: 'Breville Kettle', price: '149.00' } });
  const [found] = await open.offers();
  if (!found) throw new Error('no offer was crawled');
  offer = found;
});

afterAll(() => open.close());

beforeEach(async () => {
  await open.em().execute('delete from rate_limit');
  person = await register(open.api);
});

/** More than the mails that an address may get in a day. */
const AT_ONCE = 20;

function send(method: string, path: string, body?: unknown) {
  return open.api.call(method, path, { token: person.token, ...(body !== undefined && { body }) });
}

async function count(table: string): Promise<number> {
  const rows = await open.em().execute(`select 1 from ${table} where user_id = ?`, [person.id]);
  return rows.length;
}

test.each([
  ['favorite', '/favorites', () => ({ productUrl: offer.url })],
  ['favorite', '/user/favorites', () => ({ productId: offer.productId })],
  ['alert', '/alerts', () => ({ productId: offer.productId, targetPrice: 99 })],
  ['search_history', '/user/search-history', () => ({ query: 'kettle' })],
  ['view_history', '/user/view-history', () => ({ productId: offer.productId })],
])('one %s, however often POST %s comes at once', async (table, path, body) => {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => send('POST', path, body())),
  );
  for (const { status } of answers) expect([200, 201]).toContain(status);
  expect(await count(table)).toBe(1);
});

test('one review, the last word standing', async () => {
  const path = `/products/${offer.productId}/reviews`;
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, nth) =>
      send('POST', path, { rating: 4, comment: `Word ${nth}` }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: AT_ONCE - 1 }, () => 200),
    201,
  ]);
  expect(await count('review')).toBe(1);
});

test('saving and removing at once is never a fault', async () => {
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([
      send('POST', '/user/favorites', { productId: offer.productId }),
      send('DELETE', `/users/${person.id}/favorites/${offer.productId}`),
      send('POST', '/user/favorites', { productId: offer.productId }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
});

test('nobody’s lists grow faster than anyone can click', async () => {
  const { points } = LIMITS.keepByPerson;
  for (let nth = 0; nth < points; nth += 1) await open.api.services.limits.keep(person.id, '');
  expect((await send('POST', '/user/search-history', { query: 'tea' })).status).toBe(429);
  expect((await send('GET', '/user/search-history')).status).toBe(200);
  person = await register(open.api);
  expect((await send('POST', '/user/search-history', { query: 'tea' })).status).toBe(201);
});
