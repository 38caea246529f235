import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Alert, AlertDue, type AlertState } from '#db/entities/alert.ts';
import { Mail } from '#db/entities/mail.ts';
import { Offer } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { Product } from '#db/entities/product.ts';
import { Run } from '#db/entities/run.ts';
import { markDueAlerts, productsWithDueAlerts } from '#db/queries/alerts/fire-alerts.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { addPastPrices, slotOf } from '#db/queries/offers/price-points.ts';
import { switchRetailers } from '#db/queries/retailers/retailers.ts';
import type { RowOf } from '#db/queries/sql/tables.ts';
import { openQueues, type Queues } from '#db/queues/open-queues.ts';
import { readLink } from '#db/runtime/signed-link.ts';
import { JOBS } from '#domain/jobs.ts';
import { cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { runAlerts, sweepAlerts } from '#worker/alerts/run-alerts.ts';
import { createClock } from '#worker/schedules.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import {
  anyRow,
  createAlert,
  createOffer,
  createPricePoint,
  createUser,
  daysAgo,
} from '../support/factory.ts';
import { MAIL_CONFIG } from '../support/mail-config.ts';
import { countJobs } from '../support/queue-jobs.ts';

let world: ShopWorld;
let queues: Queues;
let productId: string;
let userId: string;
let clockMs = Date.now();

beforeAll(async () => {
  world = await openShopWorld({ 'kettle-100001': kettle('200.00') }, () => new Date(clockMs));
  queues = await openQueues({ databaseUrl: world.databaseUrl, redisUrl: null });
  await world.crawl();
  productId = (await anyRow(world.em(), Product)).id;
  userId = (await createUser(world.em(), { email: 'kylie@example.com' })).id;
});

afterAll(async () => {
  await queues.close();
  await world.close();
});

beforeEach(async () => {
  // Tests change prices behind the crawler’s back: a 304 would leave them.
  await world.em().nativeUpdate(Page, {}, { etag: null });
  world.shop.products.set('kettle-100001', kettle('200.00'));
  await price('200.00');
  await world.em().nativeDelete(Alert, {});
  await world.em().nativeDelete(Mail, {});
});

function kettle(amount: string) {
  return { name: 'Breville Smart Kettle', brand: 'Breville', price: amount };
}

/** Stores a price as a crawl does that believes it, and lets a worker look. */
async function price(amount: string) {
  const seen = {
    suspectPriceCents: null,
    availability: 'in_stock',
    lastSeenAt: daysAgo(0),
  } as const;
  const priceCents = cents(Math.round(100 * Number(amount)));
  const changed = { priceCents, priceChangedAt: daysAgo(0) };
  await world.em().nativeUpdate(Offer, {}, { ...seen, ...changed });
  await run();
}

/** Reads the shop, which now asks `amount`. */
async function crawl(amount?: string) {
  if (amount) world.shop.products.set('kettle-100001', kettle(amount));
  clockMs += 60_000;
  await world.crawl();
  await run();
}

async function alert(targetCents: number | null, state: AlertState = 'watching') {
  const row = await createAlert(world.em(), {
    user: userId,
    product: productId,
    targetCents,
    basePriceCents: 20_000,
    state,
  });
  return row.id;
}

async function mails() {
  const rows = await world.em().find(Mail, {}, { orderBy: { createdAt: 'asc', id: 'asc' } });
  return rows.map((row) => row.subject);
}

const run = () => runAlerts(world.em(), MAIL_CONFIG, [productId]);

test('a price that falls to the target sends one mail, however many workers process it at once', async () => {
  const id = await alert(18000);
  await crawl('179.00');
  await Promise.all([run(), run(), run(), run()]);
  await crawl();
  expect(await mails()).toEqual(['Breville Smart Kettle is now $179.00']);
  const mail = await anyRow(world.em(), Mail);
  expect(mail?.text).toContain('Your target was $180.00. That is $21.00 less than the $200.00');
  const token = /unsubscribe\?token=(\S+)$/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(readLink(MAIL_CONFIG.authSecret, 'end-alert', token)).toBe(id);
});

test('a price above the target sends nothing', async () => {
  await alert(18000);
  await price('180.01');
  expect(await mails()).toEqual([]);
});

test('a price that rises and falls again sends a second mail', async () => {
  await alert(18000);
  await price('179.00');
  await price('199.00');
  await price('175.00');
  expect(await mails()).toEqual([
    'Breville Smart Kettle is now $179.00',
    'Breville Smart Kettle is now $175.00',
  ]);
});

