import { raw } from '@mikro-orm/postgresql';
import { generateKeyPair, SignJWT } from 'jose';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { Credential, Session, User } from '#db/entities/user.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { createIdentities, type Identities } from '#site/api/auth/create-auth.ts';
import { remoteProvider, SOCIAL_PROVIDERS } from '#site/api/auth/identity-provider.ts';
import { codeOf, setUpSecondFactor } from '../support/authenticator.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import { mailsTo } from '../support/person.ts';
import { openBrowser, type SmallBrowser, targetOf } from '../support/small-browser.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

let database: TestDatabase;
let identity: IdentityServer;
let api: TestApi;
let people = 0;

beforeAll(async () => {
  database = await createMigratedDatabase();
  identity = await startIdentityServer();
  api = await openTestApi(database.url, { ADMIN_EMAIL: 'boss@example.com' }, identity.identities);
});

afterAll(async () => {
  await api.close();
  await identity.stop();
  await database.drop();
});

beforeEach(() => {
  identity.server.service.removeAllListeners();
  return api.services.em().nativeDelete(RateLimit, {});
});

type Claims = Record<string, unknown>;

/** What the provider says of the person from now on. */
function says(claims: Claims) {
  identity.server.service.on('beforeTokenSigning', (token) => Object.assign(token.payload, claims));
}

function someone(): Claims & { email: string } {
  people += 1;
  const email = `social-${people}@example.com`;
  return { sub: `subject-${people}`, email, email_verified: true, name: 'Kylie Social' };
}

/** From the button to the provider and back; the provider's page needs no one to press anything. */
async function toCallback(browser: SmallBrowser, provider = 'google'): Promise<URL> {
  const atProvider = targetOf(await browser.get(`/api/auth/${provider}`));
  return targetOf(await fetch(atProvider, { redirect: 'manual' }));
}

async function signIn(browser: SmallBrowser, provider = 'google') {
  const done = targetOf(await browser.get((await toCallback(browser, provider)).href));
  const token = done.searchParams.get('token') ?? '';
  return { done, token };
}

const exchange = (browser: SmallBrowser, token: string) =>
  browser.post('/api/auth/social/exchange', { token });

async function grantOf(response: Response) {
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as {
    data: { token: string; user: { id: string; email: string; name: string; role: string } };
  };
  return data;
}

describe.each(['google', 'facebook'])('sign-in with %s', (provider) => {
  test('asks with state, PKCE and nonce, ends at /auth/callback and is exchanged for a session', async () => {
    const person = someone();
    says(person);
    const browser = openBrowser(api);
    const asked = targetOf(await browser.get(`/api/auth/${provider}`)).searchParams;
    expect(asked.get('client_id')).toBe(`${provider}-client`);
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)?.length).toBeGreaterThan(30);
    }
    const { done, token } = await signIn(browser, provider);
    expect(done.origin + done.pathname).toBe('http://localhost:4321/auth/callback');
    const [, payload = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      email: person.email,
      name: 'Kylie Social',
    });
    const grant = await grantOf(await exchange(browser, token));
    expect(grant.user).toMatchObject({ email: person.email, name: 'Kylie Social', role: 'user' });
    const me = await api.call('GET', '/auth/me', { token: grant.token });
    expect(me.body).toMatchObject({ data: { user: { id: grant.user.id } } });
  });
});

test('a second sign-in is the same person', async () => {
  says(someone());
  const ids = [];
  for (const browser of [openBrowser(api), openBrowser(api)]) {
    const { token } = await signIn(browser);
    ids.push((await grantOf(await exchange(browser, token))).user.id);
  }
  expect(ids[1]).toBe(ids[0]);
});

test('keeps no provider token and accepts no cookie as sign-in', async () => {
  says(someone());
  const browser = openBrowser(api);
  await signIn(browser);
  expect([...browser.cookies.keys()]).toEqual(['priceroo-social']);
  const isKept = { $ne: null };
  const kept = { $or: [{ accessToken: isKept }, { refreshToken: isKept }, { idToken: isKept }] };
  expect(await api.services.em().count(Credential, kept)).toBe(0);
});

