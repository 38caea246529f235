import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import { MatchProposal } from '#db/entities/match.ts';
import { mailWaitingMatches } from '#worker/mail/operator-mails.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { createProduct, createUser, secondsAgo } from '../support/factory.ts';

/* Operators get one mail a day about waiting matches, only if there are new ones. */
let world: CrawlWorld;
beforeAll(async () => {
  world = await openCrawlWorld([]);
  const operator = { email: 'boss@example.com', role: 'operator', emailVerified: true } as const;
  await createUser(world.em(), operator);
});
afterAll(() => world.close());

const DAY_S = 86_400;

async function proposal(ageSeconds: number) {
  const em = world.em();
  const [product, into] = [(await createProduct(em)).id, (await createProduct(em)).id];
  const because = ['they share a barcode'];
  em.create(MatchProposal, { product, into, because, createdAt: secondsAgo(ageSeconds) });
  await em.flush();
}

async function told() {
  await mailWaitingMatches(world.em(), { ...world.services.letterhead, hasWebhook: true });
  return world.em().find(Mail, { kind: 'matches' }, { orderBy: { recipient: 'asc' } });
}

test('sends no mail without waiting matches', async () => {
  expect(await told()).toEqual([]);
});

test('reports a new proposal once, by mail and webhook, with all waiting matches', async () => {
  await proposal(2 * DAY_S);
  await proposal(60);
  const mails = await told();
  expect(mails.map(({ recipient }) => recipient)).toEqual(['boss@example.com', 'webhook']);
  expect(mails[0]?.text).toContain('Proposed by the daily check of all links: 2.');
  expect(mails[0]?.text).toContain('New since the last mail: 2.');
  expect(mails[0]?.text).toContain('/admin/matches');
  expect(await told()).toHaveLength(2);
});

test('on the next day counts only matches since the last mail as new', async () => {
  await world
    .em()
    .execute(`update mail set key = key || ':yesterday', created_at = now() - interval '1 day'`);
  await world.em().nativeUpdate(MatchProposal, {}, { createdAt: secondsAgo(2 * DAY_S) });
  expect(await told()).toHaveLength(2);
  await proposal(60);
  const mails = await told();
  expect(mails).toHaveLength(4);
  expect(mails.filter(({ text }) => text.includes('New since the last mail: 1.'))).toHaveLength(2);
});
