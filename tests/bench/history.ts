/*
 * A product's year for its chart beside `select 1` through the same connection, interleaved in one run on a scratch
 * Postgres: `node tests/bench/history.ts [points]`, 1,000,000. Four offers a product, 100 changes an offer and year, written
 * in the order of time as crawls write them, so that an offer's points lie far apart.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { productHistory } from '#db/queries/product-history.ts';
import { setup } from '../support/postgres-setup.ts';
import { openTestOrm } from '../support/test-orm.ts';

const points = Number(process.argv[2] ?? 1_000_000);
const OFFERS_A_PRODUCT = 4;
const CHANGES = 100;
const MINUTES_A_YEAR = 365 * 24 * 60;
const QUERIES = 1_000;

const teardown = await setup();
const open = await openTestOrm();
const em = open.em();
const productIds = await fill(em, points / CHANGES / OFFERS_A_PRODUCT);
const sinceSlot = Math.floor(Date.now() / 60_000) - MINUTES_A_YEAR;

const chartMs: number[] = [];
const selectMs: number[] = [];
let rows = 0;
// The first hundred fill memory.
for (let nth = -100; nth < QUERIES; nth += 1) {
  const productId = productIds[(nth + 100) % productIds.length] ?? '';
  const chart = await timed(async () => {
    rows = (await productHistory(em, productId, sinceSlot)).length;
  });
  const select = await timed(() => em.execute('select 1'));
  if (nth >= 0) chartMs.push(chart);
  if (nth >= 0) selectMs.push(select);
}
const [size] = await em.execute<{ table: number; index: number }[]>(
  `select pg_table_size('price_point')::float as table, pg_indexes_size('price_point')::float as index`,
);
const line = (name: string, values: number[]) => ({
  name,
  'p50 ms': Number(at(values, 0.5).toFixed(2)),
  'p99 ms': Number(at(values, 0.99).toFixed(2)),
});
console.table([line('select 1', selectMs), line(`a year of ${rows} points`, chartMs)]);
console.log(`p50 ÷ select 1: ${(at(chartMs, 0.5) / at(selectMs, 0.5)).toFixed(1)}`);
console.log(`p99 ÷ select 1: ${(at(chartMs, 0.99) / at(selectMs, 0.99)).toFixed(1)}`);
const bytes = [size?.table ?? 0, size?.index ?? 0].map((each) => (each / points).toFixed(1));
console.log(`bytes a point: ${bytes[0]} and ${bytes[1]} in its index`);
await open.close();
await teardown();

/** Fills a migrated database; the ids of its products. */
async function fill(em: EntityManager, products: number): Promise<string[]> {
  await em.execute(
    `insert into retailer (slug, name, category, region, website, trust_score10, kind, status, pace_ms, discovery)
     select 'shop-' || n, 'Shop ' || n, 'General', 'NSW', 'https://shop-' || n || '.example', 7, 'real', 'enabled', 0, '{}'
     from generate_series(1, ?) n`,
    [OFFERS_A_PRODUCT],
  );
  const added = await em.execute<{ id: string }[]>(
    `insert into product (name, category, specifications)
     select 'Product ' || n, 'General', '{}' from generate_series(1, ?) n returning id`,
    [products],
  );
  await em.execute(
    `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text,
       source, price_cents, availability, extraction, price_changed_at, last_seen_at)
     select r.id, r.website || '/' || p.name, p.id, 'title', 1, '[]', p.name, 'product', 'live', 1000, 'in_stock',
       'json-ld', now(), now() from product p cross join retailer r`,
  );
  const runs = await em.execute<{ id: string }[]>(
    `insert into run (retailer_id, kind, status) select id, 'crawl', 'done' from retailer returning id`,
  );
  await em.execute(
    `insert into price_point (offer_id, slot, price_cents, original_price_cents, availability, run_id)
     select o.id, extract(epoch from now())::int / 60 - (? * (k + random()) / ?)::int, 1000 + (random() * 500)::int, null,
       'in_stock', ? from generate_series(?, 0, -1) k cross join offer o on conflict do nothing`,
    [MINUTES_A_YEAR, CHANGES, runs[0]?.id, CHANGES - 1],
  );
  await em.execute('vacuum analyze');
  return added.map(({ id }) => id);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function at(values: number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0;
}
