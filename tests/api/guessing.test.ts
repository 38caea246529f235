import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import type { RunningSite } from '#site/server/start-site.ts';
import { ask, startBuiltSite } from '../support/built-site.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const GUESSES = 1_000;
const HOME = '203.0.113.7';
const PASSWORD = 'gum-tree-77';

let api: TestApi;
let site: RunningSite;
let people = 0;

beforeAll(async () => {
  api = await openEmptyApi();
  site = await startBuiltSite(api.api);
});

afterAll(async () => {
  await site.stop();
  await api.close();
});

beforeEach(() => api.services.em().nativeDelete(RateLimit, {}));

/** Someone who signed up from HOME, so long ago that nothing of it is counted any more. */
async function owner(): Promise<string> {
  people += 1;
  const email = `owner-${people}@example.com`;
  const body = { email, password: PASSWORD, name: 'Owner' };
  expect((await api.call('POST', '/auth/register', { body, address: HOME })).status).toBe(201);
  await api.services.em().nativeDelete(RateLimit, { $not: { key: { $like: 'known:%' } } });
  return email;
}

const login = (email: string, password: string, address: string) =>
  api.call('POST', '/auth/login', { body: { email, password }, address });

/** Runs a thousand guesses, twenty at a time; how many came as far as the password's hash (401, not 429). */
async function guess(one: (index: number) => Promise<number>): Promise<number> {
  let hashed = 0;
  for (let from = 0; from < GUESSES; from += 20) {
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, i) => one(from + i)));
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    hashed += statuses.filter((status) => status === 401).length;
  }
  return hashed;
}

const address = (index: number) => `198.51.${Math.floor(index / 250)}.${index % 250}`;

test('1,000 guesses with rotating forwarded-for headers: at most 10 reach the hash, the owner gets in', async () => {
  const email = await owner();
  const hashed = await guess(async (index) => {
    const { status } = await ask(site.port, '/api/auth/login', {
      method: 'POST',
      headers: {
        host: `127.0.0.1:${site.port}`,
        'content-type': 'application/json',
        'x-forwarded-for': address(index),
      },
      body: JSON.stringify({ email, password: `guess-${index}` }),
    });
    return status;
  });
  expect(hashed).toBeGreaterThan(0);
  expect(hashed).toBeLessThanOrEqual(10);
  expect((await login(email, PASSWORD, HOME)).status).toBe(200);
});

test('1,000 guesses from as many addresses: the same, and whether the account exists does not show', async () => {
  const email = await owner();
  const hashed = await guess(
    async (index) => (await login(email, `guess-${index}`, address(index))).status,
  );
  expect(hashed).toBeLessThanOrEqual(10);
  expect((await login(email, PASSWORD, HOME)).status).toBe(200);
  const unknown = await guess(
    async (index) => (await login('nobody@example.com', `guess-${index}`, address(index))).status,
  );
  expect(unknown).toBe(hashed);
});

test('an address that signed in before has a small budget too, and its own', async () => {
  const email = await owner();
  const statuses = [];
  for (let index = 0; index < 12; index += 1) {
    statuses.push((await login(email, `guess-${index}`, HOME)).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  const refused = await login(email, 'guess', HOME);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await login(email, PASSWORD, '198.51.100.1')).status).toBe(200);
});

test('the right password clears earlier mistakes', async () => {
  const email = await owner();
  for (let day = 0; day < 2; day += 1) {
    for (let index = 0; index < 6; index += 1) await login(email, `typo-${index}`, HOME);
    expect((await login(email, PASSWORD, HOME)).status).toBe(200);
  }
});

test('remembered addresses cannot be traced to a person', async () => {
  const email = await owner();
  const rows = await api.services.em().find(RateLimit, { key: { $like: 'known:%' } });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.key).not.toContain(HOME);
  expect(rows[0]?.key).not.toContain(email);
});
