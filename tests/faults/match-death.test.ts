/* A process killed during a merge, split or move leaves nothing behind, and the next one completes the work. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { MatchDecision } from '#db/entities/match-decision.ts';
import { Offer } from '#db/entities/offer.ts';
import { Product } from '#db/entities/product.ts';
import { mergeProducts, operator } from '#db/queries/matches/decisions.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { JOBS } from '#domain/jobs.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import {
  createAlert,
  createOffer,
  createPricePoint,
  createProduct,
  createUser,
  historyChecksum,
  slotDaysAgo,
} from '../support/factory.ts';
import { type ShopServer, startShopServer } from '../support/shop-server.ts';

const GTIN = '9312345678907';
const DEADLINE_MS = 90_000;
const PATIENCE = { timeout: DEADLINE_MS, interval: 50 };

let shop: ShopServer;
let world: CrawlWorld;
let retailers: string[];
let locker: pg.Client;
const children: ChildProcess[] = [];
const em = () => world.em();

beforeAll(async () => {
  shop = await startShopServer({});
  world = await openCrawlWorld([shop.origin]);
  locker = new pg.Client({ connectionString: world.databaseUrl });
  await locker.connect();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await locker.end();
  await world.close();
  await shop.close();
});

/** Product a has the offers a1 and a2 and an alert, product b has b1; every offer has a history. */
let ids: Record<'a' | 'b' | 'a1' | 'a2' | 'b1', string>;

beforeEach(async () => {
  await em().execute('truncate retailer, product, match_decision cascade');
  const add = (slug: string) => world.addRetailer(slug, `https://${slug}.example`);
  retailers = [await add('one'), await add('two')].map(({ id }) => id);
  const [a, b] = [await product('Acme Kettle'), await product('Acme Kettle 1 L')];
  ids = { a, b, a1: await offer(a, 0), a2: await offer(a, 1), b1: await offer(b, 1) };
  await createAlert(em(), { user: (await createUser(em())).id, product: a });
});

async function product(name: string) {
  return (await createProduct(em(), { name })).id;
}

async function offer(of: string, retailer: number, own: { gtin?: string } = {}) {
  const of_ = { retailer: retailers[retailer] ?? '', product: of, name: 'Acme Kettle' };
  const { id } = await createOffer(em(), { ...of_, ...own });
  for (const days of [30, 20, 10])
    await createPricePoint(em(), { offer: id, slot: slotDaysAgo(days), priceCents: 900 + days });
  return id;
}

/** Adds offers of other products: the daily job moves a share of all offers, and no more. */
async function addOffers(count: number) {
  const mug = await product('Acme Mug');
  await em().execute(
    `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text, source,
       price_cents, availability, extraction, price_changed_at, last_seen_at)
     select '${retailers[0]}', 'https://one.example/' || n, '${mug}', 'operator', 1, '[]', 'Acme Mug', '', 'feed', 900,
       'in_stock', '', now(), now() from generate_series(1, ${count}) n`,
  );
  await refreshSearchProducts(em(), [mug]);
}

/** All that a decision changes, as rows. */
async function everything() {
  const rows = (table: string, columns: string) =>
    em().execute(`select ${columns} from ${table} order by id`);
  return {
    offers: await rows('offer', 'id, product_id, match_method, match_because'),
    products: await rows('product', 'id, merged_into, gtin, image_url, match_keys'),
    alerts: await rows('alert', 'id, product_id'),
    decisions: await rows('match_decision', 'id, undone_at'),
    found: await em().execute('select product_id from search_product order by product_id'),
    history: await historyChecksum(em()),
  };
}

/**
 * Starts what `start` starts while nobody can write the table, kills it in the middle of its decision, and lets the table go. Returns
 * when Postgres has noticed.
 */
async function killAt(table: string, start: () => Promise<ChildProcess> | ChildProcess) {
  await locker.query(`begin; lock table ${table} in share mode`);
  const child = await start();
  children.push(child);
  await vi.waitUntil(async () => (await deciding('and not granted')) > 0, PATIENCE);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await locker.query('commit');
  await vi.waitUntil(async () => (await deciding('')) === 0, PATIENCE);

  /** How many decisions are being made, with a lock like this. */
  async function deciding(which: string): Promise<number> {
    const holder = `select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended('match-decisions', 0)`;
    const { rows } = await locker.query(
      `select count(distinct pid)::int as count from pg_locks where pid in (${holder}) ${which}`,
    );
    return rows[0].count;
  }
}

/** The command line in a process of its own, as an operator runs it. */
function command(...args: string[]): ChildProcess {
  return fork(join(REPO_ROOT, 'worker/cli.ts'), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, LOG_LEVEL: 'fatal', DATABASE_URL: world.databaseUrl },
  });
}

