import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from './queries/sql/tables.ts';

/** A clock that all workers read alike, to tell when a price was seen; else a slow one would write points before those of others. */
export function createDatabaseClock() {
  let set: { epochMs: number; at: number } | null = null;
  return {
    /** The database's time, as far as `set` knows it; before that this machine's. */
    now: () => (set ? new Date(set.epochMs + performance.now() - set.at) : new Date()),
    /** Compares with the database. Between two calls only the speed of this machine's clock counts, not its hands. */
    async set(em: EntityManager) {
      const epochMs = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
      const db = tables(em).selectNoFrom(epochMs.as('epochMs'));
      set = { ...(await db.executeTakeFirstOrThrow()), at: performance.now() };
    },
  };
}
