import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { LIMITS } from '#site/api/core/limits.ts';
import { register } from '../support/person.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openEmptyApi();
});

afterAll(() => api.close());

beforeEach(() => api.services.em().nativeDelete(RateLimit, {}));

/** The last search of a budget, after all others were spent. */
async function lastSearch(as: { token?: string; address: string }, userId: string | null = null) {
  for (let index = 1; index < LIMITS.searchByAddress.points; index += 1)
    await api.services.limits.search(userId, as.address);
  expect((await search(as)).status).toBe(200);
}

const search = (as: { token?: string; address?: string }) =>
  api.call('GET', '/search?q=kettle', as);

test('all IPv6 networks of one customer share one budget; neighbours have their own', async () => {
  await lastSearch({ address: '2001:db8:1:2::1' });
  expect((await search({ address: '2001:db8:1:2:ffff:1:2:3' })).status).toBe(429);
  expect((await search({ address: '2001:DB8:1:FF::1' })).status).toBe(429);
  expect((await search({ address: '2001:db8:2:2::1' })).status).toBe(200);
});

test('an address that changes within its household stays known to the account', async () => {
  await api.services.limits.signedIn('2001:db8:1:2::1', 'kylie@example.com');
  for (let guess = 0; guess < LIMITS.signInByStrangers.points; guess += 1) {
    await api.services.limits.signIn('198.51.100.1', 'kylie@example.com');
  }
  const { signIn } = api.services.limits;
  await expect(signIn('198.51.100.1', 'kylie@example.com')).rejects.toThrow('Too many requests');
  await expect(signIn('2001:db8:1:3::2', 'kylie@example.com')).resolves.toBeUndefined();
});

test("counts a signed-in person's searches by account, not by address", async () => {
  const { id, token } = await register(api);
  await lastSearch({ token, address: '203.0.113.7' }, id);
  expect((await search({ token, address: '198.51.100.9' })).status).toBe(429);
  expect((await search({})).status).toBe(200);
});
