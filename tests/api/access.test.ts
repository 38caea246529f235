/*
 * Access rules: every route × {anonymous, owner, other, operator} × {own, foreign id}. A route without an example fails the run.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { exportUser } from '#db/queries/accounts/export-user.ts';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import { addWish } from '#db/queries/shoppers/favorites.ts';
import { apiCalls } from '../support/api-calls.ts';
import { type KettleApi, openKettleApi } from '../support/api-world.ts';
import { createAlert, createFavorite, createPastSearch, createView } from '../support/factory.ts';
import { makeKey, register } from '../support/person.ts';
import { EXAMPLES, exampleCall, type Owned } from '../support/route-examples.ts';
import type { TestApi } from '../support/test-api.ts';

let world: KettleApi;
let api: TestApi;
let owner: Owned;
let other: Owned;
let operator: Owned;

beforeAll(async () => {
  world = await openKettleApi();
  api = world.api;
  owner = await person('owner');
  other = await person('other');
  operator = await person('operator');
  await promoteToOperator(world.em(), 'operator@example.com');
});

afterAll(() => world.close());

/** Someone with an account and one of everything. */
async function person(name: string): Promise<Owned> {
  const { id: userId, email, token } = await register(api, { email: `${name}@example.com`, name });
  const em = world.em();
  const { offer } = world;
  const [user, product] = [userId, offer.productId];
  const favorite = await createFavorite(em, { user, offer: offer.id });
  const alert = await createAlert(em, { user, product, email });
  const search = await createPastSearch(em, { user });
  const view = await createView(em, { user, product });
  await addWish(em, user, product);
  const { id: apiKeyId, key } = await makeKey(api, token);
  return {
    token,
    userId,
    offerId: offer.id,
    productId: offer.productId,
    productUrl: offer.url,
    favoriteId: favorite.id,
    alertId: alert.id,
    passId: randomUUID(),
    watchedSearchId: randomUUID(),
    searchHistoryId: search.id,
    viewHistoryId: view.id,
    apiKeyId,
    apiKey: key,
  };
}

/** Sends a route's example as `token` holder, with the things of `whose`. Nothing that a call changes stays. */
async function send(key: string, token: string | null, whose: Owned) {
  const { method, path, body } = exampleCall(key, whose);
  await world.em().nativeDelete(RateLimit, {});
  return api.call(method, path, { ...(body && { body }), ...(token && { token }) });
}

const calls = apiCalls.map((call) => [call.key, call] as const);
const signedInOnly = calls.filter(([, { access }]) => access !== 'public');
const ofOnePerson = signedInOnly.filter(([key]) => EXAMPLES[key]?.owned);

test('every route has an example and every example has a route', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(apiCalls.map(({ key }) => key).sort());
});

describe('an anonymous caller', () => {
  test.each(calls)('%s', async (key, { access, answer: form }) => {
    const answer = await send(key, null, owner);
    if (access === 'public') expect(answer.status).toBe(exampleCall(key, owner).status);
    else expect(answer.status).toBe(401);
    // A browser opens these, so they answer with a page.
    if (answer.status >= 400 && form) expect(answer.body['success']).toBe(false);
  });

  test.each(signedInOnly)('with a made-up token: %s', async (key) => {
    expect((await send(key, 'made-up-token', owner)).status).toBe(401);
  });
});

describe("a shopper who uses another shopper's id", () => {
  test.each(ofOnePerson)('%s does not exist for them', async (key) => {
    const before = await exportUser(world.em(), owner.userId);
    const answer = await send(key, other.token, owner);
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).not.toContain('owner@example.com');
    expect(await exportUser(world.em(), owner.userId)).toEqual(before);
  });
});

describe('an API key, of an operator too', () => {
  test.each(calls)('%s', async (key, { access }) => {
    // All calls in a minute are more than one person's keys may make.
    const caller = key.startsWith('GET') ? operator : owner;
    const answer = await send(key, caller.apiKey, caller);
    const refused = access === 'operator' ? 404 : 403;
    const isRead = access === 'public' && key.startsWith('GET');
    expect(answer.status).toBe(isRead ? exampleCall(key, operator).status : refused);
    expect(JSON.stringify(answer.body)).not.toMatch(/(?:operator|owner)@example\.com/);
  });
});

describe("an operator does not own shoppers' data", () => {
  test.each(ofOnePerson)('%s', async (key) => {
    expect((await send(key, operator.token, owner)).status).toBe(404);
  });
});

describe('operator calls', () => {
  const operatorOnly = calls.filter(([, { access }]) => access === 'operator');
  test.each(operatorOnly)('%s does not exist for shoppers', async (key) => {
    expect((await send(key, owner.token, owner)).status).toBe(404);
    expect((await send(key, operator.token, owner)).status).toBe(exampleCall(key, owner).status);
  });
});

describe('the owner', () => {
  // Deletions last, the account at the very end.
  const inOrder = signedInOnly
    .filter(([, { access }]) => access !== 'operator')
    .sort(([a], [b]) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')))
    .sort(
      ([a], [b]) => Number(a === 'DELETE /auth/account') - Number(b === 'DELETE /auth/account'),
    );
  test.each(inOrder)('%s', async (key, { answer: schema }) => {
    const { before, status } = exampleCall(key, owner);
    await before?.(world.em(), owner);
    const ofOther = await exportUser(world.em(), other.userId);
    const answer = await send(key, owner.token, owner);
    expect(await exportUser(world.em(), other.userId)).toEqual(ofOther);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    if (answer.status < 300) schema?.parse(answer.body);
  });
});