async function worker(): Promise<ChildProcess> {
  const child = fork(join(REPO_ROOT, 'tests/support/worker-process.ts'), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...{ ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'fatal', REDIS_URL: '' },
      ...{ DATABASE_URL: world.databaseUrl, TEST_ORIGINS: JSON.stringify([shop.origin]) },
    },
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

const LAST_WRITES = ['match_decision', 'search_product'];

test.each(LAST_WRITES)('a merge, killed at %s', async (table) => {
  const merge = ['matches:merge', ids.a, ids.b];
  const before = await everything();
  await killAt(table, () => command(...merge));
  expect(await everything()).toEqual(before);
  expect(await once(command(...merge), 'exit')).toEqual([0, null]);
  expect(await em().count(Offer, { product: ids.b })).toBe(3);
  expect(await em().findOneOrFail(Product, ids.a)).toMatchObject({ mergedInto: ids.b });
  expect(await em().count(Alert, { product: ids.b })).toBe(1);
  expect((await everything()).history).toBe(before.history);
});

test.each(LAST_WRITES)('a split, and a move to another product, killed at %s', async (table) => {
  for (const to of [[], ['--to', ids.b]]) {
    const split = ['matches:split', ids.a2, ...to];
    const before = await everything();
    await killAt(table, () => command(...split));
    expect(await everything()).toEqual(before);
    expect(await once(command(...split), 'exit')).toEqual([0, null]);
    const { product: holder } = await em().findOneOrFail(Offer, ids.a2);
    expect(holder.id === ids.b).toBe(to.length > 0);
    expect(holder.id).not.toBe(ids.a);
    expect((await everything()).history).toBe(before.history);
  }
});

test('taking a decision back, killed', async () => {
  const { offers, history } = await everything();
  const merged = await mergeProducts(em(), { from: ids.a, into: ids.b }, operator('o@example.com'));
  const undo = ['matches:undo', merged?.id ?? ''];
  const before = await everything();
  await killAt('search_product', () => command(...undo));
  expect(await everything()).toEqual(before);
  expect(await once(command(...undo), 'exit')).toEqual([0, null]);
  expect(await everything()).toMatchObject({ offers, history });
  expect(await em().count(Alert, { product: ids.a })).toBe(1);
});

test(
  'the daily job, killed in a merge, is taken over by another worker',
  async () => {
    const gtin = `0${GTIN}`;
    await em().nativeUpdate(Offer, { id: [ids.a1, ids.a2, ids.b1] }, { gtin });
    await em().nativeUpdate(Offer, { id: ids.a2 }, { retailer: retailers[0] ?? '' });
    await addOffers(400);
    const before = await everything();
    const queues = await openQueues({ databaseUrl: world.databaseUrl, redisUrl: null });
    await killAt('match_decision', async () => {
      await queues.add(JOBS.rematch, {});
      return worker();
    });
    expect(await everything()).toEqual(before);
    const next = await worker();
    await vi.waitUntil(async () => (await em().count(MatchDecision)) > 0, PATIENCE);
    next.kill('SIGKILL');
    await queues.close();
    expect(await em().count(Offer, { product: ids.a })).toBe(3);
    expect((await everything()).history).toBe(before.history);
  },
  2 * DEADLINE_MS,
);

test(
  'a page whose barcode moves its offer, killed, is read again by another worker',
  async () => {
    const { id: read } = await world.addRetailer('three', shop.origin);
    const kettle = { name: 'Breville Soft Top Kettle', brand: 'Breville', price: '149.00' };
    shop.products.set('kettle-100001', kettle);
    const first = await worker();
    const stored = () => em().findOne(Offer, { retailer: read });
    await vi.waitUntil(async () => (await stored()) !== null, PATIENCE);
    first.kill('SIGKILL');
    const gtin = `0${GTIN}`;
    const { id: of } = await createProduct(em(), {
      ...{ name: 'Breville BKE825 Kettle', brand: 'Breville', gtin, matchKeys: [`g:${gtin}`] },
    });
    await offer(of, 0, { gtin });
    await em().execute('update price_point set slot = slot - 60');
    const points = () =>
      em().execute<object[]>('select * from price_point order by offer_id, slot');
    const before = await points();
    shop.products.set('kettle-100001', { ...kettle, price: '139.00', gtin: GTIN });
    await em().execute(`update page set next_check_at = now()`);
    await killAt('match_decision', worker);
    expect(await points()).toEqual(before);
    expect((await stored())?.product.id).not.toBe(of);
    const next = await worker();
    await vi.waitUntil(async () => (await stored())?.product.id === of, PATIENCE);
    next.kill('SIGKILL');
    expect(await stored()).toMatchObject({ matchMethod: 'gtin', priceCents: 13_900 });
    const after = await points();
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBe(before.length + 1);
  },
  3 * DEADLINE_MS,
);