test('an alert that is set again a day after its mail sends another at the same price', async () => {
  const id = await alert(18000);
  await price('179.00');
  const again = { state: 'watching', firedAt: daysAgo(2), lastPriceCents: null } as const;
  await world.em().nativeUpdate(Alert, { id }, again);
  await run();
  expect(await mails()).toHaveLength(2);
});

test('any drop: a further fall sends another mail, a return to the first price starts over', async () => {
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
  'a price that goes out of stock and comes back sends one mail a day: %s',
  async (_what, target) => {
    const em = world.em();
    const id = await alert(target);
    await price('179.00');
    // The price moved an hour ago; another shop is dearer.
    const { id: offer } = await anyRow(em, Offer);
    await em.nativeUpdate(Offer, {}, { priceChangedAt: daysAgo(1 / 24) });
    const dearer = await createOffer(em, {
      retailer: world.retailer.id,
      product: productId,
      priceCents: 21_000,
    });
    await createPricePoint(em, { offer: dearer, slot: 1, priceCents: 21_000 });
    let slot = slotOf(new Date(clockMs));
    const stock = async (availability: Availability) => {
      slot += 1;
      await em.nativeUpdate(Offer, { id: offer }, { availability, lastSeenAt: daysAgo(0) });
      await createPricePoint(em, { offer, slot, priceCents: 17_900, availability });
      await run();
    };
    for (let time = 0; time < 3; time += 1) {
      await stock('out_of_stock');
      await stock('in_stock');
    }
    expect(await mails()).toEqual(['Breville Smart Kettle is now $179.00']);
    const { firedAt } = await em.findOneOrFail(Alert, { id });
    await em.nativeUpdate(Alert, { id }, { firedAt: new Date(Number(firedAt) - 86_400_000) });
    await run();
    expect(await mails()).toHaveLength(2);
    await em.nativeDelete(Offer, { id: dearer.id });
    clockMs += 60_000 * 10;
  },
);

test.each(['unconfirmed', 'ended'] as const)('an alert that is %s sends nothing', async (state) => {
  await alert(18000, state);
  await price('150.00');
  expect(await mails()).toEqual([]);
});

test('a doubted price sends nothing until a second fetch confirms it', async () => {
  await alert(18000);
  await crawl('30.00');
  await run();
  expect(await mails()).toEqual([]);
  await crawl();
  expect(await mails()).toEqual(['Breville Smart Kettle is now $30.00']);
});

test('a page that cannot be read sends nothing', async () => {
  await alert(18000);
  world.shop.products.set('kettle-100001', {
    ...kettle('99.00'),
    body: '<h1>Access Denied</h1> You have no permission. <p>$99.00</p>',
  });
  await crawl();
  await run();
  expect(await mails()).toEqual([]);
});

test.each([
  ['is out of stock', { availability: 'out_of_stock' as const }],
  ['was not seen for days', { lastSeenAt: daysAgo(3) }],
])('a low offer that %s sends nothing', async (_what, change) => {
  await alert(18000);
  await world.em().nativeUpdate(Offer, {}, { priceCents: 9_900, ...change });
  await run();
  expect(await mails()).toEqual([]);
  const asBefore = { availability: 'in_stock', lastSeenAt: daysAgo(0) } as const;
  await world.em().nativeUpdate(Offer, {}, asBefore);
});

test('a low offer whose stock is not stated sends a mail that says so', async () => {
  await alert(18000);
  await world.em().nativeUpdate(Offer, {}, { priceCents: 9_900, availability: 'unknown' });
  await run();
  expect(await mails()).toEqual(['Breville Smart Kettle is now $99.00']);
  const [mail] = await world.em().findAll(Mail, { orderBy: { createdAt: 'desc' }, limit: 1 });
  expect(mail?.text).toContain('does not state its stock');
  await world.em().nativeUpdate(Offer, {}, { availability: 'in_stock' });
});

test('a price of a quarantined run sends nothing', async () => {
  await alert(18000);
  const em = world.em();
  await em.nativeUpdate(Run, {}, { status: 'quarantined' });
  await em.nativeUpdate(Offer, {}, { priceCents: 9_900 });
  await run();
  expect(await mails()).toEqual([]);
  await em.nativeUpdate(Run, {}, { status: 'done' });
});

test('a replayed history sends nothing', async () => {
  await alert(18000);
  const em = world.em();
  const { id: offerId } = await anyRow(em, Offer);
  const runId = await openRun(em, world.retailer.id, 'replay');
  const slot = slotOf(new Date(clockMs)) - 500_000;
  const past = { slot, priceCents: cents(5000), originalPriceCents: null };
  await addPastPrices(em, runId, [{ offerId, ...past, availability: 'in_stock' }]);
  await run();
  await sweepAlerts(em, queues);
  expect(await mails()).toEqual([]);
});

test('the sweep of alerts continues when the machine’s clock is set back', async () => {
  await alert(18000);
  await world.em().nativeUpdate(Offer, {}, { priceCents: 15_000 });
  let swept = 0;
  const counting: Queues = {
    ...queues,
    add: async () => {},
    addMany: async (contract, payloads) => {
      if (contract.name === JOBS.alert.name) swept += payloads.length;
    },
  };
  const tick = createClock(counting, { sendsTo: [] });
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    await tick(world.em());
    vi.advanceTimersByTime(10_000);
    await tick(world.em());
    expect(swept).toBe(1);
    vi.setSystemTime(Date.now() - 3 * 3_600_000);
    vi.advanceTimersByTime(6_000);
    await tick(world.em());
    expect(swept).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a worker that dies before it stores the mail fires nothing; the sweep finds the alert', async () => {
  await alert(18000);
  await world.em().nativeUpdate(Offer, {}, { priceCents: 15_000 });
  const dying = world.em().transactional(async (tx) => {
    expect(await runAlerts(tx, MAIL_CONFIG, [productId])).toBe(1);
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  expect(await mails()).toEqual([]);
  const before = (await countJobs(queues, 'follow-up')).waiting;
  await sweepAlerts(world.em(), queues);
  expect((await countJobs(queues, 'follow-up')).waiting).toBe(before + 1);
  expect(await run()).toBe(1);
  await sweepAlerts(world.em(), queues);
  expect((await countJobs(queues, 'follow-up')).waiting).toBe(before + 1);
  expect((await mails()).length).toBe(1);
});

test('the sweep finds an alert on any drop that starts over', async () => {
  const id = await alert(null);
  await world.em().nativeUpdate(Alert, { id }, { lastPriceCents: cents(15_000) });
  const before = (await countJobs(queues, 'follow-up')).waiting;
  await sweepAlerts(world.em(), queues);
  expect((await countJobs(queues, 'follow-up')).waiting).toBe(before + 1);
});

test('a sweep looks at products whose offers or alerts changed, and forgets those that were not due', async () => {
  const em = world.em();
  const marks = async () => (await em.fork().find(AlertDue, {})).map(({ product }) => product.id);
  const id = await alert(18000);
  await sweepAlerts(em, queues);
  expect(await marks()).toEqual([]);
  const changes: [Partial<RowOf<'offer'>>, boolean][] = [
    [{ lastSeenAt: daysAgo(0), name: 'Breville Kettle' }, false],
    [{ priceCents: cents(19_000) }, true],
    [{ suspectPriceCents: cents(100) }, true],
    [{ suspectPriceCents: null }, true],
    [{ availability: 'out_of_stock' }, true],
    [{ availability: 'in_stock', lastSeenAt: daysAgo(2) }, true],
    [{ lastSeenAt: daysAgo(0) }, true],
  ];
  for (const [change, marked] of changes) {
    await em.nativeUpdate(Offer, {}, change);
    expect([...new Set(await marks())], JSON.stringify(change)).toEqual(marked ? [productId] : []);
    await sweepAlerts(em, queues);
    expect(await marks(), JSON.stringify(change)).toEqual([]);
  }
  for (const status of ['disabled', 'enabled'] as const)
    await switchRetailers(em, [world.retailer.id], status);
  expect([...new Set(await marks())]).toEqual([productId]);
  await sweepAlerts(em, queues);
  await em.nativeUpdate(Alert, { id }, { state: 'unconfirmed' });
  await price('179.00');
  expect(await marks()).toEqual([]);
  await em.nativeUpdate(Alert, { id }, { state: 'watching' });
  expect(await productsWithDueAlerts(em, 10)).toEqual([productId]);
  expect(await marks()).toEqual([productId]);
});

test('an alert that time alone made due is marked by the rare look at all alerts', async () => {
  const em = world.em();
  const id = await alert(18000);
  await price('179.00');
  await em.nativeUpdate(
    Alert,
    { id },
    { state: 'watching', firedAt: daysAgo(0.1), lastPriceCents: cents(17_900) },
  );
  await em.nativeUpdate(Offer, {}, { priceChangedAt: daysAgo(2) });
  expect(await productsWithDueAlerts(em, 10)).toEqual([]);
  await em.execute('alter table alert disable trigger user');
  await em.nativeUpdate(Alert, { id }, { firedAt: daysAgo(1.1) });
  await em.execute('alter table alert enable trigger user');
  expect(await productsWithDueAlerts(em, 10)).toEqual([]);
  await markDueAlerts(em);
  expect(await productsWithDueAlerts(em, 10)).toEqual([productId]);
});
