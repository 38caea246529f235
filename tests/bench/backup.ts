/*
 * A backup and its restore into an empty database: `npx node tests/bench/backup.ts [points]`, a million price points unless told, 50 of
 * each offer, every offer with its page. Starts a temporary Postgres on disk and prints seconds.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBackup } from '#db/backup/read-backup.ts';
import { writeBackup } from '#db/backup/write-backup.ts';
import { openOrm } from '#db/orm.ts';
import { createMigratedDatabase, createTestDatabase } from '../support/database.ts';
import { createRetailer } from '../support/factory.ts';
import { addThings, insertSelect } from '../support/insert-select.ts';
import { startPostgres } from '../support/postgres-setup.ts';
import { timed } from './measure.ts';

const points = Number(process.argv[2] ?? 1_000_000);
const POINTS_AN_OFFER = 50;
const MINUTES_A_DAY = 24 * 60;

const stop = await startPostgres();
const source = await createMigratedDatabase();
const orm = await openOrm(source.url, 0);
const em = orm.em.fork();
const shop = await createRetailer(em);
await addThings(em, shop.id, Math.ceil(points / POINTS_AN_OFFER));
await em.execute(
  `insert into page (retailer_id, url, kind, interval_minutes) select retailer_id, 'https://shop.example/' || url, 'product', 60 from offer`,
);
const columns = {
  offer_id: 'o.id',
  slot: `29000000 - n * ${MINUTES_A_DAY}`,
  price_cents: '1000 + (random() * 5000)::int',
  run_id: 'gen_random_uuid()',
};
const from = `from offer o cross join generate_series(1, ${POINTS_AN_OFFER}) n order by n`;
await em.execute(insertSelect('price_point', columns, from));
await em.execute('vacuum analyze');
await orm.close();

const target = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'backup-bench-'));
const file = join(folder, 'all.backup');
let rows: Record<string, number> = {};
const backupMs = await timed(async () => {
  ({ rows } = await writeBackup(source.url, file));
});
const { size } = await stat(file);
const restoreMs = await timed(() => readBackup(target.url, file));
console.table({
  'price points': rows['price_point'],
  'all rows': Object.values(rows).reduce((sum, each) => sum + each),
  'MB in the file': (size / 1e6).toFixed(1),
  'backup, s': (backupMs / 1_000).toFixed(1),
  'restore, s': (restoreMs / 1_000).toFixed(1),
});
await rm(folder, { recursive: true });
await stop();