test('an account with a second factor is asked for its code, and the ticket is spent', async () => {
  says(someone());
  const first = openBrowser(api);
  const { token: ticket } = await signIn(first);
  const { secret, token: held } = await setUpSecondFactor(
    api,
    (await grantOf(await exchange(first, ticket))).token,
    '',
  );
  const browser = openBrowser(api);
  const { token } = await signIn(browser);
  const asked = await exchange(browser, token);
  expect(asked.status).toBe(403);
  const { code, challenge } = (await asked.json()) as Record<string, string>;
  expect(code).toBe('second-factor-needed');
  expect((await exchange(browser, token)).status).toBe(400);
  const wrong = await browser.post('/api/auth/login/code', { challenge, code: '000000' });
  expect(wrong.status).toBe(400);
  const done = await browser.post('/api/auth/login/code', { challenge, code: codeOf(secret) });
  const grant = await grantOf(done);
  const me = await api.call('GET', '/auth/me', { token: held });
  expect(me.body).toMatchObject({ data: { user: { id: grant.user.id } } });
});

test('an account without a password changes address and is deleted within ten minutes of a sign-in', async () => {
  const person = someone();
  says(person);
  const browser = openBrowser(api);
  const { token, user } = await grantOf(await exchange(browser, (await signIn(browser)).token));
  const move = () => {
    const body = { name: user.name, email: `later-${person.email}` };
    return api.call('PUT', '/auth/profile', { token, body });
  };
  const remove = () => api.call('DELETE', '/auth/account', { token });
  const createdAt = raw<Date>(`created_at - interval '11 minutes'`);
  await api.services.em().nativeUpdate(Session, { user: user.id }, { createdAt });
  for (const refused of [await move(), await remove()]) {
    expect(refused).toMatchObject({ status: 403, body: { code: 'sign-in-again' } });
  }
  await api.services.em().nativeUpdate(Session, { user: user.id }, { createdAt: new Date() });
  expect((await move()).status).toBe(200);
  expect((await remove()).status).toBe(200);
});

describe('an account that exists', () => {
  const PASSWORD = 'gum-tree-77';

  async function registered(email: string) {
    const body = { email, password: PASSWORD, name: 'First' };
    const answer = await api.call('POST', '/auth/register', { body });
    return answer.body['data'] as { token: string; user: { id: string } };
  }

  test('opens when the provider verifies the address and locks out an unproven creator', async () => {
    const person = someone();
    const first = await registered(person.email);
    says(person);
    const browser = openBrowser(api);
    const { token } = await signIn(browser);
    expect((await grantOf(await exchange(browser, token))).user.id).toBe(first.user.id);
    expect((await api.call('GET', '/auth/me', { token: first.token })).status).toBe(401);
    const body = { email: person.email, password: PASSWORD };
    expect((await api.call('POST', '/auth/login', { body })).status).toBe(401);
    expect(await mailsTo(api.services.em(), person.email, { kind: 'account' })).toHaveLength(1);
  });

  test("closes to a stranger's Google account that had taken its address", async () => {
    const [stranger, owner] = [someone(), someone()];
    says(stranger);
    const browser = openBrowser(api);
    const first = await grantOf(await exchange(browser, (await signIn(browser)).token));
    const moved = { name: 'Stranger', email: owner.email };
    await api.call('PUT', '/auth/profile', { token: first.token, body: moved });
    says(owner);
    const own = openBrowser(api);
    const { user } = await grantOf(await exchange(own, (await signIn(own)).token));
    expect(user.id).toBe(first.user.id);
    says(stranger);
    const again = openBrowser(api);
    const back = await grantOf(await exchange(again, (await signIn(again)).token));
    expect(back.user.id).not.toBe(user.id);
  });

  test('is proven again once its provider vouches for an address that it left and took back', async () => {
    const person = someone();
    says(person);
    const browser = openBrowser(api);
    const { token, user } = await grantOf(await exchange(browser, (await signIn(browser)).token));
    const body = { name: user.name, email: `away-${person.email}` };
    const put = (email: string) =>
      api.call('PUT', '/auth/profile', { token, body: { ...body, email } });
    await put(body.email);
    await put(person.email);
    const isProven = async () =>
      (await api.services.em().findOneOrFail(User, { id: user.id })).emailVerified;
    expect(await isProven()).toBe(false);
    await signIn(browser);
    expect(await isProven()).toBe(true);
  });

  test('keeps its password when its owner had proven the address', async () => {
    const person = someone();
    await registered(person.email);
    await api.services.em().nativeUpdate(User, { email: person.email }, { emailVerified: true });
    says(person);
    const browser = openBrowser(api);
    const { token } = await signIn(browser);
    await grantOf(await exchange(browser, token));
    const body = { email: person.email, password: PASSWORD };
    expect((await api.call('POST', '/auth/login', { body })).status).toBe(200);
  });

  test.each([[false], ['no'], [undefined]])(
    'stays closed when the provider says email_verified: %s',
    async (verified) => {
      const person = { ...someone(), email_verified: verified };
      await registered(person.email);
      says(person);
      const { done } = await signIn(openBrowser(api));
      expect(done.searchParams.get('error')).toBe('account_not_linked');
      expect(done.searchParams.has('token')).toBe(false);
    },
  );
});

