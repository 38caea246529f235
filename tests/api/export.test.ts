import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerSchema } from '../support/api-calls.ts';
import { mailsTo } from '../support/person.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openEmptyApi();
});

afterAll(() => api.close());

async function register(name: string) {
  const body = { email: `${name}@example.com`, password: 'gum-tree-77', name };
  const answer = await api.call('POST', '/auth/register', { body });
  return (answer.body['data'] as { token: string }).token;
}

test("exports all data of the person, no one else's and no secret", async () => {
  const token = await register('kylie');
  const other = await register('bruce');
  await api.call('POST', '/user/search-history', { token, body: { query: 'my own search' } });
  await api.call('POST', '/user/search-history', { token: other, body: { query: 'not mine' } });
  await api.call('POST', '/newsletter', { body: { email: 'kylie@example.com' } });
  const answer = await api.call('GET', '/auth/export', { token });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="priceroo-data-/,
  );
  answerSchema('GET /auth/export').parse(answer.body);
  const text = JSON.stringify(answer.body);
  expect(answer.body['data']).toMatchObject({
    account: { email: 'kylie@example.com', name: 'kylie' },
    signInMethods: [{ provider: 'credential' }],
    sessions: [{}],
    signIns: [{ kind: 'signed-in', way: 'password' }],
    searchHistory: [{ query: 'my own search' }],
    newsletter: [{ email: 'kylie@example.com', state: 'unconfirmed' }],
    mails: [{ kind: 'welcome' }, { kind: 'confirmation' }],
  });
  expect(text).not.toMatch(/bruce|not mine|"password":/);
  expect(text).not.toContain(token);
});

test('the list of tables with personal data is complete', async () => {
  const rows = await api.services.em().execute<{ table: string }[]>(
    `select c.conrelid::regclass::text as table from pg_constraint c
     where c.contype = 'f' and c.confrelid = 'user_account'::regclass order by 1`,
  );
  // A new table with a person in it belongs into db/queries/accounts/export-user.ts.
  expect(rows.map((row) => row.table)).toEqual(
    `
    account_event alert alert_channel api_key confirmed_address docket favorite favorite_feed
    feedback price_pass review search search_history second_factor user_credential user_session
    view_history watched_search wishlist
  `
      .trim()
      .split(/\s+/),
  );
});

test('without signing in there is nothing to export', async () => {
  expect((await api.call('GET', '/auth/export')).status).toBe(401);
});

test('a new account is welcomed once, by a mail that names its sender', async () => {
  const token = await register('sheila');
  await api.call('POST', '/auth/login', {
    body: { email: 'sheila@example.com', password: 'gum-tree-77' },
  });
  const answer = await api.call('GET', '/auth/export', { token });
  expect((answer.body['data'] as { mails: unknown[] }).mails).toMatchObject([
    { kind: 'welcome', subject: 'Welcome to Priceroo', state: 'waiting' },
  ]);
  const [mail] = await mailsTo(api.services.em(), 'sheila@example.com');
  expect(mail?.text).toContain('Priceroo, Australia. Contact:');
});
