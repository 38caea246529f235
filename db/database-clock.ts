import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from './queries/sql/tables.ts';

/** A clock that all workers share for the time of a reading; a worker whose own clock is slow would write points before existing ones. */
export function createDatabaseClock() {
  let set: { epochMs: number; at: number } | null = null;
  return {
    /** The database's time once `set` was called; before that, this machine's. */
    now: () => (set ? new Date(set.epochMs + performance.now() - set.at) : new Date()),
    /** Synchronises with the database. Between calls only the rate of this machine's clock matters, not its setting. */
    async set(em: EntityManager) {
      const epochMs = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
      const db = tables(em).selectNoFrom(epochMs.as('epochMs'));
      set = { ...(await db.executeTakeFirstOrThrow()), at: performance.now() };
    },
  };
}
