/* The same wish twice at once, as a double click or a retry sends it: kept once, and never a fault. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PricePass } from '#db/entities/alert.ts';
import { Ask } from '#db/entities/ask.ts';
import { Offer } from '#db/entities/offer.ts';
import { RateLimit } from '#db/entities/operations.ts';
import { confirmAddress } from '#db/queries/alerts/alerts.ts';
import { findOrAddAsk } from '#db/queries/asks/asks.ts';
import { addPasses, MOST_PASSES } from '#db/queries/price-pass/passes.ts';
import { cents } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import { LIMITS } from '#site/api/core/limits.ts';
import { type KettleApi, openKettleApi } from '../support/api-world.ts';
import { createUser } from '../support/factory.ts';
import { figure } from '../support/figure.ts';
import { type Person, register } from '../support/person.ts';

let open: KettleApi;
let person: Person;
let offer: { url: string; productId: string };

beforeAll(async () => {
  open = await openKettleApi();
  offer = open.offer;
});

afterAll(() => open.close());

beforeEach(async () => {
  await open.em().nativeDelete(RateLimit, {});
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

test('a product that is looked at again days later is in the history once, as seen now', async () => {
  const view = () => send('POST', '/user/view-history', { productId: offer.productId });
  await view();
  await open.em().execute(`update view_history set viewed_at = now() - interval '3 days'`);
  await view();
  const { body } = await send('GET', '/user/view-history');
  const [seen, ...others] = body['data'] as { timestamp: string }[];
  expect(others).toEqual([]);
  expect(Date.now() - Date.parse(seen?.timestamp ?? '')).toBeLessThan(DAY_MS);
});

test('keeps one review, the latest', async () => {
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

test('saving and removing at once never fails', async () => {
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

test('keeps changes of different preferences that come at once', async () => {
  const changes = [
    { categories: ['Laptops'] },
    { preferredRetailers: ['Shop kite'] },
    { priceRange: { min: 5, max: 50 } },
  ];
  await Promise.all(changes.map((change) => send('PUT', '/auth/preferences', change)));
  const { body } = await send('GET', '/auth/me');
  const kept = Object.assign({ currency: 'AUD' }, ...changes);
  expect(body).toMatchObject({ data: { user: { preferences: kept } } });
});

test('starts every alert that is set while its address is confirmed', async () => {
  const { productId } = offer;
  const email = `elsewhere-${person.id}@example.com`;
  await send('POST', '/alerts', { productId, email });
  await Promise.all([
    ...[60, 70, 80].map((targetPrice) =>
      send('POST', '/alerts', { productId, email, targetPrice }),
    ),
    confirmAddress(open.em(), person.id, email),
    send('POST', '/alerts', { productId, email, targetPrice: 90 }),
  ]);
  const { body } = await send('GET', '/alerts');
  expect(body).toMatchObject({ data: [{ email, state: 'watching' }] });
});

const AS_OFTEN = 8;
const times = <Answer>(count: number, call: (nth: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => call(nth)));

test('one account, however often its sign-up comes at once', async () => {
  const body = { email: `twice-${person.id}@example.com`, password: 'gum-tree-77', name: 'Kim' };
  const answers = await times(AS_OFTEN, () => send('POST', '/auth/register', body));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array.from({ length: AS_OFTEN - 1 }, () => 409)]);
  const known = await open.em().execute('select 1 from user_account where email = ?', [body.email]);
  expect(known).toHaveLength(1);
});

test('an address that another account takes at the same moment is taken', async () => {
  const em = open.em();
  const email = `wanted-${person.id}@example.com`;
  await em.begin();
  await createUser(em, { email });
  const currentPassword = person.password;
  const asked = send('PUT', '/auth/profile', { name: 'Robin', email, currentPassword });
  // It waits for the other to be done, whom it cannot see yet.
  await expect
    .poll(() => open.em().execute(`select 1 from pg_locks where not granted`))
    .not.toHaveLength(0);
  await em.commit();
  expect((await asked).status).toBe(409);
});

test('deleting an account during its calls never fails', async () => {
  const { productId, url } = offer;
  for (let round = 0; round < 5; round += 1) {
    person = await register(open.api);
    const calls = [
      ['POST', '/favorites', { productUrl: url }],
      ['POST', '/alerts', { productId }],
      ['POST', '/user/search-history', { query: 'kettle' }],
      ['POST', '/user/view-history', { productId }],
      ['POST', `/users/${person.id}/wishlist`, { productId }],
      ['POST', `/products/${productId}/reviews`, { rating: 4, comment: 'Good.' }],
      ['POST', '/recommendations/feedback', { helpful: true }],
      ['POST', '/search/ai-search', { query: 'kettle' }],
      ['PUT', '/auth/preferences', { categories: ['Kitchen Appliances'] }],
      ['PUT', '/auth/profile', { name: 'Kim', email: person.email }],
      ['GET', '/auth/me', undefined],
      ['GET', '/auth/export', undefined],
      ['DELETE', '/auth/account', { currentPassword: person.password }],
      ['POST', '/favorites', { productUrl: url }],
      ['POST', '/auth/logout', {}],
    ] as const;
    const answers = await Promise.all(
      calls.map(([method, path, body]) => send(method, path, body)),
    );
    const faults = calls.filter((_, nth) => (answers[nth]?.status ?? 500) >= 500);
    expect(faults).toEqual([]);
  }
});

describe('limits on the number of rows hold for fifty creations at once', () => {
  const CREATIONS = 50;
  const told = (what: string, kept: number, most: number) => {
    figure(`${what}: ${kept} of ${most}`);
    expect(kept).toBe(most);
  };

  test('API keys', async () => {
    const answers = await times(CREATIONS, () =>
      send('POST', '/user/api-keys', { name: 'script' }),
    );
    told('API keys', answers.filter(({ status }) => status === 201).length, 10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(40);
  });

  test('price passes', async () => {
    const { id: offerId } = await open.em().findOneOrFail(Offer, { url: offer.url });
    const bought = { offerId, paidCents: cents(400), boughtAt: new Date(), endsAt: new Date() };
    const ten = Array.from({ length: 10 }, () => bought);
    await times(CREATIONS, () => addPasses(open.em(), person.id, ten));
    told('price passes', await open.em().count(PricePass, { user: person.id }), MOST_PASSES);
  });

  test('questions to the model', async () => {
    const callsADay = 5;
    const breaker = { failures: 5, restMs: 60_000, answerWithinMs: 60_000 };
    const limits = { callsADay, breaker };
    await times(CREATIONS, (nth) =>
      findOrAddAsk(open.em(), { kind: 'test', key: `question-${nth}`, input: {} }, limits),
    );
    told('questions', await open.em().count(Ask, { kind: 'test' }), callsADay);
  });
});
