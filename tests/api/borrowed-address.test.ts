/*
 * An account opened with someone else's address stays unproven and must not affect the owner of that mailbox.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { Mail, NewsletterSubscriber } from '#db/entities/mail.ts';
import { RateLimit } from '#db/entities/operations.ts';
import { User } from '#db/entities/user.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import { type KettleApi, openKettleApi } from '../support/api-world.ts';
import { mailsTo, register } from '../support/person.ts';

let open: KettleApi;
let productId: string;

beforeAll(async () => {
  open = await openKettleApi();
  productId = open.offer.productId;
});

afterAll(() => open.close());

beforeEach(() => open.em().nativeDelete(RateLimit, {}));

/** A reader of the newsletter, whose address another account's alerts go to as well. */
async function reader(email: string) {
  const { api, em } = open;
  await api.call('POST', '/newsletter', { body: { email } });
  await em().nativeUpdate(NewsletterSubscriber, { email }, { state: 'confirmed' });
  const friend = await register(api);
  const set = await api.call('POST', '/alerts', {
    token: friend.token,
    body: { productId, email },
  });
  const { id } = set.body['data'] as { id: string };
  const text = { subject: 'Kettle is now $99', text: '', html: '' };
  await addMail(em(), { key: `alert:${id}:x:1`, kind: 'alert', recipient: email, text });
  return friend;
}

const remove = (token: string) =>
  open.api.call('DELETE', '/auth/account', { token, body: { currentPassword: 'gum-tree-77' } });

async function traces(email: string) {
  const mails = (await mailsTo(open.em(), email)).map(({ kind }) => kind).toSorted();
  const subscriber = await open.em().findOne(NewsletterSubscriber, { email });
  return { mails: mails.length > 0 ? mails : null, newsletter: subscriber?.state ?? null };
}

describe('an account with a borrowed address', () => {
  test('does not show mail meant for other accounts', async () => {
    const email = 'reader-1@example.org';
    await reader(email);
    const { token } = await register(open.api, { email });
    const answer = await open.api.call('GET', '/auth/export', { token });
    expect(answer.body['data']).toMatchObject({ newsletter: [], mails: [{ kind: 'welcome' }] });
  });

  test('deletes nothing of other accounts with it', async () => {
    const email = 'reader-2@example.org';
    await reader(email);
    const before = await traces(email);
    const { token } = await register(open.api, { email });
    expect((await remove(token)).status).toBe(200);
    expect(await traces(email)).toEqual(before);
  });

  test('does not act for others who share its address', async () => {
    for (const email of ['kylie1@example.org', 'k_____@example.org']) {
      await open.api.call('POST', '/newsletter', { body: { email } });
    }
    const { token } = await register(open.api, { email: 'k_____@example.org' });
    const { body } = await open.api.call('GET', '/auth/export', { token });
    expect((body['data'] as { mails: unknown[] }).mails).toHaveLength(2);
    await remove(token);
    expect(await traces('kylie1@example.org')).toMatchObject({ mails: ['confirmation'] });
  });

  test('shows and deletes everything once the address is proven', async () => {
    const email = 'reader-3@example.org';
    await reader(email);
    const { id, token } = await register(open.api, { email });
    await open.em().nativeUpdate(User, { id }, { emailVerified: true });
    const { body } = await open.api.call('GET', '/auth/export', { token });
    expect(body['data']).toMatchObject({
      newsletter: [{ state: 'confirmed' }],
      mails: [
        { kind: 'confirmation' },
        { kind: 'confirmation' },
        { kind: 'alert' },
        { kind: 'welcome' },
      ],
    });
    await remove(token);
    expect(await traces(email)).toEqual({ mails: null, newsletter: null });
  });

  test.each([
    'You won $1,000: http://evil.example',
    'Claim at evil.example/win',
    'www.evil.example',
    'a@evil.example',
    'Kylie\nClick here',
    'K'.repeat(90),
  ])('cannot put words into our mails as its name: %j', async (name) => {
    const { email, id } = await register(open.api, { name });
    await open.api.call('POST', '/auth/forgot-password', { body: { email } });
    const mails = await open.em().find(Mail, { key: { $like: `%${id}%` } });
    expect(mails).toHaveLength(2);
    for (const { text, html } of mails) {
      expect(text + html).not.toMatch(/evil|Click|K{60}/);
    }
  });

  test.each(["Siobhán O'Brien", 'Jean-Luc', '李小龙', 'Dr. A. Smith'])(
    'is greeted as %s',
    async (name) => {
      const { id } = await register(open.api, { name });
      const mail = await open.em().findOne(Mail, { key: `welcome:${id}` });
      expect(mail?.text).toContain(`G’day ${name},`);
    },
  );
});

test('an alert that fires while its account is deleted leaves no mail behind', async () => {
  const { token } = await register(open.api);
  const set = await open.api.call('POST', '/alerts', { token, body: { productId } });
  const { id } = set.body['data'] as { id: string };
  const em = open.em();
  const key = `alert:${id}:x:2`;
  let deleting: Promise<{ status: number }> | undefined;
  await em.transactional(async (tx) => {
    await tx.nativeUpdate(Alert, { id }, { state: 'fired' });
    const text = { subject: '', text: '', html: '' };
    await addMail(tx, { key, kind: 'alert', recipient: 'elsewhere@example.org', text });
    deleting = remove(token);
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(() => open.em().execute(waits)).toHaveLength(1);
  });
  expect((await deleting)?.status).toBe(200);
  expect(await open.em().count(Mail, { key })).toBe(0);
  expect(await open.em().count(Alert, { id })).toBe(0);
});
