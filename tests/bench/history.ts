/*
 * A product's year for its chart beside `select 1` through the same connection, with all points in rows and with those of
 * past seasons packed (db/queries/offers/price-points.ts), interleaved in one run on a scratch Postgres: `npx node tests/bench/history.ts
 * [points] [years]`, 400,000 over three years in each. Four offers a product, 100 changes an offer and year, written in the
 * order of time as crawls write them, so that an offer's points lie far apart.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { packPrices } from '#db/queries/offers/price-points.ts';
import { productHistory } from '#db/queries/products/product-history.ts';
import { insertSelect } from '../support/insert-select.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { openTestOrm } from '../support/test-orm.ts';
import { quantile, timed } from './measure.ts';

const points = Number(process.argv[2] ?? 400_000);
const years = Number(process.argv[3] ?? 3);
const OFFERS_A_PRODUCT = 4;
const CHANGES = 100;
const MINUTES_A_YEAR = 365 * 24 * 60;
const QUERIES = 1_000;

const teardown = await startPostgres();
const plain = await openTestOrm();
const packed = await openTestOrm();
const em = plain.em();
const products = points / years / CHANGES / OFFERS_A_PRODUCT;
const plainIds = await fill(em, products);
const packedIds = await fill(packed.em(), products);
let inPacks = 0;
const packingMs = await timed(async () => {
  inPacks = await packPrices(packed.em(), new AbortController().signal);
});
// As if it had been packed day by day: what three years leave empty would never have been so large.
await packed.em().execute('vacuum (full, analyze) price_point');
await packed.em().execute('vacuum analyze');

const sinceSlot = Math.floor(Date.now() / 60_000) - MINUTES_A_YEAR;
const ms: Record<'select 1' | 'rows' | 'packed', number[]> = {
  'select 1': [],
  rows: [],
  packed: [],
};
const read = new Set<number>();
// The first hundred fill memory.
for (let nth = -100; nth < QUERIES; nth += 1) {
  const place = (nth + 100) % plainIds.length;
  const chart = (of: EntityManager, ids: string[]) => async () => {
    const offers = await productHistory(of, [ids[place] ?? ''], sinceSlot);
    read.add(offers.flatMap(({ changes }) => changes).length);
  };
  const rows = await timed(chart(em, plainIds));
  const packs = await timed(chart(packed.em(), packedIds));
  const select = await timed(() => em.execute('select 1'));
  if (nth < 0) continue;
  ms.rows.push(rows);
  ms.packed.push(packs);
  ms['select 1'].push(select);
}

console.log(`a year of a product: ${Math.min(...read)}–${Math.max(...read)} points`);
console.table(
  Object.entries(ms).map(([name, values]) => ({
    name,
    'p50 ms': quantile(values, 0.5).toFixed(2),
    'p99 ms': quantile(values, 0.99).toFixed(2),
    'p50 ÷ select 1': (quantile(values, 0.5) / quantile(ms['select 1'], 0.5)).toFixed(1),
    'p99 ÷ select 1': (quantile(values, 0.99) / quantile(ms['select 1'], 0.99)).toFixed(1),
  })),
);
const inRows = await size(em, 'price_point');
const young = await size(packed.em(), 'price_point');
const packs = await size(packed.em(), 'price_pack');
const kept = points - inPacks;
console.table([
  { name: 'all in rows', points, 'bytes a point': (inRows / points).toFixed(1) },
  { name: 'packed', points: inPacks, 'bytes a point': (packs / inPacks).toFixed(1) },
  { name: 'still in rows', points: kept, 'bytes a point': (young / kept).toFixed(1) },
  { name: 'both', points, 'bytes a point': ((young + packs) / points).toFixed(1) },
]);
console.log(`packed ${Math.round((inPacks / packingMs) * 1_000)} points a second`);
await plain.close();
await packed.close();
await teardown();

/** Fills a migrated database; the ids of its products. Of runs those of the last 90 days are there, as retention has it. */
async function fill(em: EntityManager, products: number): Promise<string[]> {
  await em.execute(
    insertSelect(
      'retailer',
      { slug: `'shop-' || n`, name: `'Shop ' || n`, website: `'https://shop-' || n || '.example'` },
      'from generate_series(1, ?) n',
    ),
    [OFFERS_A_PRODUCT],
  );
  const added = await em.execute<{ id: string }[]>(
    insertSelect(
      'product',
      { name: `'Product ' || n` },
      'from generate_series(1, ?) n returning id',
    ),
    [Math.round(products)],
  );
  await em.execute(
    insertSelect(
      'offer',
      {
        retailer_id: 'r.id',
        url: `r.website || '/' || p.name`,
        product_id: 'p.id',
        name: 'p.name',
      },
      'from product p cross join retailer r',
    ),
  );
  await em.execute(
    insertSelect(
      'run',
      { retailer_id: 'id', started_at: 'to_timestamp(0) + make_interval(days => day)' },
      'from retailer, generate_series(extract(epoch from now())::int / 86400 - 89, extract(epoch from now())::int / 86400) day',
    ),
  );
  await em.execute(
    `insert into price_point (offer_id, slot, price_cents, original_price_cents, availability, run_id)
     select p.id, slot, 1000 + (random() * 500)::int, null, 'in_stock', coalesce(run.id, gen_random_uuid()) from (
       select o.id, o.retailer_id, k, extract(epoch from now())::int / 60 - (? * (k + random()) / ?)::int as slot
       from generate_series(0, ?) k cross join offer o) p
     left join run on run.retailer_id = p.retailer_id and run.started_at = to_timestamp(slot / 1440 * 86400.0)
     order by k desc on conflict do nothing`,
    [MINUTES_A_YEAR, CHANGES, CHANGES * years - 1],
  );
  await em.execute('vacuum analyze');
  return added.map(({ id }) => id);
}

/** Bytes of a table with its index. */
async function size(em: EntityManager, table: string): Promise<number> {
  const rows = await em.execute<{ bytes: number }[]>(
    `select pg_total_relation_size(?)::float as bytes`,
    [table],
  );
  return rows[0]?.bytes ?? 0;
}
