/*
 * A shop's offers read again, 5 % of their prices changed: ours beside COPY and one merge (the limit), MikroORM's
 * upsertMany and one row after the other; interleaved in one run on a scratch Postgres, each on its own copy of one shop.
 * `npx node tests/bench/ingestion.ts [offers] [rounds] [fillfactor]`, 100,000 and 3; TEST_POSTGRES_URL names another cluster.
 *   catalogue      the shop and what it says at each reading       shop-database   its tables, a copy a subject
 *   copy-merge · ours · mikro-orm    the subjects                  figures         rows/s, bytes of log, heap-only updates
 */
import { startPostgres } from '../support/postgres-setup.ts';
import { createCatalogue } from './ingestion/catalogue.ts';
import { copyAndMerge } from './ingestion/copy-merge.ts';
import { measured, medianReading, type Reading } from './ingestion/figures.ts';
import { storeOneByOne, upsertWithOrm } from './ingestion/mikro-orm.ts';
import { importAgain, storeAgain } from './ingestion/ours.ts';
import { copyShop, createShop, type ShopDatabase } from './ingestion/shop-database.ts';

const size = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 3);
const fillPercent = process.argv[4] === undefined ? null : Number(process.argv[4]);
/** One after the other takes long: of so many rows the share is the same. */
const ONE_BY_ONE = Math.min(size, 2_000);
/** As a shop is read by default: every two hours. */
const INTERVAL_MS = 2 * 3_600_000;

const teardown = await startPostgres();
const catalogue = createCatalogue(size);
const { database, productIds } = await createShop(catalogue, { fillPercent });
const firstMs = Date.now() - rounds * INTERVAL_MS;

type Subject = { name: string; rows: number; read(shop: ShopDatabase, nth: number): Promise<void> };
const seenAt = (nth: number) => new Date(firstMs + nth * INTERVAL_MS);
const SUBJECTS: Subject[] = [
  {
    name: 'COPY + merge, changed rows only',
    rows: size,
    read: (shop, nth) => copyAndMerge(shop, offers, seenAt(nth), { seen: false }),
  },
  {
    name: 'COPY + merge, last seen too',
    rows: size,
    read: (shop, nth) => copyAndMerge(shop, offers, seenAt(nth), { seen: true }),
  },
  { name: 'ours, storing', rows: size, read: (shop, nth) => storeAgain(shop, offers, seenAt(nth)) },
  {
    name: 'ours, a feed from rows to scores',
    rows: size,
    read: (shop, nth) => importAgain(shop, catalogue.rows(nth), seenAt(nth)),
  },
  {
    name: 'MikroORM upsertMany',
    rows: size,
    read: (shop, nth) => upsertWithOrm(shop, offers, seenAt(nth)),
  },
  {
    name: 'one by one',
    rows: ONE_BY_ONE,
    read: (shop, nth) => storeOneByOne(shop, offers.slice(0, ONE_BY_ONE), seenAt(nth)),
  },
];

const shops: ShopDatabase[] = [];
for (const _ of SUBJECTS) shops.push(await copyShop(database));
const readings = SUBJECTS.map((): Reading[] => []);
let offers = catalogue.offers(0, productIds);
for (let round = 1; round <= rounds; round += 1) {
  offers = catalogue.offers(round, productIds);
  for (const at of SUBJECTS.keys()) {
    const nth = (at + round) % SUBJECTS.length;
    const [subject, shop] = [SUBJECTS[nth], shops[nth]];
    if (!subject || !shop) continue;
    readings[nth]?.push(await measured(shop, subject.rows, () => subject.read(shop, round)));
    await shop.pool.query('vacuum offer, price_point');
  }
}
const [least, leastSeen] = readings.map((each) => medianReading(each).processorUsPerRow);
const sizes: number[] = [];
const results = new Set<string>();
for (const [nth, { pool }] of shops.entries()) {
  const { rows } = await pool.query<{ mb: number; prices: string; points: string }>(
    `select pg_total_relation_size('offer')::float / 1e6 as mb, (select sum(price_cents) from offer) as prices,
       (select count(*) from price_point) as points`,
  );
  const [end] = rows;
  sizes.push(end?.mb ?? Number.NaN);
  if (SUBJECTS[nth]?.rows === size) results.add(`${end?.prices} cents, ${end?.points} points`);
}
if (results.size !== 1) throw new Error(`not the same in the end: ${[...results].join(' | ')}`);
console.table(
  SUBJECTS.map(({ name }, nth) => {
    const reading = medianReading(readings[nth] ?? []);
    return {
      subject: name,
      'rows/s': Math.round(reading.rowsPerSecond),
      'processor µs a row': Number(reading.processorUsPerRow.toFixed(1)),
      '÷ limit': Number(((least ?? 0) / reading.processorUsPerRow).toFixed(2)),
      '÷ limit, last seen': Number(((leastSeen ?? 0) / reading.processorUsPerRow).toFixed(2)),
      'WAL bytes a row': Math.round(reading.walBytesPerRow),
      'page images a 1,000': Math.round(reading.walPagesPer1000),
      'rows written %': Number(reading.writtenPercent.toFixed(1)),
      'HOT %': Number(reading.hotPercent.toFixed(1)),
      'MB of offers': Math.round(sizes[nth] ?? 0),
    };
  }),
);
for (const shop of shops) await shop.close();
await database.drop();
await teardown();
