/*
 * What the server itself says to a shopper (spec §5, §8), each provoked and word for word. The texts of sign-in and
 * profile are in auth.test.ts.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { ANSWER_TIMEOUT_MS } from '#site/api/app.ts';
import { API_TIMEOUT_MS } from '#site/client/api-error.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openEmptyApi();
});

afterAll(() => api.close());

beforeEach(() => api.services.em().nativeDelete(RateLimit, {}));

/** What the call is refused with; throws when it is not refused with this status. */
async function refusal(status: number, method: string, path: string, body?: unknown, token = '') {
  const answer = await api.call(method, path, { body, ...(token && { token }) });
  expect(answer.status).toBe(status);
  expect(answer.body['success']).toBe(false);
  return answer.body['error'];
}

async function register(email: string): Promise<string> {
  const body = { email, password: 'gum-tree-77', name: 'Kylie' };
  const answer = await api.call('POST', '/auth/register', { body });
  return (answer.body['data'] as { token: string }).token;
}

const SIGN_UP = { email: 'a@example.com', password: 'gum-tree-77', name: 'A' };
const NO_SEARCH = 'Please enter a search.';
const NO_ADDRESS = 'Please enter a valid email address.';
const SHORT = 'Password must be at least 6 characters long';

test.each<[status: number, call: string, body: object | undefined, text: string, field?: string]>([
  [400, 'POST /search/ai-search', { query: ' ' }, NO_SEARCH],
  [400, 'POST /search/ai-search', {}, NO_SEARCH, 'query'],
  [400, 'POST /recommend/smart-recommend', { query: ' ' }, NO_SEARCH],
  [400, 'POST /newsletter', { email: 'nobody' }, NO_ADDRESS],
  [400, 'POST /newsletter', { email: ' ' }, NO_ADDRESS],
  [400, 'POST /newsletter', {}, NO_ADDRESS, 'email'],
  [
    400,
    'POST /auth/reset-password',
    {},
    'Invalid or missing reset token. Please request a new password reset link.',
    'token',
  ],
  [400, 'POST /recommendations/feedback', {}, 'Please say what the feedback is about.'],
  [
    400,
    'GET /products?minPrice=abc',
    undefined,
    'A price is a number of dollars from 0 to 1000000.',
  ],
  [400, 'GET /products?minRating=many', undefined, 'A rating is a number from 0 to 5.'],
  [400, 'GET /products?onSale=perhaps', undefined, 'onSale and inStock are true or false.'],
  [400, 'POST /auth/register', { ...SIGN_UP, email: 'no-at-sign' }, NO_ADDRESS],
  [400, 'POST /auth/register', { ...SIGN_UP, email: `${'a'.repeat(250)}@example.com` }, NO_ADDRESS],
  [400, 'POST /auth/register', { ...SIGN_UP, password: '12345' }, SHORT],
  [400, 'POST /auth/register', { ...SIGN_UP, name: '  ' }, 'Name is required'],
  [400, 'POST /auth/register', { ...SIGN_UP, name: undefined }, 'Name is required'],
  [400, 'POST /auth/register', { ...SIGN_UP, name: 'a'.repeat(101) }, 'Name is too long'],
  [
    400,
    'POST /auth/reset-password',
    { token: 'made-up', newPassword: 'gum-tree-77' },
    'This reset link is invalid or has expired.',
  ],
  [
    400,
    'POST /auth/social/exchange',
    { token: 'made-up' },
    'OAuth login failed. Please try again.',
  ],
  [401, 'GET /auth/me', undefined, 'Please sign in.'],
])('%i for %s with %j says %s', async (status, call, body, text, field) => {
  const [method = '', path = ''] = call.split(' ');
  const answer = await api.call(method, path, { body });
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ success: false, error: text });
  if (field) expect(answer.body).toMatchObject({ code: 'invalid-input', field });
});

test('explains the required fields of a profile and of a link', async () => {
  const token = await register('missing@example.com');
  const email = 'missing@example.com';
  expect(await refusal(400, 'PUT', '/auth/profile', { email }, token)).toBe('Name is required');
  const named = { name: 'M' };
  expect(await refusal(400, 'PUT', '/auth/profile', named, token)).toBe('Email is required');
  const passwords = { currentPassword: 'x', newPassword: '12345' };
  expect(await refusal(400, 'PUT', '/auth/profile', { ...named, email, ...passwords }, token)).toBe(
    'New password must be at least 6 characters',
  );
  const noLink = 'This is not the link of a product.';
  const link = { productUrl: 'kettle' };
  expect(await refusal(400, 'POST', '/favorites/check', link, token)).toBe(noLink);
  for (const body of [{}, [], { productSnapshot: {} }, { productUrl: 3 }]) {
    expect(await refusal(400, 'POST', '/favorites', body, token)).toBe(noLink);
  }
});

test('ignores filters that a form left empty', async () => {
  const empty = 'category=&retailer=&minPrice=&maxPrice=&minRating=&onSale=&inStock=';
  expect((await api.call('GET', `/products?${empty}`)).status).toBe(200);
});

test('names a missing field', async () => {
  const body = { email: 'a@example.com', name: 'A' };
  expect(await refusal(400, 'POST', '/auth/register', body)).toMatch(/^password: /);
});

test('explains too many requests', async () => {
  const ask = () =>
    api.call('POST', '/auth/forgot-password', { body: { email: 'flood@example.com' } });
  for (let mails = 0; mails < 5; mails += 1) expect((await ask()).status).toBe(200);
  const answer = await ask();
  expect(answer.status).toBe(429);
  expect(answer.body['error']).toBe('Too many requests. Please wait a moment and try again.');
});

describe('a moment’s absence', () => {
  const ABSENT = 'Service temporarily unavailable. Please try again in a few moments.';

  test('is the message of an internal error', async () => {
    const em = api.services.em();
    await em.execute('alter table newsletter_subscriber rename to mislaid');
    try {
      const body = { email: 'reader@example.com' };
      expect(await refusal(503, 'POST', '/newsletter', body)).toBe(ABSENT);
    } finally {
      await em.execute('alter table mislaid rename to newsletter_subscriber');
    }
  });

  test('is the message of a late answer, before the client times out', async () => {
    const holder = new pg.Client({ connectionString: api.services.config.databaseUrl ?? '' });
    await holder.connect();
    await holder.query('begin; lock table newsletter_subscriber in access exclusive mode');
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const told = refusal(503, 'POST', '/newsletter', { email: 'reader@example.com' });
      while ((await holder.query(waiting)).rowCount === 0);
      await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS);
      expect(await told).toBe(ABSENT);
    } finally {
      vi.useRealTimers();
      await holder.query('rollback');
      await holder.end();
    }
    expect(ANSWER_TIMEOUT_MS).toBeLessThan(API_TIMEOUT_MS);
  });
});
