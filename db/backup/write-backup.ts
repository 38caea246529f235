/*
 * A backup is one gzipped text file: a JSON header, then lines of `table<tab>[rows as JSON]`, last `end`. Postgres itself writes and
 * reads the rows, so no value passes through JavaScript and a backup fits any later Postgres and migration.
 *   write-backup.ts   all rows of one snapshot, while everything runs
 *   read-backup.ts    into an empty database: tables of that time, rows, then later migrations
 * Queues and search vocabulary are rebuilt from rows; DATA_DIR (secrets, own profiles, kept pages) is not included.
 */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { reachDatabase } from '../migrate.ts';
import { VERSION } from '../runtime/repo-root.ts';

export const backupHeader = z.object({
  priceroo: z.literal(1),
  version: z.string(),
  /** Time of the snapshot. */
  at: z.iso.datetime(),
  /** The migrations applied to its tables, oldest first. */
  migrations: z.array(z.string()).min(1),
  /** Number of rows of each table, in insertion order. */
  rows: z.record(z.string(), z.number()),
});
export type BackupHeader = z.infer<typeof backupHeader>;

/** Receives the number of rows written so far, and the total. */
type OnRows = (done: number, total: number) => void;

/** MikroORM's own table, rebuilt by running the migrations. */
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';
/** The last line; without it the file is incomplete. */
export const END = 'end';
const ROWS_A_LINE = 500;

const STAMP = 'backup_stamp';
/** Says when the last backup was made ($1, null for now). */
export const STAMP_BACKUP = `insert into ${STAMP} (id, since, begun_at, done_at)
  select 1, at, at, at from coalesce($1::timestamptz, clock_timestamp()) as at
  on conflict (id) do update set done_at = excluded.done_at`;

/** When the last backup of the database was made; null without one. */
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
    const header = await describe(client);
    const lines = Readable.from(linesOf(client, header, onRows));
    await pipeline(lines, createGzip({ level: 3 }), createWriteStream(draft, { mode: 0o600 }));
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
  for (const table of inOrder(await tablesOf(client), await referencesOf(client))) {
    const { rows: counted } = await client.query(`select count(*)::int from ${named(table)}`);
    rows[table] = Number(counted[0]?.count);
  }
  return {
    priceroo: 1,
    version: VERSION,
    at: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => String(name)),
    rows,
  };
}

async function* linesOf(
  client: pg.Client,
  header: BackupHeader,
  onRows: OnRows,
): AsyncGenerator<string> {
  const total = Object.values(header.rows).reduce((sum, rows) => sum + rows, 0);
  let done = 0;
  yield `${JSON.stringify(header)}\n`;
  for (const table of Object.keys(header.rows)) {
    const select = `select to_json(each)::text as row from ${named(table)} as each`;
    await client.query(`declare backup no scroll cursor for ${select}`);
    for (;;) {
      const { rows } = await client.query(`fetch ${ROWS_A_LINE} from backup`);
      if (rows.length === 0) break;
      yield `${table}\t[${rows.map(({ row }) => row).join(',')}]\n`;
      done += rows.length;
      onRows(done, total);
    }
    await client.query('close backup');
  }
  yield `${END}\n`;
}

/** Our tables, without those of the queues (schema bullmq) and the migrations. */
export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select tablename from pg_tables where schemaname = 'public' and tablename <> $1 order by 1`,
    [MIGRATIONS_TABLE],
  );
  return rows.map(({ tablename }) => String(tablename));
}

async function referencesOf(client: pg.Client): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f'`,
  );
  const byTable = Map.groupBy(rows, ({ from }) => String(from));
  return new Map(
    Array.from(byTable, ([from, to]) => [from, new Set(to.map((row) => String(row.to)))]),
  );
}

/** Sorts tables after those that they reference. Throws on a circle of references. */
function inOrder(tables: readonly string[], references: Map<string, Set<string>>): string[] {
  const ordered: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const next = left.filter((table) =>
      left.every((other) => other === table || !references.get(table)?.has(other)),
    );
    if (next.length === 0) throw new Error(`tables reference one another: ${left.join(', ')}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

export function named(table: string): string {
  return pg.escapeIdentifier(table);
}
