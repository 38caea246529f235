/* Notes to operators also reach OPERATOR_WEBHOOK: signed, once, and after every kind of transport fault. */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import {
  addMail,
  beginTransfer,
  claimMail,
  dueMails,
  giveUpStuckMails,
  WEBHOOK,
} from '#db/queries/mails/mails.ts';
import { listen } from '#db/runtime/free-port.ts';
import { logger } from '#db/runtime/log.ts';
import type { Channel } from '#domain/text/channel-note.ts';
import { openMailer } from '#worker/mail/mailers.ts';
import { createWebhookMailer } from '#worker/mail/note-mailers.ts';
import { MAX_ATTEMPTS, sendMail } from '#worker/mail/send-mail.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { secondsAgo } from '../support/factory.ts';
import { type FakeSmtp, startFakeSmtp } from '../support/fake-smtp.ts';

const SECRET = 'a-secret-of-the-webhook';
const log = logger('test');
let world: CrawlWorld;
let smtp: FakeSmtp;
let server: Server;
let url: string;
let answer = 204;
let posts: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  world = await openCrawlWorld([]);
  smtp = await startFakeSmtp();
  server = createServer(async (request, response) => {
    posts.push({ headers: request.headers, body: await textOf(request) });
    if (answer === 0) return void response.destroy();
    response.writeHead(answer, answer === 302 ? { location: `${url}/elsewhere` } : {}).end('taken');
  });
  url = `http://127.0.0.1:${await listen(server)}/hook`;
});

afterEach(() => {
  answer = 204;
  posts = [];
});

afterAll(async () => {
  server.close();
  await smtp.close();
  await world.close();
});

const letter = { subject: 'The crawl has stalled', text: '5 pages are due.', html: '<p>5</p>' };

async function write(recipient = WEBHOOK): Promise<string> {
  const mail = { key: randomUUID(), kind: 'crawl-stalled', recipient, text: letter };
  return (await addMail(world.em(), mail)) ?? '';
}

const send = (id: string, secret: string | null = SECRET, format: 'json' | Channel = 'json') =>
  sendMail(world.em(), createWebhookMailer({ url, secret, format }), log, id);
const stateOf = async (id: string) => (await world.em().findOneOrFail(Mail, { id })).state;
const makeDue = (id: string) => world.em().nativeUpdate(Mail, { id }, { sendAfter: new Date() });

test('sends one signed JSON POST, however many jobs process it', async () => {
  const id = await write();
  await Promise.all([send(id), send(id)]);
  await send(id);
  expect(posts).toHaveLength(1);
  const { headers, body = '' } = posts[0] ?? {};
  const { subject, text } = letter;
  expect(JSON.parse(body)).toEqual({ id, kind: 'crawl-stalled', subject, text });
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-priceroo-signature': `sha256=${signature}`,
    'idempotency-key': id,
  });
  expect(await stateOf(id)).toBe('sent');
});

test('sends no signature without a secret', async () => {
  await send(await write(), null);
  expect(posts[0]?.headers).not.toHaveProperty('x-priceroo-signature');
});

test.each([
  ['is overloaded', 503],
  ['wants fewer', 429],
  ['cuts the connection', 0],
])('a receiver that %s is asked again later', async (_what, status) => {
  const id = await write();
  answer = status;
  await send(id);
  expect(await stateOf(id)).toBe('waiting');
  answer = 200;
  await makeDue(id);
  await send(id);
  expect(await stateOf(id)).toBe('sent');
  expect(new Set(posts.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([id]));
});

test.each([404, 302])('does not retry or follow a response of %i', async (status) => {
  const id = await write();
  answer = status;
  await send(id);
  expect(await stateOf(id)).toBe('failed');
  expect(posts).toHaveLength(1);
});

test('the next worker resends the note of a killed worker under the same id', async () => {
  const id = await write();
  await claimMail(world.em(), id);
  await world.em().nativeUpdate(Mail, { id }, { sendAfter: secondsAgo(700) });
  await giveUpStuckMails(world.em(), 600_000, MAX_ATTEMPTS);
  await send(id);
  expect(posts.map(({ body }) => JSON.parse(body).id)).toEqual([id]);
});

test('a worker ignores notes that it cannot send; with both mailers each gets its own', async () => {
  const [note, mail] = [await write(), await write('kylie@example.com')];
  const due = (reach: 'addresses' | 'webhook') => dueMails(world.em(), 10, [reach]);
  expect([await due('webhook'), await due('addresses')]).toEqual([[note], [mail]]);
  await send(mail);
  expect(await stateOf(mail)).toBe('waiting');
  const both = openMailer(
    { ...world.config, smtpUrl: smtp.url, webhook: { url, secret: null, format: 'json' } },
    log,
    world.em,
  );
  expect(both.reach).toEqual(['addresses', 'webhook', 'channels']);
  for (const id of [note, mail]) await sendMail(world.em(), both, log, id);
  expect(posts).toHaveLength(1);
  expect(smtp.mails.map(({ to }) => to)).toEqual(['<kylie@example.com>']);
});

test.each([
  ['is overloaded', 503, 'waiting'],
  ['may have taken it', 502, 'failed'],
  ['cuts the connection after the note', 0, 'failed'],
])('a service that tells no repeats and %s', async (_what, status, state) => {
  const id = await write();
  answer = status;
  await send(id, null, 'slack');
  expect(await stateOf(id)).toBe(state);
  expect(posts.map(({ body }) => JSON.parse(body))).toEqual([
    { text: 'The crawl has stalled\n5 pages are due.' },
  ]);
});

test('a note whose sender died after the service had it is not sent again', async () => {
  const id = await write();
  const claimed = await claimMail(world.em(), id);
  if (claimed) await beginTransfer(world.em(), claimed);
  await world.em().nativeUpdate(Mail, { id }, { sendAfter: secondsAgo(700) });
  await giveUpStuckMails(world.em(), 600_000, MAX_ATTEMPTS);
  expect(await stateOf(id)).toBe('failed');
});
