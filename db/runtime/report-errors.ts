import type { Logger } from 'pino';
import { logger } from '#db/runtime/log.ts';
import { isStoreAway } from '#db/runtime/store-away.ts';
import { codeOf, messageOf } from '#domain/errors.ts';

/** An unreachable store raises many errors a second; each source logs one per interval. */
const QUIET_MS = 2_000;
/** A slow machine loses many locks in a row; one line per interval counts them. */
const QUIET_LOCKS_MS = 60_000;

/** BullMQ's codes for a job that another worker took (JobNotExist, JobLockNotExist, JobNotInState, JobLockMismatch). */
const LOST_LOCK: ReadonlySet<string> = new Set(['-1', '-2', '-3', '-6']);

interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Logs errors of a connection, queue or worker, which would otherwise end the process: one line per 2 s with the count of omitted ones. */
export function reportErrors(source: string, emitter: ErrorSource): void {
  const warn = countedWarning(
    logger('connections', { source }),
    'connection error; retrying',
    QUIET_MS,
  );
  emitter.on('error', (err) => {
    if (LOST_LOCK.has(codeOf(err))) reportLostJob({ reason: messageOf(err) });
    else warn(isStoreAway(err) ? { reason: messageOf(err) } : { err });
  });
}

let warnOfLostJob: ReturnType<typeof countedWarning> | null = null;

/** Logs that a job lost its lock and another worker takes it over: one line a minute and process, without a stack. */
export function reportLostJob(details: object): void {
  warnOfLostJob ??= countedWarning(
    logger('queues'),
    'a process died, was suspended or too busy to keep its lock; another worker takes its job over',
    QUIET_LOCKS_MS,
  );
  warnOfLostJob(details);
}

/** A warning that is logged at most once in `quietMs`, with the number of those omitted since the last one. */
export function countedWarning(
  log: Pick<Logger, 'warn'>,
  text: string,
  quietMs: number,
  now: () => number = () => performance.now(),
): (details: object) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let omitted = 0;
  return (details) => {
    if (now() - loggedAt < quietMs) {
      omitted += 1;
      return;
    }
    log.warn({ ...details, omitted }, text);
    loggedAt = now();
    omitted = 0;
  };
}
