import { DelayedError, type Job, type Processor, UnrecoverableError } from 'bullmq';
import { prettifyError, ZodError } from 'zod';
import { reportLostJob } from '#db/runtime/report-errors.ts';
import { traced } from '#db/runtime/tracing.ts';
import { FetchRefused, StaleAttempt } from '#domain/errors.ts';
import type { JobContract } from '#domain/jobs.ts';

/** A requeued job is promoted within this time, otherwise it becomes due by itself. */
const PROMOTION_GRACE_MS = 5_000;

/** The signals that a job's handler must obey. */
export interface JobContext {
  /** Aborts when another worker takes the job over, its time limit passes, or the process must end: stop at once. */
  readonly signal: AbortSignal;
  /** Aborts when the process drains: finish the current page and requeue. */
  readonly closing: AbortSignal;
  /** Aborts with either signal, for work that may stop anywhere. */
  readonly stop: AbortSignal;
}

/** `againInMs` requeues the job after this time, 0 at the end of its lane, without using up an attempt. */
export interface HandlerResult {
  readonly againInMs: number;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing
type Outcome = Promise<HandlerResult | void>;

/** Runs one job. Errors cause a retry, except StaleAttempt, ZodError and a FetchRefused without a retry time. */
export type Handler<Payload> = (payload: Payload, context: JobContext) => Outcome;

export interface Consumer {
  readonly contract: JobContract;
  readonly handle: Handler<unknown>;
}

/** Renewals within the lifetime of a job's lock. */
const RENEWALS = 6;

/** The BullMQ processor of one lane: parses the payload, calls the handler and maps its outcome. */
export function jobRunner(
  consumers: readonly Consumer[],
  closing: AbortSignal,
  lockMs: number,
): Processor<unknown, void> {
  const byName = new Map(consumers.map((consumer) => [consumer.contract.name, consumer]));
  return async (job, token = '', signal = closing) => {
    const consumer = byName.get(job.name);
    if (!consumer) throw new UnrecoverableError(`no consumer for job '${job.name}'`);
    const lock = holdLock(job, token, lockMs);
    let delayMs: number | null;
    try {
      const about = { 'messaging.message.id': job.id ?? '' };
      delayMs = await traced([`job ${job.name}`, 'CONSUMER', about], () =>
        attempt(consumer, job, AbortSignal.any([signal, lock.lost]), closing),
      );
    } finally {
      lock.release();
    }
    if (delayMs === null) return;
    await requeue(job, delayMs, token);
    throw new DelayedError();
  };
}

/**
 * Renews the lock of one run until `release`; `lost` aborts when another worker has taken the job over. BullMQ's own renewal is per job,
 * not per run: when a job requeues itself and starts in another slot, renewal would end with the previous run.
 */
function holdLock(
  job: Job<unknown>,
  token: string,
  lockMs: number,
): { lost: AbortSignal; release(): void } {
  const lost = new AbortController();
  let isHeld = true;
  const renew = async () => {
    const renewed = await job.extendLock(token, lockMs);
    if (renewed > 0 || !isHeld) return;
    release();
    lost.abort(new StaleAttempt(`another worker has taken over job ${job.id}`));
    reportLostJob({ job: job.name, jobId: job.id });
  };
  const timer = setInterval(() => {
    // While the store is down nobody takes the job over; the next renewal tries again.
    renew().catch(() => undefined);
  }, lockMs / RENEWALS);
  const release = () => {
    isHeld = false;
    clearInterval(timer);
  };
  return { lost: lost.signal, release };
}

/** Runs the handler once. Returns the milliseconds until the job must run again, or null when it is done. */
async function attempt(
  { contract, handle }: Consumer,
  job: Job<unknown>,
  signal: AbortSignal,
  closing: AbortSignal,
): Promise<number | null> {
  const limit = new AbortController();
  const hung = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const fault = new Error(`the job ran for longer than ${contract.limitMs} ms`);
    limit.abort(fault);
    hung.reject(fault);
  }, contract.limitMs);
  try {
    const limited = AbortSignal.any([signal, limit.signal]);
    const work = handle(contract.payload.parse(job.data), {
      signal: limited,
      closing,
      get stop() {
        return AbortSignal.any([limited, closing]);
      },
    });
    const result = await Promise.race([work, hung.promise]);
    return result ? result.againInMs : null;
  } catch (error) {
    if (error instanceof FetchRefused && error.retryAfterMs !== null) return error.retryAfterMs;
    throw isFinal(error) ? unrecoverable(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Requeues a job. On Postgres a delayed job keeps its position when due; a promoted one goes to the end. If the process dies, the delay
 * applies.
 */
async function requeue(job: Job<unknown>, delayMs: number, token?: string): Promise<void> {
  const isNow = delayMs <= 0;
  await job.moveToDelayed(Date.now() + (isNow ? PROMOTION_GRACE_MS : Math.ceil(delayMs)), token);
  if (isNow) await job.promote();
}

type FinalError = ZodError | StaleAttempt | FetchRefused;

/** True if a retry cannot help: the payload is invalid, a later attempt owns the work, or the shop refused. */
function isFinal(error: unknown): error is FinalError {
  return (
    error instanceof ZodError || error instanceof StaleAttempt || error instanceof FetchRefused
  );
}

/** The error as BullMQ's UnrecoverableError, with the original as its cause. */
function unrecoverable(error: FinalError): UnrecoverableError {
  const message = error instanceof ZodError ? prettifyError(error) : error.message;
  return Object.assign(new UnrecoverableError(`${error.name}: ${message}`), { cause: error });
}
