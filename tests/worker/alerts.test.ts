import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { addPastPrices, slotOf } from '#db/queries/offers/price-points.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { openQueues, type Queues } from '#db/queues/open-queues.ts';
import { readLink } from '#db/runtime/signed-link.ts';
import { JOBS } from '#domain/jobs.ts';
import { cents } from '#domain/money.ts';
import { sweepAlerts } from '#worker/alerts/queue-alerts.ts';
import { runAlerts } from '#worker/alerts/run-alerts.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { createClock } from '#worker/schedules.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { type ShopServer, startShopServer } from '../support/shop-server.ts';

const CONFIG = {
  siteUrl: 'https://prices.example',
  mailFrom: 'Priceroo <hello@prices.example>',
  authSecret: 'a-secret-for-tests-only-of-32-characters',
};
let shop: ShopServer;
let world: CrawlWorld;
let queues: Queues;
let retailer: RetailerRow;
let productId: string;
let userId: string;
let clockMs = Date.now();

beforeAll(async () => {
  shop = await startShopServer({ 'kettle-100001': kettle('200.00') });
  world = await openCrawlWorld([shop.origin], () => new Date(clockMs));
  queues = await openQueues({ databaseUrl: world.databaseUrl, redisUrl: null });
  world.services.onPricesMoved = async (ids) => {
    await runAlerts(world.em(), queues, CONFIG, ids);
  };
  retailer = await world.addRetailer('test-shop', shop.origin);
  await crawlRetailer(world.services, retailer.id, new AbortController().signal);
  const [product] = await world.em().execute<{ id: string }[]>('select id from product');
  const [user] = await world
    .em()
    .execute<{ id: string }[]>(
      `insert into user_account (email, name) values ('kylie@example.com', 'Kylie') returning id`,
    );
  productId = product?.id ?? '';
  userId = user?.id ?? '';
});

afterAll(async () => {
  await queues.close();
  await world.close();
  await shop.close();
});

beforeEach(async () => {
  // Tests write prices past the crawler: a 304 would leave them.
  await world.em().execute('update page set etag = null');
  await price('200.00');
  await world.em().execute('delete from alert');
  await world.em().execute('delete from mail');
});

function kettle(amount: string) {
  return { name: 'Breville Smart Kettle', brand: 'Breville', price: amount };
}

/** The shop asks this now, and the crawler has been there. A price in doubt is fetched a second time. */
async function price(amount: string, fetches = 2) {
  shop.products.set('kettle-100001', kettle(amount));
  for (let fetch = 0; fetch < fetches; fetch += 1) await crawl();
}

async function crawl() {
  clockMs += 60_000;
  await makePagesDue(world.em(), retailer.id);
  await crawlRetailer(world.services, retailer.id, new AbortController().signal);
}

async function alert(targetCents: number | null, state = 'watching') {
  const [row] = await world.em().execute<{ id: string }[]>(
    `insert into alert (user_id, product_id, email, kind, target_cents, base_price_cents, state)
       values (?, ?, 'kylie@example.com', ?, ?, 20000, ?) returning id`,
    [userId, productId, targetCents === null ? 'any_drop' : 'target', targetCents, state],
  );
  return row?.id ?? '';
}

async function mails() {
  const rows = await world
    .em()
    .execute<{ subject: string }[]>('select subject from mail order by created_at, id');
  return rows.map((row) => row.subject);
}

const run = () => runAlerts(world.em(), queues, CONFIG, [productId]);

test('a price that falls to the target sends one mail, however often and by how many it is looked at', async () => {
  const id = await alert(18000);
  await price('179.00', 1);
  await Promise.all([run(), run(), run(), run()]);
  await crawl();
  expect(await mails()).toEqual(['Breville Smart Kettle is now $179.00']);
  const [mail] = await world
    .em()
    .execute<{ text: string; key: string }[]>('select text, key from mail');
  expect(mail?.text).toContain('Your target was $180.00. That is $21.00 less than the $200.00');
  const token = /unsubscribe\?token=(\S+)$/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(readLink(CONFIG.authSecret, 'end-alert', token)).toBe(id);
});

test('a price above the target sends nothing', async () => {
  await alert(18000);
  await price('180.01');
  expect(await mails()).toEqual([]);
});

test('up and down again is a second mail', async () => {
  await alert(18000);
  await price('179.00');
  await price('199.00');
  await price('175.00');
  expect(await mails()).toEqual([
    'Breville Smart Kettle is now $179.00',
    'Breville Smart Kettle is now $175.00',
  ]);
});

test('any drop: further down is another mail, back to where it began starts over', async () => {
  await alert(null);
  await price('190.00');
  await price('195.00');
  await price('185.00');
  await price('200.00');
  await price('190.00');
  expect(await mails()).toEqual([
    'Breville Smart Kettle is now $190.00',
    'Breville Smart Kettle is now $185.00',
    'Breville Smart Kettle is now $190.00',
  ]);
});

