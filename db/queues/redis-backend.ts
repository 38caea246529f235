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

/** Jobs in Redis or Valkey: what many worker machines share. */
export function redisBackend(redisUrl: string): QueueBackend {
  return {
    kind: 'redis',
    address: maskUrl(redisUrl),
    // Redis needs no schema; only schedules are lost by a wipe, and those are put back by their owner.
    prepare: async () => void (await readClock(redisUrl)),
    clock: () => readClock(redisUrl),
    // A request of a shopper must not hang on a Redis that is away.
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

/** One try, no reconnecting: for a question that wants an answer now. */
async function readClock(redisUrl: string): Promise<number> {
  const client = new Redis(redisUrl, {
    ...COMMON,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    commandTimeout: 2_000,
  });
  // The call itself only says "Connection is closed": why is in the event before it.
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
