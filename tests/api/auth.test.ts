import { raw } from '@mikro-orm/postgresql';
import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import { RateLimit } from '#db/entities/operations.ts';
import { Credential, Session, User, Verification } from '#db/entities/user.ts';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import { unseal } from '#db/runtime/signed-link.ts';
import { SCRYPT } from '#site/api/auth/create-auth.ts';
import { mailsTo } from '../support/person.ts';
import { openEmptyApi, openTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let people = 0;

beforeAll(async () => {
  api = await openEmptyApi();
});

afterAll(() => api.close());

beforeEach(() => api.services.em().nativeDelete(RateLimit, {}));

const PASSWORD = 'gum-tree-77';

async function register(name = 'Kylie') {
  people += 1;
  const email = `person-${people}@example.com`;
  const answer = await api.call('POST', '/auth/register', {
    body: { email, password: PASSWORD, name },
  });
  expect(answer.status).toBe(201);
  const { user, token } = answer.body['data'] as { user: { id: string }; token: string };
  return { email, token, id: user.id };
}

function login(email: string, password: string, address?: string) {
  return api.call('POST', '/auth/login', {
    body: { email, password },
    ...(address && { address }),
  });
}

async function resetToken(email: string): Promise<string> {
  await api.call('POST', '/auth/forgot-password', { body: { email } });
  const mail = (await mailsTo(api.services.em(), email)).at(-1);
  const text = unseal(api.services.config.authSecret, mail?.key ?? '', mail?.text ?? '');
  const token = /token=([^\s&]+)/.exec(text)?.[1];
  if (!token) throw new Error(`no reset mail for ${email}`);
  return decodeURIComponent(token);
}

/** Moves the end of every reset link so much nearer: as if that time had gone by. */
const expireLinksBy = (interval: string) =>
  api.services
    .em()
    .nativeUpdate(
      Verification,
      {},
      { expiresAt: raw<string>(`expires_at - interval '${interval}'`) },
    );

const reset = (token: string, newPassword = 'new-gum-tree') =>
  api.call('POST', '/auth/reset-password', { body: { token, newPassword } });

const me = (token: string) => api.call('GET', '/auth/me', { token });

test('our migrations contain every table and column that better-auth needs', async () => {
  const { toBeCreated, toBeAdded } = await getMigrations(api.services.auth.options);
  expect(toBeCreated).toEqual([]);
  expect(toBeAdded).toEqual([]);
});

describe('an account', () => {
  test('registers, signs in and returns its default preferences', async () => {
    const { email } = await register('Bruce');
    const answer = await login(email, PASSWORD);
    expect(answer.status).toBe(200);
    const { token } = answer.body['data'] as { token: string };
    expect((await me(token)).body).toMatchObject({
      success: true,
      data: {
        user: {
          email,
          name: 'Bruce',
          role: 'user',
          loginCount: 2,
          preferences: {
            categories: [],
            priceRange: { min: 0, max: 10_000 },
            preferredRetailers: [],
            currency: 'AUD',
          },
        },
      },
    });
  });

  test('cannot be registered twice, whatever the case of its address', async () => {
    const { email } = await register();
    const answer = await api.call('POST', '/auth/register', {
      body: { email: email.toUpperCase(), password: PASSWORD, name: 'Again' },
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      success: false,
      code: 'email-taken',
      error: 'This email is already registered.',
    });
  });

  test('a wrong password does not reveal whether it exists', async () => {
    const { email } = await register();
    const wrong = await login(email, 'not-my-password');
    const nobody = await login('nobody@example.com', 'not-my-password');
    expect(wrong.status).toBe(401);
    expect(nobody.status).toBe(401);
    expect(wrong.body['error']).toBe(nobody.body['error']);
    expect(wrong.body['error']).toBe(
      'Invalid email or password. Please check your credentials or sign up for a new account.',
    );
  });

  test('cannot become an operator by a call', async () => {
    const answer = await api.call('POST', '/auth/register', {
      body: { email: 'boss@example.com', password: PASSWORD, name: 'Boss', role: 'operator' },
    });
    expect(answer.body).toMatchObject({ data: { user: { role: 'user' } } });
  });

  test('is deleted with its sessions', async () => {
    const { email, token, id } = await register();
    const body = { currentPassword: PASSWORD };
    expect((await api.call('DELETE', '/auth/account', { token, body })).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(401);
    const em = api.services.em();
    expect([await em.count(User, { id }), await em.count(Session, { user: id })]).toEqual([0, 0]);
  });
});

test('a token is void after logout', async () => {
  const { token } = await register();
  expect((await me(token)).status).toBe(200);
  await api.call('POST', '/auth/logout', { token });
  expect((await me(token)).status).toBe(401);
});

test('all tokens of a person, and of nobody else, are void after a logout everywhere', async () => {
  const { token, email } = await register();
  const other = await register();
  const { token: elsewhere } = (await login(email, PASSWORD)).body['data'] as { token: string };
  const body = { everywhere: true };
  expect((await api.call('POST', '/auth/logout', { token, body })).status).toBe(200);
  expect((await me(token)).status).toBe(401);
  expect((await me(elsewhere)).status).toBe(401);
  expect((await me(other.token)).status).toBe(200);
});

test('a session row alone does not sign in', async () => {
  const { token, id } = await register();
  const [session] = await api.services.em().find(Session, { user: id });
  expect(JSON.stringify(session)).not.toContain(token);
  expect((await me(session?.token ?? '')).status).toBe(401);
  const [payload = '', signature = ''] = token.split('.');
  const otherSignature = signature.replace(/./, (first) => (first === 'A' ? 'B' : 'A'));
  expect((await me(payload)).status).toBe(401);
  expect((await me(`${payload}.${otherSignature}`)).status).toBe(401);
  expect((await me(token)).status).toBe(200);
});

test('preferences are replaced field by field', async () => {
  const { token } = await register();
  const answer = await api.call('PUT', '/auth/preferences', {
    token,
    body: { categories: ['Laptops'], currency: 'AUD' },
  });
  expect(answer.body).toMatchObject({
    data: { preferences: { categories: ['Laptops'], priceRange: { min: 0, max: 10_000 } } },
  });
});

describe('the profile', () => {
  test('notifies the former address without naming the new one', async () => {
    const { token, email, id } = await register();
    const mails = () => api.services.em().find(Mail, { key: { $like: `address-changed:${id}:%` } });
    await api.call('PUT', '/auth/profile', { token, body: { name: 'Sheila', email } });
    expect(await mails()).toEqual([]);
    const moved = `moved-${people}@example.com`;
    const body = { name: 'Sheila', email: moved, currentPassword: PASSWORD };
    await api.call('PUT', '/auth/profile', { token, body });
    const [mail, ...more] = await mails();
    expect(mail?.recipient).toBe(email);
    expect(mail?.text).not.toContain(moved);
    expect(more).toEqual([]);
  });

  test('changes name, address and, with the current one, the password', async () => {
    const { token } = await register();
    const email = `moved-${people}@example.com`;
    const answer = await api.call('PUT', '/auth/profile', {
      token,
      body: { name: 'Sheila', email, currentPassword: PASSWORD, newPassword: 'wattle' },
    });
    expect(answer.body).toMatchObject({ data: { user: { name: 'Sheila', email } } });
    expect((await login(email, 'wattle')).status).toBe(200);
    expect((await login(email, PASSWORD)).status).toBe(401);
  });

  test("a new password ends all sessions but the caller's", async () => {
    const { token, email } = await register();
    const other = await login(email, PASSWORD);
    const { token: otherToken } = other.body['data'] as { token: string };
    await api.call('PUT', '/auth/profile', {
      token,
      body: { name: 'X', email, currentPassword: PASSWORD, newPassword: 'wattle' },
    });
    expect((await me(otherToken)).status).toBe(401);
    expect((await me(token)).status).toBe(200);
  });

  test('keeps the password when the new address is taken', async () => {
    const [one, other] = [await register(), await register()];
    const answer = await api.call('PUT', '/auth/profile', {
      token: one.token,
      body: {
        name: 'X',
        email: other.email.toUpperCase(),
        currentPassword: PASSWORD,
        newPassword: 'wattle',
      },
    });
    expect(answer.status).toBe(409);
    expect(answer.body['error']).toBe('This email is already registered.');
    expect((await login(one.email, PASSWORD)).status).toBe(200);
  });

  test.each(['', 'wrong-one'])(
    'keeps password and name when the current password is %j',
    async (currentPassword) => {
      const { token, email } = await register();
      const answer = await api.call('PUT', '/auth/profile', {
        token,
        body: { name: 'X', email, currentPassword, newPassword: 'wattle' },
      });
      expect(answer.status).toBe(400);
      expect(answer.body['error']).toBe('Current password is incorrect');
      expect((await login(email, PASSWORD)).status).toBe(200);
      expect((await me(token)).body).toMatchObject({ data: { user: { name: 'Kylie' } } });
    },
  );
});

describe('a stolen session token, however new,', () => {
  const move = (token: string, currentPassword?: string) =>
    api.call('PUT', '/auth/profile', {
      token,
      body: { name: 'Mallory', email: `mallory-${people}@example.com`, currentPassword },
    });

  test('changes no address without the password', async () => {
    const { token, email } = await register();
    expect(await move(token)).toMatchObject({ status: 403, body: { code: 'password-needed' } });
    expect(await move(token, 'guess')).toMatchObject({ status: 400 });
    expect((await me(token)).body).toMatchObject({ data: { user: { email } } });
    expect((await move(token, PASSWORD)).status).toBe(200);
  });

  test('needs the password to delete the account but not to change the name', async () => {
    const { token, email } = await register();
    const remove = (currentPassword?: string) =>
      api.call('DELETE', '/auth/account', { token, body: { currentPassword } });
    expect((await api.call('DELETE', '/auth/account', { token })).status).toBe(403);
    expect((await remove('guess')).status).toBe(400);
    const renamed = { token, body: { name: 'Sheila', email } };
    expect((await api.call('PUT', '/auth/profile', renamed)).status).toBe(200);
    expect((await remove(PASSWORD)).status).toBe(200);
    expect((await me(token)).status).toBe(401);
  });

  test('allows at most ten password guesses', async () => {
    const { token } = await register();
    const answers = [];
    for (let guess = 0; guess < 12; guess += 1) answers.push(await move(token, `guess-${guess}`));
    expect(answers.map(({ status }) => status).slice(-2)).toEqual([429, 429]);
  });
});

test('an operator who changes address loses the role until the new one is proven', async () => {
  const { token, email, id } = await register();
  const em = api.services.em();
  await promoteToOperator(em, email);
  const role = async () => (await em.fork().findOneOrFail(User, { id })).role;
  const moved = `operator-${people}@example.com`;
  const body = { name: 'Boss', email: moved, currentPassword: PASSWORD };
  await api.call('PUT', '/auth/profile', { token, body });
  expect(await role()).toBe('resting');
  expect((await me(token)).body).toMatchObject({ data: { user: { role: 'user' } } });
  await reset(await resetToken(moved));
  expect(await role()).toBe('operator');
});

describe('a reset link', () => {
  test('sets the password once and ends every session', async () => {
    const { email, token } = await register();
    const link = await resetToken(email);
    expect((await reset(link, 'wattle')).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect((await login(email, 'wattle')).status).toBe(200);
    expect((await reset(link)).body).toMatchObject({ success: false, code: 'invalid-token' });
  });

  test('can be checked without using it, and is dead once used or expired', async () => {
    const check = async (token: string) =>
      (await api.call('POST', '/auth/reset-password/check', { body: { token } })).body['code'];
    const [used, expired] = [await register(), await register()];
    const links = [await resetToken(used.email), await resetToken(expired.email)] as const;
    for (const link of [...links, links[0]]) expect(await check(link)).toBeUndefined();
    expect(await check('nonsense')).toBe('invalid-token');
    expect((await reset(links[0])).status).toBe(200);
    await expireLinksBy('61 minutes');
    for (const link of links) expect(await check(link)).toBe('invalid-token');
  });

  test('works once, however many requests use it at once', async () => {
    const { email } = await register();
    const link = await resetToken(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(link, `password-${index}`)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test.each([
    ['59 minutes', 200],
    ['60 minutes 1 second', 400],
  ])('after %s answers %i', async (interval, status) => {
    const { email } = await register();
    const link = await resetToken(email);
    await expireLinksBy(interval);
    expect((await reset(link)).status).toBe(status);
  });

  test('is stored hashed', async () => {
    const { email } = await register();
    const link = await resetToken(email);
    const em = api.services.em();
    const rows = [...(await em.findAll(Verification)), ...(await em.findAll(Mail))];
    expect(rows.filter((row) => JSON.stringify(row).includes(link))).toEqual([]);
  });

  test('takes as long to ask for with an account as without one', async () => {
    const { email } = await register();
    const took = async (asked: string) => {
      const startedAt = performance.now();
      await api.call('POST', '/auth/forgot-password', { body: { email: asked } });
      return performance.now() - startedAt;
    };
    await took('warm-up@example.com');
    // Without the wait an answer for nobody comes in a few milliseconds, one with a link in many.
    expect(Math.min(await took('nobody@example.com'), await took(email))).toBeGreaterThan(190);
  });

  test('answers the same without an account but sends nothing', async () => {
    const answer = await api.call('POST', '/auth/forgot-password', {
      body: { email: 'stranger@example.com' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true });
    expect(await mailsTo(api.services.em(), 'stranger@example.com')).toEqual([]);
  });
});

test('a password is stored as its scrypt hash, which signs in', async () => {
  const { databaseUrl } = api.services.config;
  const slow = await openTestApi(databaseUrl ?? '', {}, undefined, undefined, SCRYPT);
  const account = { email: 'slow@example.com', password: PASSWORD, name: 'Kylie' };
  await slow.call('POST', '/auth/register', { body: account });
  const signsIn = (password: string) =>
    slow.call('POST', '/auth/login', { body: { ...account, password } });
  expect((await signsIn('gum-tree-78')).status).toBe(401);
  expect((await signsIn(PASSWORD)).status).toBe(200);
  const { password } = await slow.services
    .em()
    .findOneOrFail(Credential, { user: { email: account.email } });
  expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  await slow.close();
});
