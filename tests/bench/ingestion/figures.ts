import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { median } from '../measure.ts';
import type { ShopDatabase } from './shop-database.ts';

/** What one reading of the catalogue cost. */
export interface Reading {
  rowsPerSecond: number;
  /** Of ours and of the server's processes that work for us, in microseconds: what others do meanwhile is not in it. */
  processorUsPerRow: number;
  walBytesPerRow: number;
  /** Whole pages in the log, which come after each checkpoint, in pages a 1,000 rows. */
  walPagesPer1000: number;
  /** Rows of the table offer that were written, % of those read. */
  writtenPercent: number;
  /** Updates that touched no index, %. */
  hotPercent: number;
}

interface Counters {
  lsn: string;
  pages: string;
  updates: string;
  hot: string;
}

/** Runs `work`, which reads `rows` offers again, and says what it cost. */
export async function measured(
  { pool, em }: ShopDatabase,
  rows: number,
  work: () => Promise<void>,
): Promise<Reading> {
  const before = await countersOf(pool);
  const processorBefore = await processorSeconds(pool);
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const processor = (await processorSeconds(pool)) - processorBefore;
  // A backend tells its counters when it is idle, at the latest when it is asked to.
  await pool.query('select pg_stat_force_next_flush()');
  await em().execute('select pg_stat_force_next_flush()');
  const after = await countersOf(pool);
  const updates = Number(after.updates) - Number(before.updates);
  const { rows: walRows } = await pool.query<{ bytes: string }>(
    'select pg_wal_lsn_diff($1, $2) as bytes',
    [after.lsn, before.lsn],
  );
  return {
    rowsPerSecond: rows / seconds,
    processorUsPerRow: (1e6 * processor) / rows,
    walBytesPerRow: Number(walRows[0]?.bytes) / rows,
    walPagesPer1000: (1_000 * (Number(after.pages) - Number(before.pages))) / rows,
    writtenPercent: (100 * updates) / rows,
    hotPercent: updates === 0 ? 100 : (100 * (Number(after.hot) - Number(before.hot))) / updates,
  };
}

/** Each figure's median over the readings. */
export function medianReading(readings: readonly Reading[]): Reading {
  const of = (key: keyof Reading) => median(readings.map((reading) => reading[key]));
  return {
    rowsPerSecond: of('rowsPerSecond'),
    processorUsPerRow: of('processorUsPerRow'),
    walBytesPerRow: of('walBytesPerRow'),
    walPagesPer1000: of('walPagesPer1000'),
    writtenPercent: of('writtenPercent'),
    hotPercent: of('hotPercent'),
  };
}

/** Linux counts the time of other processes in hundredths of a second. */
async function processorSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const own = process.cpuUsage();
  let seconds = (own.user + own.system) / 1e6;
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    seconds += (Number(fields[11]) + Number(fields[12])) / 100;
  }
  return seconds;
}

async function countersOf(pool: pg.Pool): Promise<Counters> {
  await pool.query('select pg_stat_clear_snapshot()');
  const { rows } = await pool.query<Counters>(
    `select pg_current_wal_lsn() as lsn, w.wal_fpi as pages, t.n_tup_upd as updates, t.n_tup_hot_upd as hot
     from pg_stat_wal w, pg_stat_user_tables t where t.relname = 'offer'`,
  );
  if (!rows[0]) throw new Error('there is no table of offers');
  return rows[0];
}
