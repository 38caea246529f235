import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  runMigrations,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { z } from 'zod';
import { maskUrl } from '#db/runtime/mask-secret.ts';
import { addressOf, isPooled } from '#db/runtime/pooler.ts';
import { guardPool } from '#db/runtime/postgres-pool.ts';
import { OperatorError } from '#domain/errors.ts';
import { reportErrors } from '../runtime/report-errors.ts';

/** The connection of a BullMQ Queue or Worker to its store. */
export interface Binding {
  readonly connection: unknown;
  readonly factory: BackendFactory<IQueueBackend, unknown>;
  /** Closes its connections; call it after closing its queues or workers. */
  close(): Promise<void>;
}

/** A store for jobs. Postgres and Redis exist; both pass tests/worker/queue-conformance.test.ts. */
export interface QueueBackend {
  readonly kind: 'postgres' | 'redis';
  /** The address with masked password, for messages. */
  readonly address: string;
  /** Sets up the store, also after it was wiped; idempotent. Throws when it is unreachable. */
  prepare(): Promise<void>;
  /** The store's time in ms since 1970. Throws unless the store responds and is set up. */
  clock(): Promise<number>;
  /** Expires the lock of a running job if this worker still holds it, so that the next check for stalled jobs takes it over. */
  releaseJob(queue: string, id: string, worker: string): Promise<void>;
  /** For adding jobs: fails within seconds when the store is unreachable. */
  producer(): Binding;
  /** For this many workers: waits for the store to return. */
  consumer(workers: number): Binding;
}

/** Of BullMQ's keys in Redis. */
export const KEY_PREFIX = 'priceroo';
const SCHEMA = 'bullmq';
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;
/** Concurrent queries of one process's workers, in addition to their listening connections. */
const QUERY_CONNECTIONS = 6;

/** Keeps jobs in the schema `bullmq` of our own database: nothing else to install. */
export function postgresBackend(databaseUrl: string): QueueBackend {
  return {
    kind: 'postgres',
    address: maskUrl(databaseUrl),
    prepare: () =>
      withClient(databaseUrl, async (client) => void (await runMigrations(client, SCHEMA))),
    clock: async () => {
      const { rows } = await withClient(databaseUrl, (client) =>
        client.query(
          `select extract(epoch from clock_timestamp())::float8 * 1000 as ms from ${SCHEMA}.migration limit 1`,
        ),
      );
      return z.tuple([z.object({ ms: z.number() })]).parse(rows)[0].ms;
    },
    releaseJob: (queue, id, worker) =>
      withClient(databaseUrl, async (client) => {
        await client.query(
          `update ${SCHEMA}.job set locked_until_ms = 0
           where queue = $1 and id = $2 and state = 'active' and processed_by = $3`,
          [queue, id, worker],
        );
      }),
    producer: () => bindPool(databaseUrl, 3),
    // Each worker holds one connection to listen on.
    consumer: (workers) => bindPool(databaseUrl, workers + QUERY_CONNECTIONS),
  };
}

function bindPool(connectionString: string, max: number): Binding {
  const pool = new pg.Pool({
    connectionString,
    max,
    // BullMQ's SQL names its tables without a schema.
    options: `-c search_path=${SCHEMA}`,
    // Otherwise a silently dropped listener goes unnoticed.
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'priceroo-queues',
  });
  guardPool('queue pool', pool);
  return {
    connection: pool,
    factory: createPostgresBackend as BackendFactory<IQueueBackend, unknown>,
    close: () => pool.end(),
  };
}

/** Opens a connection without a query limit: a migration may wait for another process's migration. */
async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>) {
  if (isPooled(addressOf(connectionString))) {
    throw new OperatorError(
      'DATABASE_URL leads through a pooler such as PgBouncer, which breaks LISTEN, which the queues need: set REDIS_URL, or the address of Postgres itself.',
    );
  }
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  reportErrors('queue migration', client);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const COMMON = {
  connectTimeout: 5_000,
  keepAlive: 10_000,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
};

/** Keeps jobs in Redis or Valkey, shared by many worker machines. */
export function redisBackend(redisUrl: string): QueueBackend {
  return {
    kind: 'redis',
    address: maskUrl(redisUrl),
    // Redis needs no schema; a wipe loses only schedules, which their owner restores.
    prepare: async () => void (await readClock(redisUrl)),
    clock: () => readClock(redisUrl),
    releaseJob: (queue, id, worker) =>
      withRedis(redisUrl, async (client) => {
        const job = `${KEY_PREFIX}:${queue}:${id}`;
        await client.eval(RELEASE, 2, job, `${job}:lock`, worker);
      }),
    // A shopper's request must not hang on an unreachable Redis.
    producer: () => bindClient(redisUrl, { maxRetriesPerRequest: 1, commandTimeout: 5_000 }),
    // BullMQ insists on null for workers: they wait for Redis to return.
    consumer: () => bindClient(redisUrl, { maxRetriesPerRequest: null }),
  };
}

function bindClient(
  redisUrl: string,
  options: { maxRetriesPerRequest: number | null; commandTimeout?: number },
): Binding {
  const client = new Redis(redisUrl, { ...COMMON, ...options });
  reportErrors('queue redis', client);
  return {
    connection: client,
    factory: createRedisBackend as BackendFactory<IQueueBackend, unknown>,
    close: async () => client.disconnect(),
  };
}

/** The job's field `pb` names the worker that took it last. */
const RELEASE = `if redis.call('hget', KEYS[1], 'pb') == ARGV[1] then redis.call('del', KEYS[2]) end`;

function readClock(redisUrl: string): Promise<number> {
  return withRedis(redisUrl, async (client) => {
    const [seconds, micros] = await client.time();
    return Number(seconds) * 1000 + Number(micros) / 1000;
  });
}

/** One try without reconnecting, for callers that need an answer now. */
async function withRedis<T>(redisUrl: string, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(redisUrl, {
    ...COMMON,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    commandTimeout: 2_000,
  });
  // The call itself fails with "Connection is closed"; the event before it has the cause.
  let cause: Error | undefined;
  client.on('error', (error) => {
    cause = error;
  });
  try {
    await client.connect();
    return await use(client);
  } catch (error) {
    throw cause ?? error;
  } finally {
    client.disconnect();
  }
}