test('ADMIN_EMAIL becomes operator once a provider vouches for it, not by a password of anyone', async () => {
  const body = { email: 'boss@example.com', password: 'gum-tree-77', name: 'Boss' };
  expect((await api.call('POST', '/auth/register', { body })).body).toMatchObject({
    data: { user: { role: 'user' } },
  });
  expect((await api.call('POST', '/auth/login', { body })).body).toMatchObject({
    data: { user: { role: 'user' } },
  });
  says({ ...someone(), email: 'boss@example.com' });
  const browser = openBrowser(api);
  const { token } = await signIn(browser);
  expect((await grantOf(await exchange(browser, token))).user.role).toBe('operator');
});

describe('attacks', () => {
  /** The callback was refused: no token, no account. */
  async function refused(browser: SmallBrowser, callback: URL | string) {
    const done = targetOf(await browser.get(String(callback)));
    expect(done.origin + done.pathname).toBe('http://localhost:4321/auth/callback');
    expect(done.searchParams.get('token')).toBeNull();
    expect(done.searchParams.get('error')).toMatch(/^[a-z_]+$/);
  }

  test.each<[string, Record<string, string | null>]>([
    ['1 state missing', { state: null }],
    ['2 state made up', { state: 'x'.repeat(32) }],
    ['7 code missing', { code: null }],
    ['8 the person declined', { code: null, error: 'access_denied' }],
    ['9 another issuer in the callback (mix-up)', { iss: 'https://evil.example' }],
  ])('%s', async (_name, changes) => {
    const browser = openBrowser(api);
    const { href, searchParams } = await toCallback(browser);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) searchParams.delete(name);
      else searchParams.set(name, value);
    }
    await refused(browser, `${href.split('?')[0]}?${searchParams}`);
  });

  test('3 state of another browser (login CSRF)', async () => {
    const [attacker, victim] = [openBrowser(api), openBrowser(api)];
    await toCallback(victim);
    await refused(victim, await toCallback(attacker));
  });

  test('4 a browser that never began', async () => {
    await refused(openBrowser(api), await toCallback(openBrowser(api)));
  });

  test('5 state replayed', async () => {
    says(someone());
    const browser = openBrowser(api);
    const callback = await toCallback(browser);
    const before = new Map(browser.cookies);
    expect(targetOf(await browser.get(callback.href)).searchParams.has('token')).toBe(true);
    for (const [name, value] of before) browser.cookies.set(name, value);
    await refused(browser, callback);
  });

  test('6 code of another flow: the PKCE verifier does not fit', async () => {
    says(someone());
    const [attacker, victim] = [openBrowser(api), openBrowser(api)];
    const stolen = (await toCallback(victim)).searchParams.get('code') ?? '';
    const callback = await toCallback(attacker);
    callback.searchParams.set('code', stolen);
    await refused(attacker, callback);
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => Claims]>([
    ['10 nonce of another sign-in', () => ({ nonce: 'another' })],
    ['11 nonce missing', () => ({ nonce: undefined })],
    ['12 ID token of another issuer', () => ({ iss: 'https://evil.example' })],
    ['13 ID token for another client', () => ({ aud: 'another-client' })],
    ['14 ID token that is over', () => ({ iat: now() - 7200, exp: now() - 3600 })],
    ['15 ID token made long ago', () => ({ iat: now() - 7200, exp: now() + 3600 })],
    ['16 ID token without an address', () => ({ email: undefined })],
    ['17 an address that is none', () => ({ email: '<script>@x' })],
  ])('%s', async (_name, claims) => {
    says({ ...someone(), ...claims() });
    const browser = openBrowser(api);
    await refused(browser, await toCallback(browser));
  });

  async function answersWith(idToken: (real: string) => string | Promise<string> | undefined) {
    says(someone());
    const forged = await idToken('');
    identity.server.service.on('beforeResponse', (response) => {
      Object.assign(response.body as Claims, { id_token: forged });
    });
    const browser = openBrowser(api);
    await refused(browser, await toCallback(browser));
  }

  const forgedClaims = () => ({
    ...someone(),
    iss: identity.issuer,
    aud: 'google-client',
    iat: now(),
    exp: now() + 300,
  });

  test('18 ID token signed by another key', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    await answersWith(() =>
      new SignJWT(forgedClaims()).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    );
  });

  test('19 ID token without a signature', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    await answersWith(() => `${part({ alg: 'none' })}.${part(forgedClaims())}.`);
  });

  test('20 no ID token at all', () => answersWith(() => undefined));

  test('21 the token replayed, also by twenty at once', async () => {
    says(someone());
    const browser = openBrowser(api);
    const { token } = await signIn(browser);
    const mark = new Map(browser.cookies);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const same = openBrowser(api);
        for (const [name, value] of mark) same.cookies.set(name, value);
        return exchange(same, token);
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status === 400);
    for (const { error } of await Promise.all(refusals.map((answer) => answer.json()))) {
      expect(error).toBe('OAuth login failed. Please try again.');
    }
  });

  test('22 the token in another browser, with a mark of its own and without', async () => {
    says(someone());
    const [browser, thief] = [openBrowser(api), openBrowser(api)];
    const { token } = await signIn(browser);
    expect((await exchange(thief, token)).status).toBe(400);
    await thief.get('/api/auth/google');
    expect((await exchange(thief, token)).status).toBe(400);
    expect((await exchange(browser, token)).status).toBe(200);
  });

  test('23 the token after 61 seconds', async () => {
    says(someone());
    const browser = openBrowser(api);
    const { token } = await signIn(browser);
    await api.services
      .em()
      .execute(`update user_verification set expires_at = expires_at - interval '61 seconds'`);
    expect((await exchange(browser, token)).status).toBe(400);
  });

  test('24 a token changed, unsigned, or of another secret', async () => {
    says(someone());
    const browser = openBrowser(api);
    const { token } = await signIn(browser);
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const other = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('another-secret-of-32-characters-!!'));
    const forgeries = [
      `${head}.${part({ ...claims, email: 'boss@example.com' })}.${signature}`,
      `${part({ alg: 'none' })}.${body}.`,
      other,
      `${head}.${body}`,
      'x',
    ];
    for (const forged of forgeries) expect((await exchange(browser, forged)).status).toBe(400);
  });

  test('25 redirect targets: nothing in the request changes the target', async () => {
    says(someone());
    const query =
      'callbackURL=https://evil.example&redirect=https://evil.example&errorCallbackURL=//evil.example&redirect_uri=https://evil.example';
    const browser = openBrowser(api);
    const atProvider = targetOf(await browser.get(`/api/auth/google?${query}`));
    expect(atProvider.searchParams.get('redirect_uri')).toBe(
      'http://localhost:4321/api/auth/provider/callback/google',
    );
    const callback = targetOf(await fetch(atProvider, { redirect: 'manual' }));
    const done = targetOf(await browser.get(`${callback.href}&${query}`));
    expect(done.href).toMatch(/^http:\/\/localhost:4321\/auth\/callback\?token=/);
  });

  test('26 all other routes of the sign-in library are closed', async () => {
    const browser = openBrowser(api);
    for (const path of [
      '/api/auth/provider/get-session',
      '/api/auth/provider/list-accounts',
      '/api/auth/provider/callback/github',
      '/api/auth/provider/error',
      '/api/auth/github',
    ]) {
      expect((await browser.get(path)).status, path).toBe(404);
    }
    for (const path of [
      '/api/auth/provider/sign-in/email',
      '/api/auth/provider/sign-in/social',
      '/api/auth/provider/update-user',
      '/api/auth/google',
      '/api/auth/provider/callback/google',
    ]) {
      expect([404, 405], path).toContain((await browser.post(path, {})).status);
    }
  });
});

