import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import {
  addMail,
  beginTransfer,
  claimMail,
  dueMails,
  giveUpStuckMails,
  markSent,
  sendLater,
} from '#db/queries/mails/mails.ts';
import { logger } from '#db/runtime/log.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import type { Mailer } from '#worker/mail/mailer.ts';
import { createSmtpMailer, openMailer } from '#worker/mail/mailers.ts';
import { MAX_ATTEMPTS, sendMail } from '#worker/mail/send-mail.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { hoursFromNow, secondsAgo } from '../support/factory.ts';
import { type FakeSmtp, startFakeSmtp } from '../support/fake-smtp.ts';
import { MAIL_CONFIG } from '../support/mail-config.ts';

const UNSUBSCRIBE = 'https://prices.example/api/alerts/unsubscribe?token=abc.def';
const log = logger('test');
let world: CrawlWorld;
let smtp: FakeSmtp;
let mailer: Mailer;

beforeAll(async () => {
  world = await openCrawlWorld([]);
  smtp = await startFakeSmtp();
  mailer = createSmtpMailer({ ...MAIL_CONFIG, smtpUrl: smtp.url });
});

afterEach(() => {
  smtp.behave = {};
  smtp.mails.length = 0;
});

afterAll(async () => {
  await smtp.close();
  await world.close();
});

async function outbox({
  unsubscribeUrl = UNSUBSCRIBE,
  recipient = 'kylie@example.com',
  news = 'Good news.\nUnsubscribe: https://evil.example/',
} = {}) {
  const content = {
    subject: 'The kettle is now $99.00',
    paragraphs: [news],
    because: 'You set an alert.',
    ...(unsubscribeUrl && { unsubscribeUrl }),
  };
  const text = composeMail(content, 'Priceroo <hello@prices.example>');
  const id = await addMail(world.em(), { key: randomUUID(), kind: 'alert', recipient, text });
  if (!id) throw new Error('the mail was not added');
  return id;
}

async function row(id: string) {
  const mail = await world.em().findOneOrFail(Mail, { id });
  const { state, attempts, lastError: error, sendAfter } = mail;
  return { state, attempts, error, isDue: sendAfter <= new Date() };
}

const send = (id: string, by: Mailer = mailer) => sendMail(world.em(), by, log, id);

test('sends a mail once, with a fixed Message-ID and a one-click unsubscribe header', async () => {
  const id = await outbox();
  await Promise.all([send(id), send(id), send(id)]);
  await send(id);
  expect(smtp.mails.length).toBe(1);
  const message = smtp.mails[0]?.message.replace(/\r\n\s+/g, ' ') ?? '';
  expect(message).toContain(`Message-ID: <${id}@prices.example>`);
  expect(message).toContain(`List-Unsubscribe: <${UNSUBSCRIBE}>`);
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(message).toContain('From: Priceroo <hello@prices.example>');
  expect(message).not.toContain('List-Unsubscribe: <https://evil');
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1, error: null });
});

test('a name that looks like a sealed link is sent as it is', async () => {
  const news = 'factory-sealed.Nimbus-Games-Console-White-64GB-Australian-Stock';
  const id = await outbox({ news });
  await send(id);
  expect(smtp.mails[0]?.message.replaceAll(/=\r\n/g, '')).toContain(news);
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1 });
});

test('a service mail has no unsubscribe header', async () => {
  const id = await outbox({ unsubscribeUrl: '' });
  await send(id);
  expect(smtp.mails[0]?.message).not.toContain('List-Unsubscribe:');
});

test('treats an address with a comma as one recipient', async () => {
  await send(await outbox({ recipient: 'a@example.com, b@example.com' }));
  expect(smtp.mails.filter((mail) => mail.to === '<b@example.com>')).toEqual([]);
});

test('keeps the mail in the outbox without a mail server', async () => {
  const id = await outbox();
  await send(id, openMailer({ ...world.config, smtpUrl: null }, log, world.em));
  expect(await row(id)).toMatchObject({ state: 'waiting', attempts: 0 });
});

