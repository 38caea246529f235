/* Brings the tables of a database up to the code. Safe to call from any number of processes at once. */
import type pg from 'pg';
import { reachDatabase } from './connect-with-retry.ts';
import { openOrm } from './orm.ts';

/** Any fixed number will do; this one is ours among the advisory locks of a shared server. */
const LOCK_KEY = 4_321_001;
const DATABASE_WAIT_MS = 30_000;

/** Runs pending migrations, all or none, under an advisory lock. `onWait` hears of waits. Throws OperatorError without a database. */
export async function migrate(databaseUrl: string, onWait: (message: string) => void = () => {}) {
  const keeper = await reachDatabase(databaseUrl, { waitMs: DATABASE_WAIT_MS, onWait });
  try {
    await takeTurn(keeper, onWait);
    const orm = await openOrm(databaseUrl);
    try {
      const ran = await orm.migrator.up();
      // Oldest first; empty when the tables were up to date.
      return { ran: ran.map((migration) => migration.name) };
    } finally {
      await orm.close();
    }
  } finally {
    // The lock belongs to this session and ends with it.
    await keeper.end();
  }
}

/** Names of the migrations that are still to be run. Throws OperatorError when the database cannot be reached. */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const client = await reachDatabase(databaseUrl, { waitMs: 0 });
  await client.end();
  const orm = await openOrm(databaseUrl);
  try {
    const pending = await orm.migrator.getPending();
    return pending.map((migration) => migration.name);
  } finally {
    await orm.close();
  }
}

async function takeTurn(client: pg.Client, onWait: (message: string) => void): Promise<void> {
  const first = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK_KEY]);
  if (first.rows[0]?.taken === true) return;
  onWait('Another process is migrating the database; waiting for it …');
  await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
}
