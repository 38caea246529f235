import { DelayedError, type Job, type Processor, UnrecoverableError } from 'bullmq';
import { prettifyError, ZodError } from 'zod';
import { FetchRefused, StaleAttempt } from '#domain/errors.ts';
import type { JobContract } from '#domain/jobs.ts';

/** Within this the put-back job is promoted, or else falls due by itself. */
const PROMOTION_GRACE_MS = 5_000;

/** What a handler may know and heed about the job it runs. */
export interface JobContext {
  /** 1 for the first try. Being put back or taken over from a dead worker does not count. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborts when another worker has taken the job over, or the process can wait no longer: stop at once. */
  readonly signal: AbortSignal;
  /** Aborts when the process drains: finish the page in hand and ask to be run again. */
  readonly closing: AbortSignal;
}

/** `againInMs`: put the same job back, 0 to the end of its lane; that uses up no try. */
export interface HandlerResult {
  readonly againInMs: number;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing
type Outcome = Promise<HandlerResult | void>;

/** Does one job. Throwing means trying again, except StaleAttempt, ZodError and a FetchRefused without a time. */
export type Handler<Payload> = (payload: Payload, context: JobContext) => Outcome;

/** A contract with what does its work. */
export interface Consumer {
  readonly contract: JobContract;
  readonly handle: Handler<unknown>;
}

/** What one lane's worker needs. */
export interface JobRunner {
  /** The BullMQ processor: parses, calls, and maps the outcome. */
  run: Processor<unknown, void>;
  /** True while the job is being put back: it is nobody's, and its lock need not be held. */
  isLeaving(jobId: string): boolean;
}

/** Runs the jobs of these consumers in one lane. */
export function jobRunner(consumers: readonly Consumer[], closing: AbortSignal): JobRunner {
  const byName = new Map(consumers.map((consumer) => [consumer.contract.name, consumer]));
  const leaving = new Set<string | undefined>();
  return {
    isLeaving: (jobId) => leaving.has(jobId),
    async run(job, token, signal) {
      const consumer = byName.get(job.name);
      if (!consumer) throw new UnrecoverableError(`no consumer for job '${job.name}'`);
      const delayMs = await attempt(consumer, job, signal ?? closing, closing);
      if (delayMs === null) return;
      leaving.add(job.id);
      try {
        await putBack(job, delayMs, token);
      } finally {
        leaving.delete(job.id);
      }
      throw new DelayedError();
    },
  };
}

/** Runs the handler once. Milliseconds until the job is to run again, or null when it is done. */
async function attempt(
  { contract, handle }: Consumer,
  job: Job<unknown>,
  signal: AbortSignal,
  closing: AbortSignal,
): Promise<number | null> {
  try {
    const result = await handle(contract.payload.parse(job.data), {
      attempt: job.attemptsMade + 1,
      isLastAttempt: job.attemptsMade + 1 >= contract.attempts,
      signal,
      closing,
    });
    return result ? result.againInMs : null;
  } catch (error) {
    if (error instanceof FetchRefused && error.retryAfterMs !== null) return error.retryAfterMs;
    throw isFinal(error) ? unrecoverable(error) : error;
  }
}

/**
 * A delayed job that falls due keeps its old place on Postgres, ahead of those that never had a turn; one that
 * is promoted goes to the end on both stores. If we die in between, it falls due after all.
 */
async function putBack(job: Job<unknown>, delayMs: number, token?: string): Promise<void> {
  const isNow = delayMs <= 0;
  await job.moveToDelayed(Date.now() + (isNow ? PROMOTION_GRACE_MS : Math.ceil(delayMs)), token);
  if (isNow) await job.promote();
}

type FinalError = ZodError | StaleAttempt | FetchRefused;

/** Trying again cannot help: the payload is wrong, a later attempt owns the work, or the shop said no. */
function isFinal(error: unknown): error is FinalError {
  return (
    error instanceof ZodError || error instanceof StaleAttempt || error instanceof FetchRefused
  );
}

/** In BullMQ's words, with the error itself as the cause. */
function unrecoverable(error: FinalError): UnrecoverableError {
  const message = error instanceof ZodError ? prettifyError(error) : error.message;
  return Object.assign(new UnrecoverableError(`${error.name}: ${message}`), { cause: error });
}
