import { afterAll, beforeAll, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { Run } from '#db/entities/run.ts';
import { claimPage, makePagesDue } from '#db/queries/crawl/pages.ts';
import { searchOffers } from '#db/queries/search/search.ts';
import { StaleAttempt } from '#domain/errors.ts';
import { readFetchedPage } from '#worker/crawl/crawl-page.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import { anyRow, storedOffers } from '../support/factory.ts';
import { fetchedPage } from '../support/fetched-page.ts';

const running = new AbortController().signal;
let world: ShopWorld;
let clock = new Date('2026-11-21T00:00:00Z');

beforeAll(async () => {
  const stock = {
    'kettle-100001': { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' },
    'grinder-100002': { name: 'Breville Coffee Grinder', brand: 'Breville', price: '299.00' },
    'wall-100003': { name: '', price: '1.00', body: BOT_WALL },
    'free-100004': { name: 'A Kettle For Nothing', price: '0.00' },
  };
  world = await openShopWorld(stock, () => clock);
});

afterAll(() => world.close());

const BOT_WALL = `<html><head><title>Access Denied</title></head><body><h1>Access Denied</h1>
You don't have permission to access this page. Please verify you are a human. <p>$149.00</p></body></html>`;

async function crawl(minutesLater: number) {
  clock = new Date(clock.getTime() + minutesLater * 60_000);
  await world.crawl();
}

async function prices() {
  const offers = await storedOffers(world.em());
  return Object.fromEntries(offers.map(({ name, price, points }) => [name, { price, points }]));
}

const DEPTH = { products: 10, offers: 30 };

test('a crawl finds pages through the sitemap and stores offers that a shopper finds', async () => {
  await world.crawl();
  expect(await prices()).toEqual({
    'Breville Coffee Grinder': { price: 29900, points: [29900] },
    'Breville Smart Kettle': { price: 14900, points: [14900] },
  });
  const { offers } = await searchOffers(world.em(), 'breville grinder', DEPTH);
  expect(offers.map((offer) => offer.name)).toEqual(['Breville Coffee Grinder']);
});

test('pages without a believable price are recorded with the reason', async () => {
  const failed = await world
    .em()
    .find(Page, { lastReason: { $ne: null } }, { orderBy: { url: 'asc' } });
  const rows = failed.map(({ url, lastReason }) => ({ url, reason: lastReason }));
  expect(rows).toEqual([
    {
      url: `${world.shop.origin}/product/free-100004`,
      reason: expect.stringMatching(/^(no-price|price-not-positive)$/),
    },
    { url: `${world.shop.origin}/product/wall-100003`, reason: 'blocked' },
  ]);
});

test('fetches no page twice within its interval', async () => {
  const before = world.shop.requests.length;
  expect(await crawlRetailer(world.services, world.retailer.id, running)).toEqual({
    pages: 0,
    more: false,
  });
  expect(world.shop.requests.length).toBe(before);
});

test('an unchanged page costs a 304 and adds no price point', async () => {
  await crawl(120);
  expect((await prices())['Breville Smart Kettle']?.points).toEqual([14900]);
});

test('a changed price adds one point and resets the page’s interval', async () => {
  world.shop.products.set('kettle-100001', {
    name: 'Breville Smart Kettle',
    brand: 'Breville',
    price: '129.00',
  });
  await crawl(120);
  expect((await prices())['Breville Smart Kettle']).toEqual({
    price: 12900,
    points: [14900, 12900],
  });
  const page = await world.em().findOne(Page, { url: { $like: '%kettle%' } });
  expect(page?.intervalMinutes).toBe(120);
});

test('accepts a fall of more than 60 % only after a second fetch confirms it', async () => {
  const cheap = { name: 'Breville Coffee Grinder', brand: 'Breville', price: '59.90' };
  world.shop.products.set('grinder-100002', cheap);
  await crawl(120);
  expect((await prices())['Breville Coffee Grinder']).toEqual({ price: 29900, points: [29900] });
  await crawl(1);
  expect((await prices())['Breville Coffee Grinder']).toEqual({
    price: 5990,
    points: [29900, 5990],
  });
});

test('accepts a fall to a tenth from no number of fetches, because a misplaced decimal point repeats itself', async () => {
  const misplaced = { name: 'Breville Coffee Grinder', brand: 'Breville', price: '5.99' };
  world.shop.products.set('grinder-100002', misplaced);
  for (let fetch = 0; fetch < 3; fetch += 1) await crawl(120);
  expect((await prices())['Breville Coffee Grinder']?.price).toBe(5990);
});

test('a page that cannot be stored is postponed ever longer, with the reason', async () => {
  await world.em().execute(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
     create trigger refuse before insert on offer for each row execute function refuse()`,
  );
  const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: '125.00' };
  world.shop.products.set('kettle-100001', kettle);
  const minutes: number[] = [];
  for (let fault = 0; fault < 4; fault += 1) {
    await expect(crawl(120)).rejects.toThrow('no room');
    const page = await world.em().findOneOrFail(Page, { url: { $like: '%kettle%' } });
    minutes.push(Math.round((page.nextCheckAt.getTime() - Date.now()) / 60_000));
    expect(page.lastReason).toBe('our-fault');
  }
  expect(minutes).toEqual([1, 2, 4, 8]);
  await world.em().execute('drop trigger refuse on offer');
  await crawl(120);
  expect((await prices())['Breville Smart Kettle']?.price).toBe(12500);
});

test('an attempt that resumes after a later one writes nothing', async () => {
  await makePagesDue(world.em(), world.retailer.id);
  const em = world.em();
  const first = await claimPage(em, world.retailer.id);
  if (!first) throw new Error('no page was due');
  await em.nativeUpdate(Page, { id: first.id }, { fence: first.fence + 1 });
  const before = await prices();
  const body = `<script type="application/ld+json">{"@type":"Product","name":"Stale","offers":{"price":"1.23","priceCurrency":"AUD"}}</script>`;
  const page = fetchedPage(first.url, body);
  const run = await anyRow(em, Run);
  const claim = { ...first, kind: 'product' } as const;
  const visit = { services: world.services, em, retailer: world.retailer, runId: run.id, claim };
  const stale = readFetchedPage(visit, page);
  await expect(stale).rejects.toThrow(StaleAttempt);
  expect(await prices()).toEqual(before);
});

test('price updates are heap-only: they touch no index', async () => {
  const em = world.em();
  // A page of the table with room, as autovacuum leaves it. The versions of two rows and six updates
  // fit into it, so that the count does not hang on when an older snapshot lets them be pruned.
  await em.execute('vacuum full offer');
  const before = await updateCounts();
  for (let cents = 100; cents < 103; cents += 1) {
    await em.nativeUpdate(Offer, {}, { priceCents: cents, lastSeenAt: new Date() });
  }
  const after = await updateCounts();
  expect(after.updates - before.updates).toBe(6);
  expect(after.heapOnly - before.heapOnly).toBe(6);

  async function updateCounts() {
    await em.execute('select pg_stat_force_next_flush()');
    const [row] = await em.execute<{ updates: number; heapOnly: number }[]>(
      `select n_tup_upd::int as updates, n_tup_hot_upd::int as "heapOnly"
       from pg_stat_user_tables where relname = 'offer'`,
    );
    if (!row) throw new Error('no statistics of the offer table');
    return row;
  }
});

test('an offer whose page is gone is discontinued', async () => {
  world.shop.products.delete('grinder-100002');
  await crawl(120);
  const offer = await world.em().findOne(Offer, { name: 'Breville Coffee Grinder' });
  expect(offer?.availability).toBe('discontinued');
});
