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

test.each(['/search/ai-search', '/recommend/smart-recommend'])(
  'an empty search is refused with its message: %s',
  async (path) => {
    expect(await refusal(400, 'POST', path, { query: ' ' })).toBe('Please enter a search.');
  },
);

test.each(['nobody', ' '])('the newsletter refuses “%s” with its message', async (email) => {
  expect(await refusal(400, 'POST', '/newsletter', { email })).toBe(
    'Please enter a valid email address.',
  );
});

test.each([
  ['POST', '/search/ai-search', 'query', 'Please enter a search.'],
  ['POST', '/newsletter', 'email', 'Please enter a valid email address.'],
  [
    'POST',
    '/auth/reset-password',
    'token',
    'Invalid or missing reset token. Please request a new password reset link.',
  ],
  ['POST', '/recommendations/feedback', undefined, 'Please say what the feedback is about.'],
])('%s %s with an empty body gets a message', async (method, path, field, text) => {
  const answer = await api.call(method, path, { body: {} });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ success: false, code: 'invalid-input', error: text });
  expect(answer.body['field']).toBe(field);
});

test('explains the required fields of a profile and of a link', async () => {
  const token = await register('missing@example.com');
  const email = 'missing@example.com';
  expect(await refusal(400, 'PUT', '/auth/profile', { email }, token)).toBe('Name is required');
  const named = { name: 'M' };
  expect(await refusal(400, 'PUT', '/auth/profile', named, token)).toBe('Email is required');
  const noLink = 'This is not the link of a product.';
  const link = { productUrl: 'kettle' };
  expect(await refusal(400, 'POST', '/favorites/check', link, token)).toBe(noLink);
  for (const body of [{}, [], { productSnapshot: {} }, { productUrl: 3 }]) {
    expect(await refusal(400, 'POST', '/favorites', body, token)).toBe(noLink);
  }
});

test('refuses a new password without the current one with a message, and changes nothing', async () => {
  const token = await register('careless@example.com');
  const profile = { name: 'Changed', email: 'careless@example.com' };
  const body = { ...profile, currentPassword: '', newPassword: 'gum-tree-78' };
  expect(await refusal(400, 'PUT', '/auth/profile', body, token)).toBe(
    'Current password is incorrect',
  );
  const me = await api.call('GET', '/auth/me', { token });
  expect(me.body).toMatchObject({ data: { user: { name: 'Kylie' } } });
});

test.each([
  ['minPrice=abc', 'A price is a number of dollars from 0 to 1000000.'],
  ['minRating=many', 'A rating is a number from 0 to 5.'],
  ['onSale=perhaps', 'onSale and inStock are true or false.'],
])('an invalid filter gets a message: %s', async (filter, text) => {
  expect(await refusal(400, 'GET', `/products?${filter}`)).toBe(text);
});

test('ignores filters that a form left empty', async () => {
  const empty = 'category=&retailer=&minPrice=&maxPrice=&minRating=&onSale=&inStock=';
  expect((await api.call('GET', `/products?${empty}`)).status).toBe(200);
});

test('names a missing field', async () => {
  const body = { email: 'a@example.com', name: 'A' };
  expect(await refusal(400, 'POST', '/auth/register', body)).toMatch(/^password: /);
});

test.each([
  ['name', 'Name is too long', { name: 'a'.repeat(101) }],
  ['address', 'Please enter a valid email address.', { email: `${'a'.repeat(250)}@example.com` }],
])('a %s that is too long gets a message', async (_what, text, own) => {
  const body = { email: 'a@example.com', password: 'gum-tree-77', name: 'A', ...own };
  expect(await refusal(400, 'POST', '/auth/register', body)).toBe(text);
});

test('explains a made-up reset link', async () => {
  const body = { token: 'made-up', newPassword: 'gum-tree-77' };
  expect(await refusal(400, 'POST', '/auth/reset-password', body)).toBe(
    'This reset link is invalid or has expired.',
  );
});

test('explains a made-up social token', async () => {
  expect(await refusal(400, 'POST', '/auth/social/exchange', { token: 'made-up' })).toBe(
    'OAuth login failed. Please try again.',
  );
});

describe('a taken address gets a message', () => {
  const TAKEN = 'This email is already registered.';

  test('at sign-up', async () => {
    await register('kylie@example.com');
    const body = { email: 'kylie@example.com', password: 'gum-tree-77', name: 'Again' };
    expect(await refusal(409, 'POST', '/auth/register', body)).toBe(TAKEN);
  });

  test('on the profile', async () => {
    await register('bruce@example.com');
    const token = await register('sheila@example.com');
    const body = { name: 'Sheila', email: 'bruce@example.com' };
    expect(await refusal(409, 'PUT', '/auth/profile', body, token)).toBe(TAKEN);
  });
});

test('tells a guest to sign in', async () => {
  expect(await refusal(401, 'GET', '/auth/me')).toBe('Please sign in.');
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
