/* Restores a backup (format: write-backup.ts) into an empty database and migrates its tables to this version. */
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { codeOf, messageOf, OperatorError } from '../domain/errors.ts';
import { counted } from '../domain/text/counted.ts';
import { migrate, migrateTo, reachDatabase, requireKnown } from '../migrate.ts';
import {
  type BackupHeader,
  backupHeader,
  copied,
  END,
  endOfLines,
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

const PIECE_BYTES = 256 * 1024;

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
    const finish = await setAside(client);
    await insertRows(client, file, header, onInserted);
    for (const statement of finish) await client.query(statement);
    const held = await client.query(
      `update mail set state = 'failed', last_error = 'It waited when the backup was made, and may have been sent since.'
       where state in ('waiting', 'sending')`,
    );
    await client.query('commit');
    await client.query('analyze');
    if (!requireKnown(header.migrations)) await migrate(databaseUrl);
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

/**
 * Drops indexes and constraints, which cost less to build over all rows than row by row, and disables triggers, whose marks are rows of the
 * backup themselves. Returns the statements that bring them back. Asks for no more than the tables' owner may do.
 */
async function setAside(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(SET_ASIDE);
  for (const { drop } of rows) await client.query(drop);
  await client.query(`set local maintenance_work_mem = '${INDEX_MEMORY}'`);
  return rows.toReversed().map(({ add }) => add);
}

const INDEX_MEMORY = '256MB';
/** What is dropped first is added last: foreign keys refer to the keys of other tables, and triggers fire for any change. */
const SET_ASIDE = `
  with ours as (select oid, oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
  select drop, add from (
    select 1 as step, format('alter table %s disable trigger user', name) as drop, format('alter table %s enable trigger user', name) as add
      from ours where exists (select from pg_trigger where tgrelid = ours.oid and not tgisinternal)
    union all
    select case contype when 'f' then 2 else 4 end, format('alter table %s drop constraint %I', name, conname),
      format('alter table %s add constraint %I %s', name, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join ours on ours.oid = conrelid where contype in ('f', 'p', 'u', 'x')
    union all
    select 3, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index join ours on ours.oid = indrelid where not exists (select from pg_constraint where conindid = indexrelid)
  ) parts order by step`;

async function insertRows(
  client: pg.Client,
  file: string,
  header: BackupHeader,
  onInserted: OnBytes,
): Promise<void> {
  await withLines(file, onInserted, async (take) => {
    await textOf(take(1));
    for (const [table, rows] of Object.entries(header.rows)) {
      const statement = `copy ${copied(header, table)} from stdin`;
      await pipeline(take(rows), client.query(copyFrom(statement)));
    }
  });
}

/** Checks the whole file before anything is deleted. Throws OperatorError unless it has its end after all rows that the header counts. */
async function requireWhole(file: string, header: BackupHeader, onChecked: OnBytes): Promise<void> {
  const rows = Object.values(header.rows).reduce((sum, each) => sum + each, 0);
  await withLines(file, onChecked, async (take) => {
    for await (const _rows of take(1 + rows));
    // The second line is one too many, and lets the file be read to its end.
    if ((await textOf(take(2))) !== END) throw new OperatorError(`${file} is cut short.`);
  });
}

/** Whether the file begins like a backup. Throws OperatorError when it cannot be opened. */
export async function isBackup(file: string): Promise<boolean> {
  return (await formatOf(file)) !== null;
}

/** The header of a backup of this or an earlier release. Throws OperatorError for any other file. */
async function headerOf(file: string): Promise<BackupHeader> {
  const found = await formatOf(file);
  if (!found) throw new OperatorError(`${file} is not a Priceroo backup.`);
  const header = backupHeader.safeParse(found).data;
  if (!header) {
    throw new OperatorError(
      `${file} has format ${found.priceroo}: restore it with the sources that wrote it, then upgrade.`,
    );
  }
  requireKnown(header.migrations);
  return header;
}

const anyFormat = z.looseObject({ priceroo: z.number() });

/** The first line of a backup of any format; null for another file. Throws OperatorError when the file cannot be opened. */
async function formatOf(file: string) {
  try {
    const line = await withLines(
      file,
      () => {},
      (take) => textOf(take(1)),
    );
    return anyFormat.safeParse(JSON.parse(line)).data ?? null;
  } catch (error) {
    const isOther = error instanceof SyntaxError || codeOf(causeOf(error)).startsWith('Z_');
    if (!isOther) throw error;
  }
  return null;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** Yields the next lines of a file in pieces, fewer than asked at its end. */
type TakeLines = (lines: number) => AsyncGenerator<Buffer>;

async function textOf(pieces: AsyncGenerator<Buffer>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(pieces)).toString();
}

/** Runs `work` over the lines of a gzipped file. Throws OperatorError when it cannot be read. */
async function withLines<T>(
  file: string,
  onBytes: OnBytes,
  work: (take: TakeLines) => Promise<T>,
): Promise<T> {
  const bytes = createReadStream(file).on('error', (error) => text.destroy(error));
  const text = bytes.pipe(createGunzip({ chunkSize: PIECE_BYTES }));
  const chunks: AsyncIterator<Buffer> = text[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function* take(lines: number): AsyncGenerator<Buffer> {
    for (let left = lines; left > 0; ) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) return;
        rest = next.value;
        onBytes(bytes.bytesRead, statSync(file).size);
      }
      const { end, lines: ended } = endOfLines(rest, left);
      left -= ended;
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
  }
  try {
    return await work(take);
  } catch (error) {
    if (error instanceof OperatorError || !/^(?:Z_|E[A-Z]+$)/.test(codeOf(error))) throw error;
    const fault =
      codeOf(error) === 'Z_BUF_ERROR' ? 'is cut short' : `cannot be read: ${messageOf(error)}`;
    throw new OperatorError(`${file} ${fault}.`, { cause: error });
  } finally {
    bytes.destroy();
    text.destroy();
  }
}
