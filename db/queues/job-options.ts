import type { JobsOptions } from 'bullmq';
import type { JobContract } from '#domain/jobs.ts';

export interface AddOptions {
  /** Makes the job unique by this name (letters, digits, `-`, `_`, `.`) instead of by its contract's rule. */
  readonly id?: string;
  /** Not before this many milliseconds from now. */
  readonly delayMs?: number;
}

/** Spread of a back-off, so that jobs which failed together are not tried together. */
const BACKOFF_JITTER = 0.2;
const KEEP_COMPLETED = { count: 100 };
const KEEP_FAILED = { age: 7 * 24 * 3600, count: 500 };

/** What a contract and its payload mean in BullMQ's words. */
export function jobOptions<Payload>(
  contract: JobContract<Payload>,
  payload: Payload,
  options: AddOptions = {},
): JobsOptions {
  const unique = options.id ?? contract.uniqueBy?.of(payload);
  return {
    priority: contract.priority,
    attempts: contract.attempts,
    backoff: { type: 'exponential', delay: contract.backoffMs, jitter: BACKOFF_JITTER },
    // Postgres refuses a fraction of a millisecond.
    delay: Math.ceil(options.delayMs ?? 0),
    // A finished job that is kept would block the next one of the same id; its outcome is in rows and logs.
    ...(unique === undefined
      ? { removeOnComplete: KEEP_COMPLETED, removeOnFail: KEEP_FAILED }
      : { jobId: `${contract.name}.${unique}`, removeOnComplete: true, removeOnFail: true }),
  };
}
