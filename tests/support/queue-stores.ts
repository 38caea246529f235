import { Redis } from 'ioredis';
import pg from 'pg';
import type { QueueConfig } from '#db/queues/open-queues.ts';
import { createTestDatabase } from './database.ts';
import { startTestRedis } from './redis.ts';

/** A queue store with the means to hurt it, and a database beside it in which jobs leave their marks. */
export interface QueueStore {
  readonly config: QueueConfig;
  readonly database: pg.Pool;
  /** Loses all jobs and schedules, as by a wrong FLUSHALL or DROP SCHEMA. */
  wipe(): Promise<void>;
  /** Breaks every connection to the store at once. */
  cut(): Promise<void>;
  stop(): Promise<void>;
}

/** Both stores that the queues promise to run on; Redis says which program stands behind it. */
export const QUEUE_STORES = [
  { name: 'Postgres', open: openPostgresStore },
  { name: 'Redis', open: openRedisStore },
] as const;

/** Jobs in a Postgres database of their own. */
export async function openPostgresStore(): Promise<QueueStore> {
  const test = await createTestDatabase();
  const database = quietPool(test.url);
  return {
    config: { redisUrl: null, databaseUrl: test.url },
    database,
    wipe: () => dropQueueSchema(database),
    cut: async () =>
      void (await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )),
    async stop() {
      await database.end();
      await test.drop();
    },
  };
}

/** Jobs in a Redis of their own. */
export async function openRedisStore(): Promise<QueueStore> {
  const redis = await startTestRedis();
  console.info(`Redis for this test: ${redis.kind}`);
  const test = await createTestDatabase();
  const database = quietPool(test.url);
  const admin = new Redis(redis.url, { maxRetriesPerRequest: null });
  return {
    config: { redisUrl: redis.url, databaseUrl: test.url },
    database,
    wipe: async () => void (await admin.flushdb()),
    cut: async () => void (await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')),
    async stop() {
      await admin.flushdb();
      admin.disconnect();
      await redis.stop();
      await database.end();
      await test.drop();
    },
  };
}

/** Dropping under work can end in a deadlock, which Postgres resolves against us. */
async function dropQueueSchema(database: pg.Pool): Promise<void> {
  try {
    await database.query('drop schema if exists bullmq cascade');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '40P01')) throw error;
    await dropQueueSchema(database);
  }
}

/** Its idle connections may be cut by the test. */
function quietPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => {});
  return pool;
}
