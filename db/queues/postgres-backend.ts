import {
  type BackendFactory,
  createPostgresBackend,
  type IQueueBackend,
  runMigrations,
} from 'bullmq';
import pg from 'pg';
import { z } from 'zod';
import { maskUrl } from '#db/runtime/mask-secret.ts';
import { addressOf, isPooled } from '#db/runtime/pooler.ts';
import { guardPool } from '#db/runtime/postgres-pool.ts';
import { OperatorError } from '#domain/errors.ts';
import { reportErrors } from '../runtime/report-errors.ts';
import type { Binding, QueueBackend } from './backend.ts';

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
