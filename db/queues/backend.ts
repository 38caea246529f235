import type { BackendFactory, IQueueBackend } from 'bullmq';

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
  /** For adding jobs: fails within seconds when the store is unreachable. */
  producer(): Binding;
  /** For this many workers: waits for the store to return. */
  consumer(workers: number): Binding;
}
