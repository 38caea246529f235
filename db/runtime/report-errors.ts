import { logger } from '#db/runtime/log.ts';

/** While a store is away errors come many times a second; each source logs one in this time. */
const QUIET_MS = 2_000;

interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Logs errors of a connection, queue or worker, which would otherwise end the process: one line in 2 s, with a count of the rest. */
export function reportErrors(source: string, emitter: ErrorSource): void {
  const log = logger('connections', { source });
  let loggedAt = Number.NEGATIVE_INFINITY;
  let omitted = 0;
  emitter.on('error', (err) => {
    const now = Date.now();
    if (now - loggedAt < QUIET_MS) {
      omitted += 1;
      return;
    }
    log.warn({ err, omitted }, 'connection error; it is tried again');
    loggedAt = now;
    omitted = 0;
  });
}
