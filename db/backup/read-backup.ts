/* Restores a backup (format: write-backup.ts) into an empty database and migrates its tables to this version. */
import { createReadStream, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { codeOf, messageOf, OperatorError } from '../domain/errors.ts';
import { counted } from '../domain/text/counted.ts';
import { migrate, migrateTo, reachDatabase, requireKnown } from '../migrate.ts';
import {
  type BackupHeader,
  backupHeader,
  END,
  MIGRATIONS_TABLE,
  named,
  STAMP_BACKUP,
  tablesOf,
} from './write-backup.ts';

/** Receives the bytes of the file read so far, and its size. Rows differ too much in size to show progress. */
type OnBytes = (done: number, total: number) => void;

/** Connections of a process that just ended linger for a moment. */
const LOOKS = 5;
const PAUSE_MS = 500;

/**
 * Restores `file`. `replace` deletes existing tables; `onChecked` and `onInserted` receive the bytes of the file that were validated and
 * inserted. Throws OperatorError for a database that holds rows or is in use, and for a file that is incomplete, no backup, or from a later
 * release.
 */
export async function readBackup(
  databaseUrl: string,
  file: string,
  {
    replace = false,
    onChecked = () => {},
    onInserted = () => {},
  }: { replace?: boolean; onChecked?: OnBytes; onInserted?: OnBytes } = {},
) {
  const client = await reachDatabase(databaseUrl, { waitMs: 0 });
  try {
    const header = await headerOf(file);
    await requireFree(client);
    const tables = await tablesOf(client);
    if (!replace) await requireEmpty(client, tables);
    await requireWhole(file, header, onChecked);
    await requireFree(client);
    await dropTables(client, tables);
    await migrateTo(databaseUrl, header.migrations);
    await client.query('begin');
    await insertRows(client, file, onInserted);
    const held = await client.query(
      `update mail set state = 'failed', last_error = 'It waited when the backup was made, and may have been sent since.'
       where state in ('waiting', 'sending')`,
    );
    await client.query('commit');
    await client.query('analyze');
    await migrate(databaseUrl);
    await describePast(client, header);
    return { header, mailsHeldBack: held.rowCount ?? 0 };
  } finally {
    await client.end();
  }
}

/** A backup of its moment exists, which none of its rows can say; and its workers, alive in their rows, ended long ago. */
async function describePast(client: pg.Client, { at }: BackupHeader): Promise<void> {
  await client.query(STAMP_BACKUP, [at]);
  await client.query('delete from worker_process');
}

/** Throws OperatorError while others are connected. */
async function requireFree(client: pg.Client): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    const others = await otherConnections(client);
    if (others === 0) return;
    if (looks === LOOKS) {
      throw new OperatorError(
        `The database has ${counted(others, 'other connection')}: stop site and workers first.`,
      );
    }
    await delay(PAUSE_MS);
  }
}

/** Throws OperatorError when a table has rows. */
async function requireEmpty(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query(`select from ${named(table)} limit 1`);
    if (rows.length === 0) continue;
    throw new OperatorError('The database holds rows. --replace deletes them all, for good.');
  }
}

/** Deletes the tables and the queues. */
async function dropTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  const all = [...tables, MIGRATIONS_TABLE].map(named).join(', ');
  await client.query(`drop table if exists ${all} cascade`);
  await client.query('drop schema if exists bullmq cascade');
}

async function otherConnections(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return rowCount ?? 0;
}

/** Whether the file begins like a backup. Throws OperatorError when it cannot be opened. */
export async function isBackup(file: string): Promise<boolean> {
  return (await firstLine(file)) !== null;
}

/** The header of a backup of this or an earlier release. Throws OperatorError for any other file. */
async function headerOf(file: string): Promise<BackupHeader> {
  const header = await firstLine(file);
  if (!header) throw new OperatorError(`${file} is not a Priceroo backup.`);
  requireKnown(header.migrations);
  return header;
}

/** The header in the first line; null when there is none. Throws OperatorError when the file cannot be opened. */
async function firstLine(file: string): Promise<BackupHeader | null> {
  try {
    for await (const line of linesOf(file)) {
      return backupHeader.safeParse(JSON.parse(line)).data ?? null;
    }
  } catch (error) {
    const isOther = error instanceof SyntaxError || codeOf(causeOf(error)).startsWith('Z_');
    if (!isOther) throw error;
  }
  return null;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** The table and JSON of a line of rows; null for the header and the end. */
function rowsIn(line: string): { table: string; json: string } | null {
  const tab = line.indexOf('\t');
  return tab > 0 ? { table: line.slice(0, tab), json: line.slice(tab + 1) } : null;
}

/** Checks the whole file before anything is deleted. Throws OperatorError unless it has its end and all rows that the header counts. */
async function requireWhole(file: string, header: BackupHeader, onChecked: OnBytes): Promise<void> {
  const counted = new Map<string, number>();
  let last = '';
  for await (const line of linesOf(file, onChecked)) {
    last = line;
    const rows = rowsIn(line);
    if (!rows) continue;
    const { length } = JSON.parse(rows.json) as unknown[];
    counted.set(rows.table, (counted.get(rows.table) ?? 0) + length);
  }
  const isWhole = Object.entries(header.rows).every(
    ([name, rows]) => rows === (counted.get(name) ?? 0),
  );
  if (last !== END || !isWhole) {
    throw new OperatorError(`${file} is cut short.`);
  }
}

async function insertRows(client: pg.Client, file: string, onInserted: OnBytes): Promise<void> {
  for await (const line of linesOf(file, onInserted)) {
    const rows = rowsIn(line);
    if (!rows) continue;
    const table = named(rows.table);
    await client.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`,
      [rows.json],
    );
  }
}

/** The lines of a gzipped file. Throws OperatorError when it cannot be read. */
async function* linesOf(file: string, onBytes: OnBytes = () => {}): AsyncGenerator<string> {
  const bytes = createReadStream(file).on('error', (error) => text.destroy(error));
  const text = bytes.pipe(createGunzip()).setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of text) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      onBytes(bytes.bytesRead, statSync(file).size);
    }
  } catch (error) {
    if (error instanceof OperatorError || !/^(?:Z_|E[A-Z]+$)/.test(codeOf(error))) throw error;
    const fault =
      codeOf(error) === 'Z_BUF_ERROR' ? 'is cut short' : `cannot be read: ${messageOf(error)}`;
    throw new OperatorError(`${file} ${fault}.`, { cause: error });
  } finally {
    bytes.destroy();
  }
}
