import { type BackendFactory, createRedisBackend, type IQueueBackend } from 'bullmq';
import { Redis } from 'ioredis';
import { maskUrl } from '#db/runtime/mask-secret.ts';
import { reportErrors } from '../runtime/report-errors.ts';
import type { Binding, QueueBackend } from './backend.ts';

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

/** One try without reconnecting, for callers that need an answer now. */
async function readClock(redisUrl: string): Promise<number> {
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
    const [seconds, micros] = await client.time();
    return Number(seconds) * 1000 + Number(micros) / 1000;
  } catch (error) {
    throw cause ?? error;
  } finally {
    client.disconnect();
  }
}
