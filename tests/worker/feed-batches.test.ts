import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PricePoint } from '#db/entities/offer.ts';
import { listRefused } from '#db/queries/operators/refused-view.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import type { FeedRow } from '#worker/feeds/feed-row.ts';
import { importFeed } from '#worker/feeds/import-feed.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';

const SITE = 'https://www.largeshop.example';
const ROWS = 230;
const UNSTORABLE = 150;
/** The group of a hundred in which the prices are misread. */
const isMisread = (row: number) => row > 100 && row <= 200;

let world: CrawlWorld;
let retailer: RetailerRow;
beforeAll(async () => {
  world = await openCrawlWorld([]);
  retailer = await world.addRetailer('largeshop', `${SITE}/`);
});
afterAll(() => world.close());

/** A seller's name beyond what an index entry of Postgres can hold. */
const seller = Array.from({ length: 4_000 }, (_, n) => (n * 7919).toString(36)).join('');

async function* feed(priceOf: (row: number) => string): AsyncGenerator<FeedRow> {
  for (let row = 1; row <= ROWS; row += 1) {
    const fields = new Map([
      ['title', `Breville Juicer BJ${row}`],
      ['link', `${SITE}/j/${row}`],
      ['price', `${priceOf(row)} AUD`],
    ]);
    if (row === UNSTORABLE) fields.set('seller', seller);
    yield { row, fields };
  }
}

async function read(priceOf: (row: number) => string, now: string) {
  const report = await importFeed(world.em(), retailer, feed(priceOf), { now: new Date(now) });
  const refused = Object.fromEntries([...report.refused].map(([why, { rows }]) => [why, rows]));
  return { stored: report.stored, pricesChanged: report.pricesChanged, refused };
}

/** The number of offers by day last seen and price, and the number of price points. */
async function standing() {
  const offers = await world.em().execute(
    `select (last_seen_at at time zone 'utc')::date::text as day, price_cents as price, count(*)::int as offers
       from offer group by 1, 2 order by 1, 2`,
  );
  return { offers, points: await world.em().count(PricePoint) };
}

test('loses only the row that the database refuses, not its batch', async () => {
  expect(await read(() => '100', '2026-11-01T00:00:00Z')).toEqual({
    stored: ROWS - 1,
    pricesChanged: ROWS - 1,
    refused: { 'not-storable': 1 },
  });
});

test('marks unchanged offers of a second import as seen; a misread group waits', async () => {
  const priceOf = (row: number) => (isMisread(row) ? '10' : row === 7 ? '90' : '100');
  expect(await read(priceOf, '2026-11-02T00:00:00Z')).toEqual({
    stored: 130,
    pricesChanged: 1,
    refused: { 'price-doubted': 99, 'not-storable': 1 },
  });
  expect(await standing()).toEqual({
    offers: [
      { day: '2026-11-01', price: 10_000, offers: 99 },
      { day: '2026-11-02', price: 9_000, offers: 1 },
      { day: '2026-11-02', price: 10_000, offers: 129 },
    ],
    points: ROWS,
  });
  const first = { slug: 'largeshop', reason: null };
  const { total, rows } = await listRefused(world.em(), first, { limit: 100, offset: 0 });
  expect(total).toBe(100);
  for (const { feedRow, reason, price, lastPriceCents } of rows) {
    expect(isMisread(feedRow ?? 0)).toBe(true);
    const isSeller = feedRow === UNSTORABLE;
    expect([reason, price, lastPriceCents]).toEqual(
      isSeller ? ['not-storable', '10', null] : ['price-doubted', '10.00', 10_000],
    );
  }
});

test('a misread group waits however often it is repeated, while other rows are judged separately', async () => {
  const priceOf = (row: number) => (isMisread(row) ? '10' : row === 7 ? '90' : '100');
  expect((await read(priceOf, '2026-11-03T00:00:00Z')).refused['price-doubted']).toBe(99);
  expect((await standing()).offers).toContainEqual({
    day: '2026-11-01',
    price: 10_000,
    offers: 99,
  });
});

test('restarts an import that deadlocks with another writer', async () => {
  const other = new pg.Client({ connectionString: world.databaseUrl });
  await other.connect();
  const write = (row: number) =>
    other.query('update offer set last_seen_at = last_seen_at where url = $1', [
      `${SITE}/j/${row}`,
    ]);
  try {
    await other.query('begin');
    await write(3);
    const importing = read(() => '100', '2026-11-04T00:00:00Z');
    await expect.poll(waitingForLock).toBe(1);
    // Postgres ends the transaction that has waited longer.
    await Promise.allSettled([write(1)]);
    await other.query('rollback');
    expect(await importing).toEqual({
      stored: ROWS - 1,
      pricesChanged: 1,
      refused: { 'not-storable': 1 },
    });
  } finally {
    await other.end();
  }
});

async function waitingForLock(): Promise<number> {
  const rows = await world
    .em()
    .execute(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  return rows.length;
}
