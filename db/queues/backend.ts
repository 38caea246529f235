import type { BackendFactory, IQueueBackend } from 'bullmq';

/** What a BullMQ Queue or Worker needs to reach its store. */
export interface Binding {
  readonly connection: unknown;
  readonly factory: BackendFactory<IQueueBackend, unknown>;
  /** Ends the connections behind it, after the queues or workers on it are closed. */
  close(): Promise<void>;
}

/** Where jobs are kept. Two exist, Postgres and Redis; both pass tests/worker/queue-conformance.test.ts. */
export interface QueueBackend {
  readonly kind: 'postgres' | 'redis';
  /** The address with its password masked, for messages. */
  readonly address: string;
  /** Makes the store ready, also again after it was wiped; harmless when it is. Throws when it cannot be reached. */
  prepare(): Promise<void>;
  /** The store's time in ms since 1970. Throws unless the store answers and is prepared. */
  clock(): Promise<number>;
  /** For adding jobs: fails within seconds when the store is away. */
  producer(): Binding;
  /** For this many workers: waits for the store to come back. */
  consumer(workers: number): Binding;
}