test.each([
  ['refuses the recipient for now', { recipient: '450 busy' }],
  ['refuses the message for now', { end: '451 try again' }],
  ['is closing', { greeting: '421 closing' }],
])('retries later with a server that %s', async (_what, behave) => {
  const id = await outbox();
  smtp.behave = behave;
  await send(id);
  expect(await row(id)).toMatchObject({ state: 'waiting', attempts: 1, isDue: false });
  await send(id);
  expect((await row(id))?.attempts).toBe(1);
  smtp.behave = {};
  await world.em().nativeUpdate(Mail, { id }, { sendAfter: new Date() });
  expect(await dueMails(world.em(), 10)).toContain(id);
  await send(id);
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2 });
  expect(smtp.mails.length).toBe(1);
});

test('gives up on a mail after a number of attempts while the server is down', async () => {
  const id = await outbox();
  const down = createSmtpMailer({ ...MAIL_CONFIG, smtpUrl: 'smtp://127.0.0.1:1' });
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await world.em().nativeUpdate(Mail, { id }, { sendAfter: new Date() });
    await send(id, down);
  }
  expect(await row(id)).toMatchObject({ state: 'failed', attempts: MAX_ATTEMPTS });
});

test.each([
  ['the recipient', { recipient: '550 no such user' }],
  ['the message', { end: '554 spam' }],
])('does not retry when a server refuses %s for good', async (_what, behave) => {
  const id = await outbox();
  smtp.behave = behave;
  await send(id);
  expect(await row(id)).toMatchObject({ state: 'failed', attempts: 1 });
});

test('sends no second mail when the answer to the message is lost', async () => {
  const id = await outbox();
  smtp.behave = { cutAfterMessage: true };
  await send(id);
  expect(smtp.mails.length).toBe(1);
  expect(await row(id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('not sent again'),
  });
});

describe('a mail whose worker died', () => {
  const settle = () => giveUpStuckMails(world.em(), 60_000, MAX_ATTEMPTS);

  /** Claimed two minutes ago by a process that is gone; `isBegun`: the server may have the mail. */
  async function stuck(isBegun: boolean) {
    const id = await outbox();
    const claim = await claimMail(world.em(), id);
    if (!claim) throw new Error('the mail was not claimed');
    expect(await settle()).toBe(0);
    if (isBegun) expect(await beginTransfer(world.em(), claim)).toBe(true);
    await world.em().nativeUpdate(Mail, { id }, { sendAfter: secondsAgo(120) });
    return claim;
  }

  test('after the server began to get it fails and is not sent again', async () => {
    const { id } = await stuck(true);
    expect(await settle()).toBe(1);
    await send(id);
    expect(smtp.mails).toEqual([]);
    expect((await row(id))?.state).toBe('failed');
  });

  test('before the server got anything is sent again', async () => {
    const { id } = await stuck(false);
    expect(await settle()).toBe(0);
    await send(id);
    expect(smtp.mails.length).toBe(1);
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('fails once it has killed as many workers as it has attempts', async () => {
    const { id } = await stuck(false);
    await world.em().nativeUpdate(Mail, { id }, { attempts: MAX_ATTEMPTS });
    expect(await settle()).toBe(1);
    expect((await row(id))?.state).toBe('failed');
  });

  test('is not sent by that worker if it was only frozen', async () => {
    const frozen = await stuck(false);
    await settle();
    const next = await claimMail(world.em(), frozen.id);
    expect(await beginTransfer(world.em(), frozen)).toBe(false);
    await sendLater(world.em(), frozen, 'Another worker has claimed this mail.', 0);
    await markSent(world.em(), frozen);
    expect(await row(frozen.id)).toMatchObject({ state: 'sending', attempts: next?.attempts });
  });
});

test('a server gets no byte of a mail before that is recorded', async () => {
  const id = await outbox();
  const mail = await claimMail(world.em(), id);
  if (!mail) throw new Error('the mail was not claimed');
  const refused = await mailer.send(mail, async () => {
    throw new Error('The database is away.');
  });
  expect(refused).toEqual({ outcome: 'later', error: 'The database is away.' });
  const delivery = await mailer.send(mail, async () => expect(smtp.mails).toEqual([]));
  expect(delivery).toEqual({ outcome: 'sent' });
  expect(smtp.mails.length).toBe(1);
});

test('does not send a mail that is older than a day', async () => {
  const id = await outbox();
  await world.em().nativeUpdate(Mail, { id }, { createdAt: hoursFromNow(-25) });
  await send(id);
  expect(smtp.mails).toEqual([]);
  expect(await row(id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('longer than a day'),
  });
});
