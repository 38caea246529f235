/* Workers with a wrong clock, and workers that die before they score what they wrote. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Offer, PricePoint } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { findOrAddAsk } from '#db/queries/asks/asks.ts';
import { beginExchange, recordHostRefusal } from '#db/queries/crawl/hosts.ts';
import { claimPage, makePagesDue } from '#db/queries/crawl/pages.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { addMail } from '#db/queries/mails/mails.ts';
import { productsToScore } from '#db/queries/products/scores.ts';
import { logger } from '#db/runtime/log.ts';
import type { FetchRefused } from '#domain/errors.ts';
import { HOUR_MS } from '#domain/time.ts';
import { readFetchedPage } from '#worker/crawl/crawl-page.ts';
import { atHostPace } from '#worker/fetch/pace.ts';
import type { Mailer } from '#worker/mail/mailer.ts';
import { sendMail } from '#worker/mail/send-mail.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import { daysAgo, slotDaysAgo, storedOffers } from '../support/factory.ts';
import { fetchedPage } from '../support/fetched-page.ts';

let world: ShopWorld;

beforeAll(async () => {
  world = await openShopWorld();
});

afterEach(async () => {
  vi.useRealTimers();
  await world.em().execute('truncate page, offer, product, run cascade');
});

afterAll(() => world.close());

async function crawlAt(price: string): Promise<void> {
  world.shop.products.set('kettle-100001', {
    name: 'Breville Smart Kettle',
    brand: 'Breville',
    price,
  });
  await world.crawl();
}

async function offer() {
  const [row] = await storedOffers(world.em());
  if (!row) return undefined;
  // The clock of the machine: tests replace Date alone.
  const nowMs = performance.timeOrigin + performance.now();
  const hoursSince = (at: Date) => Math.round((nowMs - at.getTime()) / HOUR_MS);
  const { price, points, changedAt, seenAt } = row;
  return { price, points, changedAgo: hoursSince(changedAt), seenAgo: hoursSince(seenAt) };
}

test.each([-2, 2])(
  'a worker whose clock is %i hours off writes the database’s time',
  async (hours) => {
    await crawlAt('149.00');
    const em = world.em();
    await em.nativeUpdate(PricePoint, {}, { slot: slotDaysAgo(1 / 24) });
    await em.nativeUpdate(Offer, {}, { priceChangedAt: daysAgo(1 / 24) });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });
    await crawlAt('139.00');
    expect(await offer()).toEqual({
      price: 13900,
      points: [14900, 13900],
      changedAgo: 0,
      seenAgo: 0,
    });
  },
);

test('the reading stored last is the newest point, even with an older time', async () => {
  await crawlAt('149.00');
  const { now } = world.services;
  world.services.now = () => new Date(now().getTime() - 2 * HOUR_MS);
  await crawlAt('139.00');
  world.services.now = now;
  const after = await offer();
  expect(after?.points.at(-1)).toBe(13900);
  expect(after).toMatchObject({ price: 13900, changedAgo: 0, seenAgo: 0 });
});

test('rescores a product that only went out of stock, even if its worker died right then', async () => {
  await crawlAt('149.00');
  expect(await productsToScore(world.em(), 10)).toEqual([]);
  await makePagesDue(world.em(), world.retailer.id);
  const em = world.em();
  await em.nativeDelete(Page, { kind: 'sitemap' });
  const claim = await claimPage(em, world.retailer.id);
  if (!claim) throw new Error('no page was due');
  const gone = `<h1>Breville Smart Kettle</h1><script type="application/ld+json">${JSON.stringify({
    '@type': 'Product',
    name: 'Breville Smart Kettle',
    brand: 'Breville',
    offers: { price: '149.00', priceCurrency: 'AUD', availability: 'OutOfStock' },
  })}</script>`;
  const runId = await openRun(em, world.retailer.id, 'crawl');
  const visit = { services: world.services, em, retailer: world.retailer, runId, claim };
  await readFetchedPage(visit, fetchedPage(claim.url, gone));
  expect(await productsToScore(world.em(), 10)).toHaveLength(1);
});

test('rescores a product whose page is gone, without a change of price', async () => {
  await crawlAt('149.00');
  await world.em().nativeUpdate(Offer, {}, { priceChangedAt: daysAgo(3 / 24) });
  world.shop.products.delete('kettle-100001');
  await world.crawl();
  expect(await productsToScore(world.em(), 10)).toHaveLength(1);
  expect(await offer()).toMatchObject({ changedAgo: 3 });
});

test.each([-26, 26])('a worker whose clock is %i hours off obeys Retry-After', async (hours) => {
  const pace = { paceMs: 1, maxWaitMs: 1_000 };
  await recordAsk('https://resting.example', 120_000);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });
  const refusal = await atHostPace(
    world.em(),
    'https://resting.example',
    pace,
    async () => 1,
  ).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ reason: 'breaker-open' });
  const { retryAfterMs } = refusal as FetchRefused;
  expect(retryAfterMs).toBeGreaterThan(60_000);
  expect(retryAfterMs).toBeLessThanOrEqual(120_000);
});

test('a worker whose clock is a day ahead still sends mails and answers questions', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 26 * HOUR_MS });
  const text = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  const mail = { key: 'clock', kind: 'test', recipient: 'kylie@example.com', text };
  const mailId = (await addMail(world.em(), mail)) ?? '';
  const sent: string[] = [];
  const mailer: Mailer = {
    reach: ['addresses', 'webhook', 'channels'],
    async send({ id }) {
      sent.push(id);
      return { outcome: 'sent' };
    },
  };
  await sendMail(world.em(), mailer, logger('test'), mailId);
  expect(sent).toEqual([mailId]);
  const question = { kind: 'test', key: 'clock', input: {} };
  const breaker = { failures: 5, restMs: 60_000, answerWithinMs: 8_000 };
  const { ask } = await findOrAddAsk(world.em(), question, { callsADay: 5, breaker });
  expect(ask?.ageMs).toBeLessThan(HOUR_MS);
});

/** Records a Retry-After of the host. */
async function recordAsk(origin: string, retryAfterMs: number): Promise<void> {
  await beginExchange(world.em(), origin, 1);
  await recordHostRefusal(world.em(), origin, { counts: false, retryAfterMs });
}