test.each([
  ['a target', 18000],
  ['any drop', null],
])(
  'a price that only goes out of stock and comes back is told once a day: %s',
  async (_what, target) => {
    const em = world.em();
    const id = await alert(target);
    await price('179.00');
    // It moved an hour ago, by all clocks; another shop is dearer.
    await em.execute(`update offer set price_changed_at = now() - interval '1 hour'`);
    await em.execute(
      `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text, source,
       price_cents, availability, extraction, price_changed_at, last_seen_at)
     select retailer_id, 'dearer', product_id, 'title', 1, '[]', name, '', 'live', 21000, 'in_stock', '', now(), now()
     from offer`,
    );
    await em.execute(
      `insert into price_point (offer_id, slot, price_cents, availability) select id, 1, 21000, 'in_stock' from offer where url = 'dearer'`,
    );
    let slot = slotOf(new Date(clockMs));
    const stock = async (availability: string) => {
      slot += 1;
      await em.execute(
        `update offer set availability = ?, last_seen_at = now() where url <> 'dearer'`,
        [availability],
      );
      await em.execute(
        `insert into price_point (offer_id, slot, price_cents, availability)
       select id, ?, price_cents, availability from offer where url <> 'dearer'`,
        [slot],
      );
      await run();
    };
    for (let time = 0; time < 3; time += 1) {
      await stock('out_of_stock');
      await stock('in_stock');
    }
    expect(await mails()).toEqual(['Breville Smart Kettle is now $179.00']);
    await em.execute(`update alert set fired_at = fired_at - interval '1 day' where id = ?`, [id]);
    await run();
    expect(await mails()).toHaveLength(2);
    await em.execute(`delete from offer where url = 'dearer'`);
    clockMs += 60_000 * 10;
  },
);

test.each(['unconfirmed', 'paused', 'ended'])(
  'an alert that is %s sends nothing',
  async (state) => {
    await alert(18000, state);
    await price('150.00');
    expect(await mails()).toEqual([]);
  },
);

test('a doubted price sends nothing until a second fetch says the same', async () => {
  await alert(18000);
  await price('20.00', 1);
  await run();
  expect(await mails()).toEqual([]);
  await crawl();
  expect(await mails()).toEqual(['Breville Smart Kettle is now $20.00']);
});

test('a page that cannot be read sends nothing', async () => {
  await alert(18000);
  shop.products.set('kettle-100001', {
    ...kettle('99.00'),
    body: '<h1>Access Denied</h1> You have no permission. <p>$99.00</p>',
  });
  await crawl();
  await run();
  expect(await mails()).toEqual([]);
});

test.each([
  ['is out of stock', `availability = 'out_of_stock'`],
  ['says nothing of its stock', `availability = 'unknown'`],
  ['was not seen for days', `last_seen_at = now() - interval '3 days'`],
])('a low offer that %s sends nothing', async (_what, change) => {
  await alert(18000);
  await world.em().execute(`update offer set price_cents = 9900, ${change}`);
  await run();
  expect(await mails()).toEqual([]);
  await world.em().execute(`update offer set availability = 'in_stock', last_seen_at = now()`);
});

test('a price of a quarantined run sends nothing', async () => {
  await alert(18000);
  const em = world.em();
  await em.execute(`update run set status = 'quarantined'`);
  await em.execute('update offer set price_cents = 9900');
  await run();
  expect(await mails()).toEqual([]);
  await em.execute(`update run set status = 'done'`);
});

test('a replayed past sends nothing', async () => {
  await alert(18000);
  const em = world.em();
  const [offer] = await em.execute<{ id: string }[]>('select id from offer');
  const runId = await openRun(em, retailer.id, 'replay');
  const slot = slotOf(new Date(clockMs)) - 500_000;
  const past = { slot, priceCents: cents(5000), originalPriceCents: null };
  await addPastPrices(em, runId, [
    { offerId: offer?.id ?? '', ...past, availability: 'in_stock' as const },
  ]);
  await run();
  await sweepAlerts(em, queues);
  expect(await mails()).toEqual([]);
});

test('alerts are looked for although the clock of the machine was put back', async () => {
  await alert(18000);
  await world.em().execute('update offer set price_cents = 15000');
  let swept = 0;
  const counting: Queues = {
    ...queues,
    add: async () => {},
    addMany: async (contract, payloads) => {
      if (contract.name === JOBS.alert.name) swept += payloads.length;
    },
  };
  const tick = createClock(counting, { sendsMail: false });
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    await tick(world.em());
    vi.advanceTimersByTime(30_000);
    await tick(world.em());
    expect(swept).toBe(1);
    vi.setSystemTime(Date.now() - 3 * 3_600_000);
    vi.advanceTimersByTime(31_000);
    await tick(world.em());
    expect(swept).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a death before the mail is stored fires nothing; the clock finds what is due', async () => {
  await alert(18000);
  await world.em().execute('update offer set price_cents = 15000');
  const dying = world.em().transactional(async (tx) => {
    expect(await runAlerts(tx, queues, CONFIG, [productId])).toBe(1);
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  expect(await mails()).toEqual([]);
  const before = (await queues.counts())['follow-up'].waiting;
  await sweepAlerts(world.em(), queues);
  expect((await queues.counts())['follow-up'].waiting).toBe(before + 1);
  expect(await run()).toBe(1);
  await sweepAlerts(world.em(), queues);
  expect((await queues.counts())['follow-up'].waiting).toBe(before + 2);
  expect((await mails()).length).toBe(1);
});
