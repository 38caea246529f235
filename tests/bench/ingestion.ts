/*
 * A shop's offers read again, 5 % of their prices changed: ours beside COPY and one merge (the limit), which notes
 * when each row was seen, as ours does; interleaved in one run on a scratch Postgres, each on its own copy of one shop.
 * `npx node tests/bench/ingestion.ts [offers] [rounds] [fillfactor]`, 100,000 and 3; TEST_POSTGRES_URL names another cluster.
 *   catalogue      the shop and what it says at each reading       shop-database   its tables, a copy a subject
 *   copy-merge · ours    the subjects                              figures         rows/s, processor time, bytes of log
 */
import { startPostgres } from '../support/postgres-setup.ts';
import { createCatalogue } from './ingestion/catalogue.ts';
import { copyAndMerge } from './ingestion/copy-merge.ts';
import { measured, medianReading, type Reading } from './ingestion/figures.ts';
import { importAgain, storeAgain } from './ingestion/ours.ts';
import { copyShop, createShop, type ShopDatabase } from './ingestion/shop-database.ts';

const size = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 3);
const fillPercent = process.argv[4] === undefined ? null : Number(process.argv[4]);
/** As a shop is read by default: every two hours. */
const INTERVAL_MS = 2 * 3_600_000;

const teardown = await startPostgres();
const catalogue = createCatalogue(size);
const { database, productIds } = await createShop(catalogue, { fillPercent });
const firstMs = Date.now() - rounds * INTERVAL_MS;

type Subject = { name: string; read(shop: ShopDatabase, nth: number): Promise<void> };
const seenAt = (nth: number) => new Date(firstMs + nth * INTERVAL_MS);
const SUBJECTS: Subject[] = [
  { name: 'COPY + merge', read: (shop, nth) => copyAndMerge(shop, offers, seenAt(nth)) },
  { name: 'ours, storing', read: (shop, nth) => storeAgain(shop, offers, seenAt(nth)) },
  {
    name: 'ours, a feed from rows to scores',
    read: (shop, nth) => importAgain(shop, catalogue.rows(nth), seenAt(nth)),
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
    readings[nth]?.push(await measured(shop, size, () => subject.read(shop, round)));
    await shop.pool.query('vacuum offer, price_point');
  }
}
const results = new Set<string>();
for (const { pool } of shops) {
  const { rows } = await pool.query<{ prices: string; points: string }>(
    'select (select sum(price_cents) from offer) as prices, (select count(*) from price_point) as points',
  );
  results.add(`${rows[0]?.prices} cents, ${rows[0]?.points} points`);
}
if (results.size !== 1) throw new Error(`not the same in the end: ${[...results].join(' | ')}`);
const [limit] = readings.map((each) => medianReading(each).processorUsPerRow);
console.table(
  SUBJECTS.map(({ name }, nth) => {
    const reading = medianReading(readings[nth] ?? []);
    return {
      subject: name,
      'rows/s': Math.round(reading.rowsPerSecond),
      'processor µs a row': Number(reading.processorUsPerRow.toFixed(1)),
      '÷ limit': Number(((limit ?? 0) / reading.processorUsPerRow).toFixed(2)),
      'WAL bytes a row': Math.round(reading.walBytesPerRow),
    };
  }),
);
for (const shop of shops) await shop.close();
await database.drop();
await teardown();
