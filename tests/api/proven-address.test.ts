/*
 * What a mailed reset link proves: that its reader reads the mailbox it was sent to, and nothing of the address that the
 * account has by then.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { User } from '#db/entities/user.ts';
import { unseal } from '#db/runtime/signed-link.ts';
import { mailsTo, type Person, register } from '../support/person.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const ADMIN = 'boss@example.com';
const NEW_PASSWORD = 'new-gum-tree';

let api: TestApi;

beforeAll(async () => {
  api = await openEmptyApi({ ADMIN_EMAIL: ADMIN });
});

afterAll(() => api.close());

beforeEach(async () => {
  await api.services.em().nativeDelete(RateLimit, {});
  await api.services.em().nativeDelete(User, { email: ADMIN });
});

async function resetToken(email: string): Promise<string> {
  await api.call('POST', '/auth/forgot-password', { body: { email } });
  const mail = (await mailsTo(api.services.em(), email, { kind: 'reset' })).at(-1);
  const text = unseal(api.services.config.authSecret, mail?.key ?? '', mail?.text ?? '');
  return /token=([^\s&]+)/.exec(text)?.[1] ?? '';
}

const reset = (token: string) =>
  api.call('POST', '/auth/reset-password', { body: { token, newPassword: NEW_PASSWORD } });

const moveTo = ({ token, name, password: currentPassword }: Person, email: string) =>
  api.call('PUT', '/auth/profile', { token, body: { name, email, currentPassword } });

const signIn = (email: string) =>
  api.call('POST', '/auth/login', { body: { email, password: NEW_PASSWORD } });

async function accountOf(id: string) {
  const { email, emailVerified } = await api.services.em().findOneOrFail(User, { id });
  return { email, proven: emailVerified };
}

describe('a reset link', () => {
  test('proves the address it was sent to and makes the operator', async () => {
    const person = await register(api, { email: ADMIN });
    expect((await reset(await resetToken(ADMIN))).status).toBe(200);
    expect(await accountOf(person.id)).toEqual({ email: ADMIN, proven: true });
    expect((await signIn(ADMIN)).body).toMatchObject({ data: { user: { role: 'operator' } } });
  });

  test('is void once the account has another address', async () => {
    const person = await register(api);
    const link = await resetToken(person.email);
    expect((await moveTo(person, ADMIN)).status).toBe(200);
    expect((await reset(link)).body).toMatchObject({ success: false, code: 'invalid-token' });
    expect(await accountOf(person.id)).toEqual({ email: ADMIN, proven: false });
  });

  test('stays valid while the profile is saved with the same address', async () => {
    const person = await register(api);
    const link = await resetToken(person.email);
    expect((await moveTo(person, person.email.toUpperCase())).status).toBe(200);
    expect((await reset(link)).status).toBe(200);
  });

  test('proves nothing of an address that the account takes while the password is set', async () => {
    const person = await register(api);
    const link = await resetToken(person.email);
    await Promise.all([reset(link), moveTo(person, ADMIN)]);
    expect(await accountOf(person.id)).not.toEqual({ email: ADMIN, proven: true });
    expect((await signIn(ADMIN)).body).not.toMatchObject({ data: { user: { role: 'operator' } } });
  });

  test('ends the other links of its account', async () => {
    const { email } = await register(api);
    const [one, other] = [await resetToken(email), await resetToken(email)];
    expect(other).not.toBe(one);
    expect((await reset(other)).status).toBe(200);
    expect((await reset(one)).body).toMatchObject({ success: false, code: 'invalid-token' });
  });
});
