/* Alerts also reach the channel that a member has chosen: once, at a public address, and only those of the account's own address. */
import { createServer, type Server } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import { ConfirmedAddress } from '#db/entities/user.ts';
import { copyToChannels, removeChannel, setChannel } from '#db/queries/alerts/channels.ts';
import { addMail, dueMails } from '#db/queries/mails/mails.ts';
import { operatorFigures } from '#db/queries/operators/overview.ts';
import { listen } from '#db/runtime/free-port.ts';
import { logger } from '#db/runtime/log.ts';
import { openMailer } from '#worker/mail/mailers.ts';
import { sendMail } from '#worker/mail/send-mail.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { createUser } from '../support/factory.ts';

const log = logger('test');
let world: CrawlWorld;
let server: Server;
let origin: string;
let posts: unknown[] = [];
let kylie: string;

beforeAll(async () => {
  world = await openCrawlWorld([]);
  server = createServer(async (request, response) => {
    posts.push(JSON.parse(await textOf(request)));
    response.writeHead(204).end();
  });
  origin = `http://127.0.0.1:${await listen(server)}`;
});
beforeEach(async () => {
  posts = [];
  await world.em().nativeDelete(Mail, {});
  await removeChannel(world.em(), kylie);
});
afterAll(async () => {
  server.close();
  await world.close();
});
beforeAll(async () => {
  const person = { email: 'kylie@example.com', emailVerified: true };
  kylie = (await createUser(world.em(), person)).id;
});

const choose = (userId: string, url: string) =>
  setChannel(world.em(), userId, { channel: 'gotify', url }, world.config.authSecret);

/** Sends all that waits for channels, as a worker that may call `local`. */
async function deliver(local: string[] = [origin]) {
  await copyToChannels(world.em());
  const mailer = openMailer(world.config, log, world.em, local);
  for (const id of await dueMails(world.em(), 100, mailer.reach))
    await Promise.all([1, 2].map(() => sendMail(world.em(), mailer, log, id)));
  const notes = await world.em().find(Mail, { recipient: { $like: 'channel:%' } });
  return notes.map(({ state, lastError }) => `${state} ${lastError ?? ''}`.trim());
}

const alert = (recipient: string, key = `alert:1:${recipient}`) =>
  addMail(world.em(), {
    key,
    kind: 'alert',
    recipient,
    text: { subject: 'Kettle is now $49.00', text: 'Good news.', html: '<p>Good news.</p>' },
  });

const HELLO = 'Price alerts arrive here';
const titles = () => posts.map((post) => (post as { title: string }).title);

test('the first note tries the channel; an alert follows once, besides its mail', async () => {
  await choose(kylie, `${origin}/message?token=abc`);
  await alert('kylie@example.com');
  await deliver();
  expect(await deliver()).toEqual(['sent', 'sent']);
  expect(titles().toSorted()).toEqual(['Kettle is now $49.00', HELLO]);
  // Operators' figures are of mails, of which the one without SMTP_URL waits.
  expect((await operatorFigures(world.em())).mails).toMatchObject({ waiting: 1, sent: 0 });
  expect(await world.em().count(Mail, { recipient: 'kylie@example.com', state: 'waiting' })).toBe(
    1,
  );
});

test.each([
  'http://127.0.0.1:9/hook',
  'http://10.0.0.1/hook',
  'http://[::1]/hook',
  'http://db/hook',
])('nothing goes to %s', async (url) => {
  await choose(kylie, url);
  expect(await deliver([])).toEqual([expect.stringMatching(/^failed .*(?:port|public)/)]);
  expect(posts).toEqual([]);
});

test('what waited before the channel, and mail to another address, is not copied', async () => {
  await alert('kylie@example.com');
  await choose(kylie, origin);
  await alert('bruce@example.com');
  await deliver();
  expect(titles()).toEqual([HELLO]);
});

test('an account whose address nobody has proven gets no alerts of that address', async () => {
  const { id } = await createUser(world.em(), { email: 'victim@example.com' });
  await choose(id, origin);
  await alert('victim@example.com');
  await deliver();
  expect(titles()).toEqual([HELLO]);
  await world.em().insert(ConfirmedAddress, { user: id, email: 'victim@example.com' });
  await deliver();
  expect(titles()).toEqual([HELLO, 'Kettle is now $49.00']);
});

test('a removed channel, or one sealed with a lost secret, gets nothing', async () => {
  await choose(kylie, origin);
  await removeChannel(world.em(), kylie);
  expect(await deliver()).toEqual(['failed The channel was removed before it was sent.']);
  await setChannel(world.em(), kylie, { channel: 'slack', url: origin }, 'another secret');
  expect((await deliver()).join()).toContain('BETTER_AUTH_SECRET has changed');
  expect(posts).toEqual([]);
});
