import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from './queries/sql/tables.ts';

/** A clock that every process reads alike, however wrong its machine's is. */
export interface DatabaseClock {
  /** The database's time, as far as `set` knows it; before that this machine's. */
  now(): Date;
  /** Compares with the database. Between two calls only the speed of this machine's clock counts, not its hands. */
  set(em: EntityManager): Promise<void>;
}

/** Tells when a price was seen: workers whose clocks differ would else write points before those of others. */
export function createDatabaseClock(): DatabaseClock {
  let set: { epochMs: number; at: number } | null = null;
  return {
    now: () => (set ? new Date(set.epochMs + performance.now() - set.at) : new Date()),
    async set(em) {
      const epochMs = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
      const db = tables(em).selectNoFrom(epochMs.as('epochMs'));
      set = { ...(await db.executeTakeFirstOrThrow()), at: performance.now() };
    },
  };
}
