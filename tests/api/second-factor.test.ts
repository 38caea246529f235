import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { AccountEvent, SecondFactor, Session, User } from '#db/entities/user.ts';
import { proveAddress } from '#db/queries/accounts/sign-in.ts';
import { codeOf, setUpSecondFactor } from '../support/authenticator.ts';
import { figure } from '../support/figure.ts';
import { mailsTo, type Person, register } from '../support/person.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openEmptyApi();
});
afterAll(() => api.close());
beforeEach(() => api.services.em().nativeDelete(RateLimit, {}));

const em = () => api.services.em();
const login = ({ email, password }: Person) =>
  api.call('POST', '/auth/login', { body: { email, password } });
const sendCode = (challenge: unknown, code: string) =>
  api.call('POST', '/auth/login/code', { body: { challenge, code } });
const me = (token: string) => api.call('GET', '/auth/me', { token });

async function withSecondFactor() {
  const person = await register(api);
  const { secret, token, backupCodes, uri } = await setUpSecondFactor(
    api,
    person.token,
    person.password,
  );
  return { person, secret, token, backupCodes, uri };
}

async function challengeOf(person: Person) {
  const asked = await login(person);
  expect(asked.status).toBe(403);
  return asked.body['challenge'];
}

async function eventsOf({ id }: Person) {
  const events = await em().find(AccountEvent, { user: id }, { orderBy: { id: 'asc' } });
  return events.map(({ kind, way }) => `${kind} ${way}`);
}

