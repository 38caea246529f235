import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mail } from '#db/entities/mail.ts';
import { Page } from '#db/entities/page.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { mailCrawlStalled } from '#worker/mail/operator-mails.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import { createUser, secondsAgo } from '../support/factory.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const TOLD = ['boss@example.com', 'webhook'];

/* Health, metrics and a mail report due pages that no worker reads. */
let world: ShopWorld;
let api: TestApi;

beforeAll(async () => {
  const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' };
  world = await openShopWorld({ 'kettle-100001': kettle });
  const operator = { email: 'boss@example.com', role: 'operator', emailVerified: true } as const;
  await createUser(world.em(), operator);
  await world.crawl();
});

afterAll(async () => {
  await api?.close();
  await world.close();
});

const recipients = async () =>
  (await world.em().find(Mail, { kind: 'crawl-stalled' }, { orderBy: { recipient: 'asc' } })).map(
    ({ recipient }) => recipient,
  );

/** Whether a new process reports the crawl as stalled. */
async function told() {
  await api?.close();
  api = await openTestApi(world.databaseUrl);
  const health = await api.call('GET', '/health');
  const request = new Request('http://localhost:4321/metrics');
  const figures = await (await api.api(request, { remoteAddress: '127.0.0.1' })).text();
  await mailCrawlStalled(world.em(), { ...world.services.letterhead, hasWebhook: true });
  const { faults } = health.body['data'] as { faults: string[] };
  const isStalled = faults.includes('crawl-stalled');
  const stalledS = Number(/^priceroo_crawl_stalled_seconds (\d+)/m.exec(figures)?.[1]);
  return { isStalled, stalledS, mails: await recipients() };
}

test('a crawl that makes progress or has nothing to do is healthy', async () => {
  expect(await told()).toEqual({ isStalled: false, stalledS: 0, mails: [] });
  await makePagesDue(world.em(), world.retailer.id);
  expect(await told()).toEqual({ isStalled: false, stalledS: 0, mails: [] });
});

test('reports six minutes without a reading of due pages once, by mail and webhook', async () => {
  const sixMinutesAgo = secondsAgo(360);
  const waiting = { lastCheckedAt: sixMinutesAgo, nextCheckAt: sixMinutesAgo };
  await world.em().nativeUpdate(Page, {}, waiting);
  const { isStalled, stalledS, mails } = await told();
  expect({ isStalled, mails }).toEqual({ isStalled: true, mails: TOLD });
  expect(stalledS).toBeGreaterThanOrEqual(360);
  expect(await told()).toMatchObject({ mails: TOLD });
  await world.crawl();
  expect(await told()).toEqual({ isStalled: false, stalledS: 0, mails: TOLD });
});