describe('the local stand-in', () => {
  let local: TestApi;
  beforeAll(async () => {
    local = await openTestApi(database.url);
  });
  afterAll(() => local.close());

  /** The link of the page that says `words`. */
  function linkOf(html: string, words: string): string {
    const links = Array.from(html.matchAll(/<a[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g));
    const [, href = ''] = links.find(([, , text = '']) => text.includes(words)) ?? [];
    return href.replaceAll('&amp;', '&');
  }

  async function choose(browser: SmallBrowser, words: string): Promise<URL> {
    const asked = targetOf(await browser.get('/api/auth/google'));
    const page = await (await browser.get(asked.href)).text();
    expect(page).toContain('Google sign-in isn’t set up on this site');
    return targetOf(await browser.get(linkOf(page, words)));
  }

  test('signs in whoever is chosen', async () => {
    const browser = openBrowser(local);
    const done = targetOf(await browser.get((await choose(browser, 'Kylie')).href));
    const token = done.searchParams.get('token') ?? '';
    const { user } = await grantOf(await exchange(browser, token));
    expect(user).toMatchObject({ name: 'Kylie Nguyen', email: 'kylie@demo-identity.example' });
  });

  test('can be cancelled', async () => {
    const browser = openBrowser(local);
    const done = targetOf(await browser.get((await choose(browser, 'Cancel')).href));
    expect(done.searchParams.get('error')).toBe('access_denied');
  });

  test('redirects nowhere else and accepts a code once', async () => {
    const browser = openBrowser(local);
    const asked = targetOf(await browser.get('/api/auth/google'));
    const choice = new URL(asked.href.replace('/authorize', '/choose'));
    choice.searchParams.set('person', 'kylie');
    choice.searchParams.set('redirect_uri', 'https://evil.example/');
    expect((await browser.get(choice.href)).status).toBe(400);
  });

  test('does not exist in production', () => {
    const config = loadConfig({
      NODE_ENV: 'production',
      SITE_URL: 'https://prices.example.com.au',
      BETTER_AUTH_SECRET: 'a-secret-for-tests-only-of-32-characters',
    });
    expect(createIdentities(config)).toEqual({ providers: [], demo: null });
  });
});

/** A real identity provider over HTTP that stands for Google and Facebook; tests change what it answers. */
interface IdentityServer {
  server: OAuth2Server;
  issuer: string;
  identities: Identities;
  stop(): Promise<void>;
}

/** Starts it on a free port. It checks PKCE, and signs whatever a test's hook puts into an ID token. */
async function startIdentityServer(): Promise<IdentityServer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const issuer = server.issuer.url ?? '';
  const endpoints = {
    issuer,
    authorizationUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/token`,
    keysUrl: `${issuer}/jwks`,
  };
  return {
    server,
    issuer,
    identities: {
      demo: null,
      providers: SOCIAL_PROVIDERS.map((id) =>
        remoteProvider(id, endpoints, { clientId: `${id}-client`, clientSecret: 'a-secret' }),
      ),
    },
    stop: () => server.stop(),
  };
}