describe('setting up', () => {
  test('needs the password and takes effect once a code confirms it', async () => {
    const person = await register(api);
    const begin = (currentPassword: string) =>
      api.call('POST', '/user/second-factor', { token: person.token, body: { currentPassword } });
    expect((await begin('')).body['code']).toBe('password-needed');
    expect((await begin('wrong-password')).body['code']).toBe('wrong-password');
    const begun = await begin(person.password);
    expect(begun.status).toBe(200);
    const { secret, uri, qr } = begun.body['data'] as {
      secret: string;
      uri: string;
      qr: { size: number; path: string };
    };
    expect(uri).toMatch(/^otpauth:\/\/totp\/Priceroo:person-\d+%40example\.com\?secret=/);
    expect(qr.path).toMatch(/^M\d+ \d+h\d+v1h-\d+z/);
    expect(begun.body).not.toHaveProperty('data.backupCodes');

    expect((await login(person)).status).toBe(200);
    const wrong = await api.call('POST', '/user/second-factor/confirm', {
      token: person.token,
      body: { code: '000000' },
    });
    expect(wrong.body['code']).toBe('wrong-code');
    expect((await login(person)).status).toBe(200);

    const right = await api.call('POST', '/user/second-factor/confirm', {
      token: person.token,
      body: { code: codeOf(secret).replace(/^(...)/, '$1 ') },
    });
    expect(right.status).toBe(200);
    expect((right.body['data'] as { backupCodes: string[] }).backupCodes).toHaveLength(10);
    expect((await login(person)).status).toBe(403);
  });

  test('ends all other sessions', async () => {
    const person = await register(api);
    const other = (await login(person)).body['data'] as { token: string };
    await setUpSecondFactor(api, person.token, person.password);
    expect((await me(other.token)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    expect(await em().count(Session, { user: person.id })).toBe(1);
  });

  test('notifies the owner and cannot be repeated', async () => {
    const { person, token } = await withSecondFactor();
    const subjects = (await mailsTo(em(), person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your second factor is on');
    const again = await api.call('POST', '/user/second-factor', {
      token,
      body: { currentPassword: person.password },
    });
    expect(again.body['code']).toBe('second-factor-on');
  });

  test('stores nothing usable for sign-in', async () => {
    const { person, secret, backupCodes } = await withSecondFactor();
    const row = JSON.stringify(await em().findOne(SecondFactor, { user: person.id }));
    for (const told of [secret, ...backupCodes]) expect(row).not.toContain(told);
    await challengeOf(person);
    const rows = await em().execute('select * from user_verification where value = ?', [person.id]);
    expect(rows).toHaveLength(1);
  });
});

describe('signing in', () => {
  test('answers without a token until the code completes the sign-in', async () => {
    const { person, secret } = await withSecondFactor();
    const asked = await login(person);
    expect(asked.status).toBe(403);
    expect(asked.body).toMatchObject({
      success: false,
      code: 'second-factor-needed',
      error: 'Enter the code of your authenticator app to sign in.',
    });
    expect(JSON.stringify(asked.body)).not.toContain('"token"');
    expect(asked.headers.getSetCookie()).toEqual([]);
    const before = await em().count(Session, { user: person.id });
    expect(before).toBe(1);

    const done = await sendCode(asked.body['challenge'], codeOf(secret));
    expect(done.status).toBe(200);
    const { token, user } = done.body['data'] as { token: string; user: { id: string } };
    expect(user.id).toBe(person.id);
    expect((await me(token)).status).toBe(200);
  });

  test('says that a secret encrypted with an earlier BETTER_AUTH_SECRET cannot be read', async () => {
    const { person, secret } = await withSecondFactor();
    const other = await withSecondFactor();
    const row = await em().findOneOrFail(SecondFactor, { user: other.person.id });
    const changed = row.secret.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await em().nativeUpdate(SecondFactor, { user: person.id }, { secret: changed });
    const refused = await sendCode(await challengeOf(person), codeOf(secret));
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: 'second-factor-unreadable',
      error: expect.stringContaining('support'),
    });
  });

  test('a wrong password gets the same answer with and without a second factor', async () => {
    const { person } = await withSecondFactor();
    const wrong = await login({ ...person, password: 'something-else' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).not.toHaveProperty('challenge');
  });

  test('accepts a code once and a challenge once', async () => {
    const { person, secret } = await withSecondFactor();
    const code = codeOf(secret);
    const challenge = await challengeOf(person);
    expect((await sendCode(challenge, code)).status).toBe(200);
    expect((await sendCode(challenge, codeOf(secret, 1))).body['code']).toBe('sign-in-again');
    const sessions = await em().count(Session, { user: person.id });
    expect((await sendCode(await challengeOf(person), code)).body['code']).toBe('wrong-code');
    expect(await em().count(Session, { user: person.id })).toBe(sessions);
  });

  test('accepts a backup code once, however it is typed', async () => {
    const { person, token, backupCodes } = await withSecondFactor();
    const [code = ''] = backupCodes;
    const typed = ` ${code.toUpperCase().replace('-', ' ')}`;
    expect((await sendCode(await challengeOf(person), typed)).status).toBe(200);
    expect((await sendCode(await challengeOf(person), code)).body['code']).toBe('wrong-code');
    const left = await api.call('GET', '/user/security', { token });
    expect(left.body).toMatchObject({ data: { secondFactor: { isOn: true, backupCodesLeft: 9 } } });
  });

  test('lets in one of two who use a backup code at the same moment', async () => {
    const { person, backupCodes } = await withSecondFactor();
    const challenges = [await challengeOf(person), await challengeOf(person)];
    const both = await Promise.all(
      challenges.map((challenge) => sendCode(challenge, backupCodes[0] ?? '')),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('ends after five wrong codes and notifies the owner', async () => {
    const { person, secret } = await withSecondFactor();
    const challenge = await challengeOf(person);
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await sendCode(challenge, `00000${guess}`)).body['code']).toBe('wrong-code');
    }
    expect((await sendCode(challenge, codeOf(secret))).body['code']).toBe('too-many-codes');
    const subjects = (await mailsTo(em(), person.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Someone has your password')).toHaveLength(1);
  });

  test('pauses after ten wrong codes in a row, even for the right one', async () => {
    const { person, secret } = await withSecondFactor();
    for (let guess = 0; guess < 10; guess += 5) {
      const challenge = await challengeOf(person);
      for (let nth = 0; nth < 5; nth += 1) await sendCode(challenge, `0000${guess}${nth}`);
    }
    const refused = await sendCode(await challengeOf(person), codeOf(secret));
    expect(refused.status).toBe(429);
    await em().nativeUpdate(
      SecondFactor,
      { user: person.id },
      { lockedUntil: new Date(Date.now() - 1) },
    );
    await em().nativeDelete(RateLimit, {});
    expect((await sendCode(await challengeOf(person), codeOf(secret))).status).toBe(200);
  });

  test.each(['x', `${'a'.repeat(40)}.b`, '%FF'.repeat(10), 'a; session=1'.repeat(3)])(
    'a made-up challenge opens nothing: %s',
    async (challenge) => {
      const { status } = await sendCode(challenge, '123456');
      expect([400, 403]).toContain(status);
    },
  );

  test('a password reset keeps the second factor on', async () => {
    const { person } = await withSecondFactor();
    await em().nativeUpdate(User, person.id, { emailVerified: true });
    await proveAddress(em(), { userId: person.id, email: person.email }, true);
    expect((await login(person)).status).toBe(403);
  });

  test("whoever proves a borrowed address is not asked for a stranger's code", async () => {
    const { person } = await withSecondFactor();
    await proveAddress(em(), { userId: person.id, email: person.email }, true);
    expect((await login(person)).status).toBe(200);
  });
});

describe('turning it off', () => {
  const off = (token: string, body: object) =>
    api.call('DELETE', '/user/second-factor', { token, body });

  test('needs password and code, and leaves other people theirs', async () => {
    const { person, token, secret } = await withSecondFactor();
    const other = await withSecondFactor();
    const currentPassword = person.password;
    expect((await off(token, { currentPassword })).status).toBe(400);
    expect((await off(token, { code: codeOf(secret) })).body['code']).toBe('password-needed');
    expect((await off(token, { currentPassword, code: '000000' })).body['code']).toBe('wrong-code');
    const wrong = await off(token, { currentPassword: 'something-else', code: codeOf(secret) });
    expect(wrong.body['code']).toBe('wrong-password');
    expect((await login(person)).status).toBe(403);

    expect((await off(token, { currentPassword, code: codeOf(secret) })).status).toBe(200);
    expect((await login(person)).status).toBe(200);
    expect((await me(token)).status).toBe(200);
    const challenge = await challengeOf(other.person);
    expect((await sendCode(challenge, other.backupCodes[0] ?? '')).status).toBe(200);
    const subjects = (await mailsTo(em(), person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your second factor was turned off');
    expect((await off(token, { currentPassword, code: '1' })).body['code']).toBe(
      'no-second-factor',
    );
  });

  test('allows ten guesses at the code', async () => {
    const { person, token } = await withSecondFactor();
    const statuses = [];
    for (let guess = 0; guess < 11; guess += 1) {
      await em().nativeDelete(RateLimit, { key: { $like: 'signIn%' } });
      const body = { currentPassword: person.password, code: `0000${10 + guess}` };
      statuses.push((await off(token, body)).status);
    }
    // One of the ten was the code that turned it on.
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  test('new backup codes replace the earlier ones', async () => {
    const { person, token, secret, backupCodes } = await withSecondFactor();
    const made = await api.call('POST', '/user/second-factor/backup-codes', {
      token,
      body: { currentPassword: person.password, code: codeOf(secret) },
    });
    const { backupCodes: fresh } = made.body['data'] as { backupCodes: string[] };
    const old = await sendCode(await challengeOf(person), backupCodes[1] ?? '');
    expect(old.body['code']).toBe('wrong-code');
    expect((await sendCode(await challengeOf(person), fresh[1] ?? '')).status).toBe(200);
  });
});

describe.each([
  ['DELETE', '/auth/account', {}],
  ['PUT', '/auth/profile', { name: 'Kim', email: 'kim-moved@example.com' }],
])('%s %s', (method, path, change) => {
  test('needs password and code', async () => {
    const { person, token, secret } = await withSecondFactor();
    const send = (proof: object) =>
      api.call(method, path, { token, body: { ...change, ...proof } });
    const currentPassword = person.password;
    const code = codeOf(secret);
    expect((await send({ code })).body['code']).toBe('password-needed');
    expect((await send({ code, currentPassword: 'something-else' })).status).toBe(400);
    expect(await send({ currentPassword })).toMatchObject({
      status: 403,
      body: { code: 'code-needed' },
    });
    expect((await send({ currentPassword, code: '000000' })).body['code']).toBe('wrong-code');
    expect(await eventsOf(person)).toContain('code-refused code');
    expect((await login(person)).status).toBe(403);
    expect((await send({ currentPassword, code })).status).toBe(200);
    await em().nativeDelete(User, person.id);
  });

  test('shares ten codes with sign-in, however many come at once', async () => {
    const { person, token, secret } = await withSecondFactor();
    const challenge = await challengeOf(person);
    await em().nativeDelete(RateLimit, {});
    const currentPassword = person.password;
    const guesses = Array.from({ length: 5 }, (_, nth) => [
      sendCode(challenge, `00000${nth}`),
      api.call(method, path, { token, body: { ...change, currentPassword, code: `10000${nth}` } }),
    ]).flat();
    await Promise.all(guesses);
    const last = { ...change, currentPassword, code: codeOf(secret) };
    expect((await api.call(method, path, { token, body: last })).status).toBe(429);
  });
});

test('the audit trail records sign-ins and refusals without addresses or secrets', async () => {
  const { person, secret, token } = await withSecondFactor();
  await login({ ...person, password: 'something-else' });
  await sendCode(await challengeOf(person), '000000');
  await sendCode(await challengeOf(person), codeOf(secret));
  expect(await eventsOf(person)).toEqual([
    'signed-in password',
    'second-factor-on code',
    'sign-in-refused password',
    'code-asked password',
    'code-refused code',
    'code-asked password',
    'signed-in code',
  ]);
  await login({ ...person, email: 'nobody@example.com' });
  const all = await em().find(AccountEvent, {});
  expect(all.some(({ user, kind }) => user === null && kind === 'sign-in-refused')).toBe(true);
  expect(JSON.stringify(all)).not.toMatch(/203\.0\.113|something-else|nobody@/);
  const seen = await api.call('GET', '/user/security', { token });
  expect(seen.body).toMatchObject({ data: { events: { length: 7 } } });
  await em().nativeDelete(User, person.id);
  expect(await eventsOf(person)).toEqual([]);
});

describe('at the same moment', () => {
  const statuses = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).sort();

  const GAPS = ['', ' ', '  ', '\t', '\n', '-', ' - ', '\u00a0', '\u2003', '\u3000'];
  const spelt = (code: string) => GAPS.map((gap) => `${code.slice(0, 3)}${gap}${code.slice(3)}`);

  /** Sends each code with a challenge of its own, as after the right password, all at once. */
  async function sendAll({ id: userId }: Person, codes: readonly string[]) {
    const bodies: { code: string; challenge: string }[] = [];
    for (const code of codes) {
      const asked = { body: { userId }, returnHeaders: true } as const;
      const { headers } = await api.services.auth.api.beginSecondStep(asked);
      const challenge = /=([^;]+)/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? '';
      bodies.push({ code, challenge });
    }
    return statuses(
      bodies.map((body, nth) =>
        api.call('POST', '/auth/login/code', { body, address: `203.0.113.${nth + 1}` }),
      ),
    );
  }

  test('a right code in ten spellings opens one session', async () => {
    const { person, secret } = await withSecondFactor();
    const before = await em().count(Session, { user: person.id });
    const answers = await sendAll(person, spelt(codeOf(secret, 1)));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(await em().count(Session, { user: person.id })).toBe(before + 1);
  });

  test('ten spellings of ten wrong codes stop at ten', async () => {
    const { person, secret } = await withSecondFactor();
    const wrong = Array.from({ length: 10 }, (_, nth) => `00000${nth}`);
    const answers = await sendAll(person, wrong.flatMap(spelt));
    const row = await em().findOneOrFail(SecondFactor, { user: person.id });
    figure(`${row.failedVerificationCount} of ${answers.length} wrong codes tried`);
    expect(row.failedVerificationCount).toBeLessThanOrEqual(10);
    expect(answers.filter((status) => status !== 429).length).toBeLessThanOrEqual(10);
    expect(await sendAll(person, [codeOf(secret)]), 'the right code, during the pause').toEqual([
      429,
    ]);
  });

  test('one confirmation of ten turns it on, and signs nobody out', async () => {
    const person = await register(api);
    const { token } = person;
    const body = { currentPassword: person.password };
    const begun = await api.call('POST', '/user/second-factor', { token, body });
    const { secret } = begun.body['data'] as { secret: string };
    const confirm = () =>
      api.call('POST', '/user/second-factor/confirm', { token, body: { code: codeOf(secret) } });
    const answers = await Promise.all(Array.from({ length: 10 }, confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await me(token)).status).toBe(200);
    expect(await em().count(Session, { user: person.id })).toBe(1);
  });
});
