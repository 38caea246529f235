import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import { addMail, claimMail, dueMails, giveUpStuckMails } from '#db/queries/mails/mails.ts';
import { logger } from '#db/runtime/log.ts';
import { composeMail } from '#domain/text/mail-text.ts';
import { MAX_ATTEMPTS, sendMail } from '#worker/mail/send-mail.ts';
import { createSmtpMailer, type Mailer } from '#worker/mail/smtp-mailer.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { hoursFromNow, secondsAgo } from '../support/factory.ts';

const UNSUBSCRIBE = 'https://prices.example/api/alerts/unsubscribe?token=abc.def';
const log = logger('test');
let world: CrawlWorld;
let smtp: FakeSmtp;
let mailer: Mailer;

beforeAll(async () => {
  world = await openCrawlWorld([]);
  smtp = await startFakeSmtp();
  mailer = createSmtpMailer({
    authSecret: 'a-secret-for-tests-only-of-32-characters',
    smtpUrl: smtp.url,
    mailFrom: 'Priceroo <hello@prices.example>',
    siteUrl: 'https://prices.example',
  });
});

afterEach(() => {
  smtp.behave = {};
  smtp.mails.length = 0;
});

afterAll(async () => {
  await smtp.close();
  await world.close();
});

async function outbox({ unsubscribeUrl = UNSUBSCRIBE, recipient = 'kylie@example.com' } = {}) {
  const content = {
    subject: 'The kettle is now $99.00',
    paragraphs: ['Good news.\nUnsubscribe: https://evil.example/'],
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

const send = (id: string, by: Mailer | null = mailer) => sendMail(world.em(), by, log, id);

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

test('a service mail has no unsubscribe header', async () => {
  const id = await outbox({ unsubscribeUrl: '' });
  await send(id);
  expect(smtp.mails[0]?.message).not.toContain('List-Unsubscribe:');
});

test('an address with a comma is one recipient', async () => {
  await send(await outbox({ recipient: 'a@example.com, b@example.com' }));
  expect(smtp.mails.filter((mail) => mail.to === '<b@example.com>')).toEqual([]);
});

test('keeps the mail in the outbox without a mail server', async () => {
  const id = await outbox();
  await send(id, null);
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

test('gives a mail up after a number of tries with a server that is down', async () => {
  const id = await outbox();
  const down = createSmtpMailer({
    authSecret: 'a-secret-for-tests-only-of-32-characters',
    smtpUrl: 'smtp://127.0.0.1:1',
    mailFrom: 'a@prices.example',
    siteUrl: 'https://prices.example',
  });
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

test('gives up a mail whose worker died, instead of sending it twice', async () => {
  const id = await outbox();
  await claimMail(world.em(), id);
  expect(await giveUpStuckMails(world.em(), 60_000)).toBe(0);
  await world.em().nativeUpdate(Mail, { id }, { sendAfter: secondsAgo(120) });
  expect(await giveUpStuckMails(world.em(), 60_000)).toBe(1);
  await send(id);
  expect(smtp.mails).toEqual([]);
  expect((await row(id))?.state).toBe('failed');
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

/** A mail as the server took it. */
interface TakenMail {
  from: string;
  to: string;
  /** The whole message, headers first. */
  message: string;
}

/** How the server behaves at one step; anything not named goes well. */
interface SmtpBehaviour {
  /** Answers instead of the greeting, RCPT TO, DATA or the end of the message: '451 try again'. */
  greeting?: string;
  recipient?: string;
  data?: string;
  end?: string;
  /** Cuts the connection instead of answering the end of the message, which it has taken. */
  cutAfterMessage?: boolean;
}

interface FakeSmtp {
  url: string;
  mails: TakenMail[];
  connections: number;
  behave: SmtpBehaviour;
  close(): Promise<void>;
}

/** A local mail server that speaks enough SMTP (RFC 5321) to take a mail, or to refuse it. */
async function startFakeSmtp(): Promise<FakeSmtp> {
  const sockets = new Set<Socket>();
  const smtp: FakeSmtp = {
    url: '',
    mails: [],
    connections: 0,
    behave: {},
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    smtp.connections += 1;
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    converse(socket, smtp);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  smtp.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return smtp;
}

function converse(socket: Socket, smtp: FakeSmtp): void {
  const say = (line: string) => void socket.write(`${line}\r\n`);
  let pending = '';
  let from = '';
  let to = '';
  let message: string | null = null;
  say(smtp.behave.greeting ?? '220 fake ESMTP');
  socket.on('data', (chunk) => {
    pending += chunk.toString();
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (message !== null) {
        if (line !== '.') message += `${line}\r\n`;
        else {
          const refusal = smtp.behave.end;
          if (!refusal) smtp.mails.push({ from, to, message });
          message = null;
          if (smtp.behave.cutAfterMessage) socket.destroy();
          else say(refusal ?? '250 taken');
        }
      } else if (/^EHLO|^HELO/i.test(line)) say('250 fake');
      else if (/^MAIL FROM:/i.test(line)) {
        from = line.slice(10);
        say('250 ok');
      } else if (/^RCPT TO:/i.test(line)) {
        to = line.slice(8);
        say(smtp.behave.recipient ?? '250 ok');
      } else if (line === 'DATA') {
        const refusal = smtp.behave.data;
        if (!refusal) message = '';
        say(refusal ?? '354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('250 ok');
    }
  });
}
