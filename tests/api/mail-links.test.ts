/* Links in mail. Mailbox scanners follow every link, so a GET changes nothing; its page asks first. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { NewsletterSubscriber } from '#db/entities/mail.ts';
import { RateLimit } from '#db/entities/operations.ts';
import { User } from '#db/entities/user.ts';
import { unsubscribeUrlOf } from '#domain/text/mail-text.ts';
import { runAlerts } from '#worker/alerts/run-alerts.ts';
import { type KettleApi, openKettleApi } from '../support/api-world.ts';
import { mailsTo, type Person, register } from '../support/person.ts';

let open: KettleApi;
let productId: string;
let person: Person;

beforeAll(async () => {
  open = await openKettleApi();
  productId = open.offer.productId;
});

afterAll(() => open.close());

beforeEach(async () => {
  await open.em().nativeDelete(RateLimit, {});
  person = await register(open.api);
});

async function mailTo(recipient: string, kind: string) {
  return (await mailsTo(open.em(), recipient, { kind })).at(-1)?.text ?? '';
}

/** The link that a mail's button has. */
const buttonOf = (text: string) => /https?:\S+\/api\/\S+token=\S+/.exec(text)?.[0] ?? '';

async function visit(url: string, method = 'GET', origin = 'http://localhost:4321') {
  const form = method === 'POST' && { body: 'List-Unsubscribe=One-Click' };
  const request = new Request(url, {
    method,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    ...form,
  });
  const answer = await open.api.api(request, { remoteAddress: '203.0.113.8' });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const alertState = async () => (await open.em().findOne(Alert, { user: person.id }))?.state;
const newsletterState = async () =>
  (await open.em().findOne(NewsletterSubscriber, { email: person.email }))?.state;

/** A link, the state it is about, and what that is before and after. */
const LINKS = {
  'confirming alerts': async () => {
    await open.api.call('POST', '/alerts', { token: person.token, body: { productId } });
    const url = buttonOf(await mailTo(person.email, 'confirmation'));
    return { url, state: alertState, before: 'unconfirmed', after: 'watching' };
  },
  'ending an alert': async () => {
    const { em, api } = open;
    await em().nativeUpdate(User, { id: person.id }, { emailVerified: true });
    await api.call('POST', '/alerts', { token: person.token, body: { productId } });
    await em().nativeUpdate(Alert, { user: person.id }, { basePriceCents: 90_000 });
    await runAlerts(em(), api.services.config, [productId]);
    const url = unsubscribeUrlOf(await mailTo(person.email, 'alert')) ?? '';
    return { url, state: alertState, before: 'fired', after: 'ended' };
  },
  'confirming the newsletter': async () => {
    await open.api.call('POST', '/newsletter', { body: { email: person.email } });
    const url = buttonOf(await mailTo(person.email, 'confirmation'));
    return { url, state: newsletterState, before: 'unconfirmed', after: 'confirmed' };
  },
  'ending the newsletter': async () => {
    await open.api.call('POST', '/newsletter', { body: { email: person.email } });
    const url = unsubscribeUrlOf(await mailTo(person.email, 'confirmation')) ?? '';
    return { url, state: newsletterState, before: 'unconfirmed', after: 'unsubscribed' };
  },
};

test.each(Object.entries(LINKS))('%s: the link asks, its button does', async (_what, make) => {
  const { url, state, before, after } = await make();
  for (const method of ['GET', 'HEAD', 'GET']) {
    const page = await visit(url, method);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await state()).toBe(before);
  }
  const { text } = await visit(url);
  const action = /<form method="post" action="([^"]+)">\s*<button/.exec(text)?.[1] ?? '';
  const done = await visit(new URL(action.replaceAll('&amp;', '&'), url).href, 'POST');
  expect(done.status).toBe(200);
  expect(done.headers.get('content-type')).toContain('text/html');
  expect(await state()).toBe(after);
});

test('a mail program ends an alert with one click (RFC 8058), from wherever it runs', async () => {
  const { url, state } = await LINKS['ending an alert']();
  expect((await visit(url, 'POST', 'https://mail.example')).status).toBe(200);
  expect(await state()).toBe('ended');
});

test('a link works for its purpose only', async () => {
  const { url, state, before } = await LINKS['confirming alerts']();
  const elsewhere = url.replace('/alerts/confirm', '/alerts/unsubscribe');
  expect((await visit(elsewhere)).status).toBe(400);
  expect((await visit(elsewhere, 'POST')).status).toBe(400);
  expect(await state()).toBe(before);
});

test.each([
  '/alerts/confirm',
  '/alerts/unsubscribe',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
])('%s: an incomplete link is explained on a page', async (path) => {
  const origin = 'http://localhost:4321';
  for (const token of ['', '?token=', '?token=half.a-link', `?token=${'x'.repeat(2_000)}`]) {
    for (const method of ['GET', 'POST']) {
      const { status, headers, text } = await visit(`${origin}/api${path}${token}`, method);
      expect(status).toBe(400);
      expect(headers.get('content-type')).toContain('text/html');
      expect(text).toContain('This link is invalid or incomplete.');
      expect(text).toContain('To the home page');
    }
  }
});

test('a confirmation that comes too late says so', async () => {
  const newsletter = await LINKS['confirming the newsletter']();
  await open.em().nativeDelete(NewsletterSubscriber, {});
  const late = await visit(newsletter.url, 'POST');
  expect(late.status).toBe(410);
  expect(late.text).toContain('no longer valid');
  const alerts = await LINKS['confirming alerts']();
  await open.em().nativeDelete(User, { id: person.id });
  expect((await visit(alerts.url, 'POST')).status).toBe(410);
});

test('a signature of as many characters but more bytes is refused, as any wrong one is', async () => {
  const confirmation = `http://localhost:4321/api/alerts/confirm?token=abc.${'%C3%A9'.repeat(43)}`;
  expect((await visit(confirmation)).status).toBe(400);
  expect((await visit(confirmation, 'POST')).status).toBe(400);
});
