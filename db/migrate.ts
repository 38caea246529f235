/* Migrates a database's tables to the code. Any number of processes may call it at once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { codeOf, OperatorError } from './domain/errors.ts';
import { MIGRATION_NAMES, MIGRATIONS, openOrm, SESSION_SETTINGS } from './orm.ts';
import { maskUrl } from './runtime/mask-secret.ts';
import { notePooler } from './runtime/pooler.ts';

/** An arbitrary fixed number that identifies our advisory lock on a shared server. */
const LOCK_KEY = 4_321_001;
const DATABASE_WAIT_MS = 30_000;

/** Runs pending migrations, all or none, under an advisory lock. `onWait` receives each wait. Throws OperatorError without a database. */
export async function migrate(databaseUrl: string, onWait: (message: string) => void = () => {}) {
  const keeper = await reachDatabase(databaseUrl, { waitMs: DATABASE_WAIT_MS, onWait });
  try {
    await takeTurn(keeper, onWait);
    // No statement limit: building an index may take long.
    const ran = await withOrm(databaseUrl, (orm) => orm.migrator.up(), 0);
    // Oldest first; empty when the tables were current.
    return { ran: ran.map((migration) => migration.name) };
  } finally {
    // The lock belongs to this connection's transaction and ends with it.
    await keeper.end();
  }
}

/** Whether these migrations are all. Throws OperatorError for those of a later release, which this code does not have. */
export function requireKnown(migrations: readonly string[]): boolean {
  const unknown = migrations.filter(isUnknown);
  if (unknown.length === 0) return migrations.length === MIGRATION_NAMES.length;
  throw new OperatorError(
    `The backup is from a later release; this one does not know its migrations ${unknown.join(', ')}.`,
  );
}

const isUnknown = (name: string) => !MIGRATION_NAMES.includes(name);

/** Creates the tables of an older release in an empty database by running its migrations. */
export async function migrateTo(databaseUrl: string, migrations: readonly string[]): Promise<void> {
  await withOrm(databaseUrl, (orm) => orm.migrator.up({ migrations: [...migrations] }));
}

/** Compares the database's migrations with the code's. Throws OperatorError when the database is unreachable. */
export async function migrationState(databaseUrl: string) {
  await requireDatabase(databaseUrl, 0);
  return withOrm(databaseUrl, migrationsOf);
}

async function withOrm<T>(
  databaseUrl: string,
  work: (orm: MikroORM) => Promise<T>,
  statementMs?: number,
): Promise<T> {
  const orm = await openOrm(databaseUrl, statementMs);
  try {
    return await work(orm);
  } finally {
    await orm.close();
  }
}

/** The same on an open ORM, oldest first: `unknown` ran in the database but belong to a later release. */
export async function migrationsOf(orm: MikroORM) {
  const pending = (await orm.migrator.getPending()).map(({ name }) => name);
  const ran = await orm.migrator.getExecuted();
  return { pending, unknown: ran.map(({ name }) => name).filter(isUnknown) };
}

/** Writes the migration from the migrated tables to the entities and returns its path; null when they match. */
export async function createMigration(databaseUrl: string, name: string): Promise<string | null> {
  const text = await withOrm(databaseUrl, (orm) => orm.schema.getUpdateSchemaSQL({ wrap: false }));
  if (text === '') return null;
  const second = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = join(MIGRATIONS, `Migration${second}_${name}.sql`);
  writeFileSync(file, text);
  return file;
}

async function takeTurn(client: pg.Client, onWait: (message: string) => void): Promise<void> {
  // A transaction lock rather than a session lock, because a pooler shares sessions.
  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const first = await client.query('select pg_try_advisory_xact_lock($1) as taken', [LOCK_KEY]);
  if (first.rows[0]?.taken === true) return;
  onWait('Another process is migrating the database; waiting for it …');
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
}

/** The first version with uuidv7() and `returning old`. */
const OLDEST_POSTGRES = 18;
const CONNECT_LIMIT_MS = 5000;
const PAUSE_MS = 500;

/** Errors of a server or network that may only be starting up. */
const NOT_YET: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P03', // the database system is starting up
  '53300', // too many clients
]);

const HINTS: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'this user is not let in',
  '3D000': 'this database does not exist: create it first',
  '08P01': 'if that is PgBouncer, see "PgBouncer" in docs/operations.md',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
};

/** `waitMs`: longest wait. `onWait` is called once, when waiting begins, with a message for the operator. */
type Patience = { waitMs: number; onWait?: (message: string) => void };

/**
 * Waits up to 30 s for the database. Call it before opening pools: it detects a pooler in between. Throws OperatorError when the
 * database is unreachable or too old, or a pooler rejects us.
 */
export async function requireDatabase(databaseUrl: string, waitMs = DATABASE_WAIT_MS) {
  const client = await reachDatabase(databaseUrl, { waitMs });
  await client.end();
}

/** A connected client, which the caller ends. Throws OperatorError that names DATABASE_URL with masked password. */
export async function reachDatabase(databaseUrl: string, patience: Patience): Promise<pg.Client> {
  const deadline = Date.now() + patience.waitMs;
  let isWaiting = false;
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      options: SESSION_SETTINGS,
    });
    // A connection that breaks later also rejects its query; unhandled, this event would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await requireVersion(client);
      await notePooler(client);
      return client;
    } catch (cause) {
      await client.end();
      if (cause instanceof OperatorError) throw cause;
      const code = firstCode(cause);
      const lost = cause instanceof Error && /timeout|terminated unexpectedly/i.test(cause.message);
      if (!(lost || NOT_YET.has(code)) || Date.now() + PAUSE_MS > deadline) {
        throw unreachable(databaseUrl, cause);
      }
      if (!isWaiting) patience.onWait?.(`Waiting for the database at ${maskUrl(databaseUrl)} …`);
      isWaiting = true;
      await delay(PAUSE_MS);
    }
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major >= OLDEST_POSTGRES) return;
  throw new OperatorError(
    `The database of DATABASE_URL is Postgres ${major}; Priceroo needs ${OLDEST_POSTGRES} or later.`,
  );
}

function unreachable(databaseUrl: string, cause: unknown): OperatorError {
  const words = cause instanceof Error && cause.message ? cause.message : firstCode(cause);
  const hint = HINTS[firstCode(cause)];
  return new OperatorError(
    `The database of DATABASE_URL (${maskUrl(databaseUrl)}) cannot be used: ${hint ? `${hint} (${words})` : words}.`,
    { cause },
  );
}

/** Connecting to a host with several addresses fails with an AggregateError; reports its first error. */
function firstCode(cause: unknown): string {
  return cause instanceof AggregateError ? firstCode(cause.errors[0]) : codeOf(cause);
}
