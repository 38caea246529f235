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
}

/** Runs `work`, which reads `rows` offers again, and says what it cost. */
export async function measured(
  { pool }: ShopDatabase,
  rows: number,
  work: () => Promise<void>,
): Promise<Reading> {
  const lsnBefore = await logPosition(pool);
  const processorBefore = await processorSeconds(pool);
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const processor = (await processorSeconds(pool)) - processorBefore;
  const { rows: walRows } = await pool.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), $1) as bytes',
    [lsnBefore],
  );
  return {
    rowsPerSecond: rows / seconds,
    processorUsPerRow: (1e6 * processor) / rows,
    walBytesPerRow: Number(walRows[0]?.bytes) / rows,
  };
}

/** Each figure's median over the readings. */
export function medianReading(readings: readonly Reading[]): Reading {
  const of = (key: keyof Reading) => median(readings.map((reading) => reading[key]));
  return {
    rowsPerSecond: of('rowsPerSecond'),
    processorUsPerRow: of('processorUsPerRow'),
    walBytesPerRow: of('walBytesPerRow'),
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

async function logPosition(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
  return rows[0]?.lsn ?? '';
}
