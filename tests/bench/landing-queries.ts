/*
 * How long the queries behind the public landing pages take on a database of the demonstration's size: 60 retailers,
 * 25,000 products, 200,000 offers, 1.2 million price points. Medians of five, in milliseconds.
 *   node tests/bench/landing-queries.ts [--explain]      --explain prints the plans as well
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { priceDrops } from '#db/queries/products/price-drops.ts';
import {
  categoryProducts,
  listedCategories,
  productEntries,
  retailerProducts,
} from '#db/queries/public-pages/products.ts';
import { retailerCategories, retailerStanding } from '#db/queries/public-pages/retailer.ts';
import { categoryFigures, categoryShops } from '#db/queries/public-pages/shops.ts';
import { retailerDays } from '#db/queries/public-pages/status.ts';
import { catalogueVersion, productVersion } from '#db/queries/public-pages/version.ts';
import { ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';
import { CATEGORIES } from '#domain/category.ts';

const ROUNDS = 5;
const FILL = [
  `insert into retailer (slug, name, category, region, website, trust_score10, kind, status, pace_ms, discovery)
   select 'shop-' || n, 'Shop ' || n, 'Department store', 'NSW', 'https://shop-' || n || '.example', 7, 'demo', 'enabled', 1000, '{}'
   from generate_series(1, 60) n`,
  `insert into product (name, category, specifications)
   select 'Product ' || n, (jsonb_build_array(${CATEGORIES.map((name) => `'${name}'`).join()}) ->> (n % ${CATEGORIES.length})), '{}'
   from generate_series(1, 25000) n`,
  `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text, source,
     price_cents, availability, extraction, price_changed_at, last_seen_at)
   select r.id, 'https://' || r.slug || '.example/' || p.id, p.id, 'gtin', 1, '[]', p.name, p.name, 'demo',
     1000 + (hashtext(p.id || r.slug) & 65535), 'in_stock', 'json-ld', now() - interval '3 days', now()
   from product p join retailer r on (hashtext(r.slug || p.id::text) & 1023) < 137`,
  `insert into price_point (offer_id, slot, price_cents, availability)
   select o.id, extract(epoch from now())::int / 60 - 20000 * n, (o.price_cents * (1 + 0.02 * (hashtext(o.id || n::text) & 15)))::int, 'in_stock'
   from offer o cross join generate_series(0, 5) n`,
  `insert into run (retailer_id, kind, status, started_at, finished_at, prices_changed, pages_done, refusals)
   select r.id, 'crawl', 'done', now() - n * interval '1 hour', now(), n, 100, '{"not-found": 2}'
   from retailer r cross join generate_series(1, 500) n`,
  'analyze',
];

const dataDir = await mkdtemp(join(tmpdir(), 'priceroo-landing-'));
const cluster = await ensurePostgres(dataDir);
await migrate(cluster.url);
const orm = await openOrm(cluster.url);
const em = () => orm.em.fork() as EntityManager;
for (const sql of FILL) await em().execute(sql);
const [{ id: retailerId } = { id: '' }] = await em().execute<{ id: string }[]>(
  'select id from retailer limit 1',
);
const [{ id: productId } = { id: '' }] = await em().execute<{ id: string }[]>(
  'select id from product limit 1',
);

const CALLS: Record<string, (on: EntityManager) => Promise<unknown>> = {
  'product version': (on) => productVersion(on, productId),
  'catalogue version': catalogueVersion,
  'category figures': (on) => categoryFigures(on, 'Laptops'),
  'category shops': (on) => categoryShops(on, 'Laptops', 60),
  'category products': (on) => categoryProducts(on, 'Laptops', { limit: 60, offset: 0 }),
  'category drops': (on) => priceDrops(on, { category: 'Laptops' }, 6),
  'retailer categories': (on) => retailerCategories(on, retailerId),
  'retailer standing': (on) => retailerStanding(on, retailerId),
  'retailer products': (on) => retailerProducts(on, retailerId, 12),
  'retailer drops': (on) => priceDrops(on, { retailerId }, 6),
  'all categories': listedCategories,
  'all drops': (on) => priceDrops(on, {}, 24),
  'sitemap of products': (on) => productEntries(on, { limit: 50_000, offset: 0 }),
  'days of all retailers': retailerDays,
};
for (const [name, call] of Object.entries(CALLS)) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await call(em());
    times.push(performance.now() - start);
  }
  const [median = 0] = times.toSorted((a, b) => a - b).slice(ROUNDS >> 1);
  console.log(`${name.padEnd(24)}${median.toFixed(1).padStart(9)} ms`);
  if (process.argv.includes('--explain')) console.log(await planOf(call));
}
await orm.close();
await cluster.stop();
await rm(dataDir, { recursive: true, force: true });

/** The plan of the one statement that `call` sends. */
async function planOf(call: (on: EntityManager) => Promise<unknown>): Promise<string> {
  const own = em();
  const execute = own.execute.bind(own);
  const lines: string[] = [];
  Object.assign(own, {
    execute: async (sql: string, params: unknown[] = []) => {
      const rows = await execute<{ 'QUERY PLAN': string }[]>(
        `explain (analyze, buffers) ${sql}`,
        params,
      );
      lines.push(...rows.map((row) => row['QUERY PLAN']));
      return execute(sql, params);
    },
  });
  await call(own);
  return lines.join('\n');
}
