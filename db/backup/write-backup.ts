/*
 * A backup is one gzipped text file: a line of JSON, then the rows of each table as Postgres' COPY writes them, a line a row, last `end`.
 * No value passes through JavaScript, and a backup fits any later Postgres and migration.
 *   write-backup.ts   all rows of one snapshot, while everything runs
 *   read-backup.ts    into an empty database: tables of that time, rows, then later migrations
 * Queues and search vocabulary are rebuilt from rows; kept pages and DATA_DIR (secrets, own profiles) are not included.
 */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { reachDatabase } from '../migrate.ts';
import { VERSION } from '../runtime/repo-root.ts';

export const backupHeader = z.object({
  /** The format. */
  priceroo: z.literal(2),
  version: z.string(),
  /** Time of the snapshot. */
  at: z.iso.datetime(),
  /** The migrations applied to its tables, oldest first. */
  migrations: z.array(z.string()).min(1),
  /** Number of rows of each table, in the order of the file. */
  rows: z.record(z.string(), z.int().nonnegative()),
  /** The columns of each table, in the order of its rows' values. */
  columns: z.record(z.string(), z.array(z.string())),
});
export type BackupHeader = z.infer<typeof backupHeader>;

/** Receives the number of rows written so far, and the total. */
type OnRows = (done: number, total: number) => void;

/** MikroORM's own table, rebuilt by running the migrations. */
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';
/** Copies of shops' pages (KEEP_PAGES_DAYS), larger than all else. */
const LEFT_OUT = 'kept_page';
/** The last line; without it the file is incomplete. */
export const END = 'end\n';
const NEWLINE = 10;

const GZIP_LEVEL = 1;

const STAMP = 'backup_stamp';
/** Says when the last backup was made ($1, null for now). */
export const STAMP_BACKUP = `insert into ${STAMP} (id, since, begun_at, done_at)
  select 1, at, at, at from coalesce($1::timestamptz, clock_timestamp()) as at
  on conflict (id) do update set done_at = excluded.done_at`;

export async function lastBackup(databaseUrl: string): Promise<Date | null> {
  const client = await reachDatabase(databaseUrl, { waitMs: 0 });
  try {
    if (!(await tablesOf(client)).includes(STAMP)) return null;
    const { rows } = await client.query(`select done_at from ${STAMP}`);
    return rows[0]?.done_at ?? null;
  } finally {
    await client.end();
  }
}

/** Writes all rows to `file`, readable by its owner only; replaces an existing file once complete. */
export async function writeBackup(
  databaseUrl: string,
  file: string,
  onRows: OnRows = () => {},
): Promise<BackupHeader> {
  const client = await reachDatabase(databaseUrl, { waitMs: 0 });
  const draft = `${file}.${process.pid}.partial`;
  try {
    // One snapshot for all tables.
    await client.query('begin isolation level repeatable read read only');
    // Moments and intervals in the one form that every server reads, whatever its own setting.
    await client.query("set local datestyle = 'ISO'; set local intervalstyle = 'postgres'");
    const header = await describe(client);
    await pipeline(
      () => contentOf(client, header, onRows),
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(draft, { mode: 0o600 }),
    );
    await rename(draft, file);
    await client.query('commit');
    // Absent in a database of an earlier release.
    if (STAMP in header.rows) await client.query(STAMP_BACKUP, [null]);
    return header;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function describe(client: pg.Client): Promise<BackupHeader> {
  const migrations = await client.query(`select name from ${MIGRATIONS_TABLE} order by id`);
  const rows: BackupHeader['rows'] = {};
  const columns: BackupHeader['columns'] = {};
  for (const table of await tablesOf(client)) {
    if (table === LEFT_OUT) continue;
    const { rows: counted } = await client.query(`select count(*)::int from ${named(table)}`);
    rows[table] = Number(counted[0]?.count);
    const found = await client.query(
      `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       order by attnum`,
      [named(table)],
    );
    columns[table] = found.rows.map(({ attname }) => String(attname));
  }
  return {
    priceroo: 2,
    version: VERSION,
    at: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => String(name)),
    rows,
    columns,
  };
}

async function* contentOf(
  client: pg.Client,
  header: BackupHeader,
  onRows: OnRows,
): AsyncGenerator<string | Buffer> {
  const total = Object.values(header.rows).reduce((sum, rows) => sum + rows, 0);
  let done = 0;
  yield `${JSON.stringify(header)}\n`;
  for (const table of Object.keys(header.rows)) {
    for await (const chunk of client.query(copyTo(`copy ${copied(header, table)} to stdout`))) {
      yield chunk;
      done += endOfLines(chunk, Number.POSITIVE_INFINITY).lines;
      onRows(done, total);
    }
  }
  yield END;
}

/** Where the first `most` lines of a piece of the file end, at most its own end, and how many end in it. */
export function endOfLines(piece: Buffer, most: number): { end: number; lines: number } {
  let [end, lines] = [0, 0];
  while (lines < most) {
    const at = piece.indexOf(NEWLINE, end);
    if (at < 0) return { end: piece.length, lines };
    end = at + 1;
    lines += 1;
  }
  return { end, lines };
}

/** A table of the backup with its columns, as COPY names them. */
export function copied({ columns }: BackupHeader, table: string): string {
  return `${named(table)} (${columns[table]?.map(named).join(', ')})`;
}

/** Our tables, without those of the queues (schema bullmq) and the migrations. */
export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select tablename from pg_tables where schemaname = 'public' and tablename <> $1 order by 1`,
    [MIGRATIONS_TABLE],
  );
  return rows.map(({ tablename }) => String(tablename));
}

/** An identifier, quoted. */
export function named(name: string): string {
  return pg.escapeIdentifier(name);
}
