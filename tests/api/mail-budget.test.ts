import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { Mail } from '#db/entities/mail.ts';
import { RateLimit } from '#db/entities/operations.ts';
import { LIMITS } from '#site/api/core/limits.ts';
import { type KettleApi, openKettleApi } from '../support/api-world.ts';
import { mailsTo, register } from '../support/person.ts';

const A_DAY = LIMITS.mailByStrangersADay.points;
const STRANGER = 'stranger@example.org';
const PASSWORD = 'gum-tree-77';
let open: KettleApi;
let productId: string;
let calls = 0;

beforeAll(async () => {
  open = await openKettleApi();
  productId = open.offer.productId;
});

afterAll(() => open.close());

beforeEach(async () => {
  await open.em().nativeDelete(RateLimit, {});
  await open.em().nativeDelete(Mail, {});
});

/** From another address each time: no limit by address may be what holds. */
function call(method: string, path: string, options: { body?: unknown; token?: string } = {}) {
  calls += 1;
  return open.api.call(method, path, { address: `10.9.${calls >> 8}.${calls & 255}`, ...options });
}

const mailsAt = (address: string) => mailsTo(open.em(), address);

test('a hundred accounts cannot flood a stranger with confirmations of alerts', async () => {
  for (let account = 0; account < A_DAY + 3; account += 1) {
    const { token } = await register({ call });
    const answer = await call('POST', '/alerts', { token, body: { productId, email: STRANGER } });
    expect(answer.status).toBe(account < A_DAY ? 201 : 429);
  }
  expect(await mailsAt(STRANGER)).toHaveLength(A_DAY);
  expect(await open.em().count(Alert, { email: STRANGER })).toBe(A_DAY);
});

test('one person’s alerts on many products are one mail, and no share of the day more', async () => {
  const { token } = await register({ call });
  for (let again = 0; again < A_DAY + 3; again += 1) {
    const body = { productId, email: STRANGER, targetPrice: 100 - again };
    expect((await call('POST', '/alerts', { token, body })).status).toBe(201);
  }
  expect(await mailsAt(STRANGER)).toHaveLength(1);
});

test('newsletter, accounts and alerts share the day’s share of a mailbox', async () => {
  for (let turn = 0; turn < A_DAY; turn += 1) {
    await open.em().nativeDelete(RateLimit, { key: { $like: 'signIn%' } });
    await call('POST', '/newsletter', { body: { email: STRANGER } });
    const { token } = await register({ call }, { email: STRANGER });
    await call('DELETE', '/auth/account', { token, body: { currentPassword: 'gum-tree-77' } });
  }
  const { token } = await register({ call });
  await call('POST', '/alerts', { token, body: { productId, email: STRANGER } });
  // Whoever deletes an account takes its mails along; what was counted stays counted.
  const counters = await open.em().find(RateLimit, { key: { $like: 'mailByStrangersADay:%' } });
  expect(Math.max(...counters.map(({ points }) => points))).toBeGreaterThan(A_DAY);
  expect((await mailsAt(STRANGER)).length).toBeLessThanOrEqual(1);
});

test('strangers who asked for reset links cannot keep the owner from one', async () => {
  const owner = await register(open.api, { password: PASSWORD });
  const forgot = { body: { email: owner.email } };
  const answers = [];
  for (let turn = 0; turn < 20; turn += 1)
    answers.push(await call('POST', '/auth/forgot-password', forgot));
  const passed = answers.filter(({ status }) => status === 200);
  expect(passed).toHaveLength(LIMITS.mailByStrangers.points);
  expect((await mailsAt(owner.email)).filter(({ kind }) => kind === 'reset')).toHaveLength(5);
  expect((await open.api.call('POST', '/auth/forgot-password', forgot)).status).toBe(200);
});

test('whoever opens an account with a stranger’s address gets few mails sent there too', async () => {
  const { email } = await register({ call }, { email: 'not-mine@example.org' });
  for (let home = 0; home < 8; home += 1) {
    const address = `198.51.100.${home}`;
    await open.api.services.limits.signedIn(address, email);
    for (let turn = 0; turn < 5; turn += 1) {
      await open.api.call('POST', '/auth/forgot-password', { body: { email }, address });
    }
  }
  expect((await mailsAt(email)).length).toBeLessThanOrEqual(1 + LIMITS.mailByKnown.points);
});

test('an address without an account is refused at the same point as one with', async () => {
  const forgot = { body: { email: 'nobody@example.org' } };
  const statuses = [];
  for (let turn = 0; turn < 7; turn += 1) {
    statuses.push((await call('POST', '/auth/forgot-password', forgot)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test('no counter can be traced to an address or a person', async () => {
  const { email, token } = await register({ call });
  await open.api.call('POST', '/auth/login', { body: { email, password: 'wrong' } });
  await open.api.call('POST', '/auth/forgot-password', { body: { email } });
  await open.api.call('POST', '/alerts', { token, body: { productId } });
  await open.api.call('GET', '/auth/google');
  const keys = await open.em().findAll(RateLimit);
  expect(keys.length).toBeGreaterThan(5);
  for (const { key } of keys) expect(key).toMatch(/^\w+:[\w-]{43}$/);
});
