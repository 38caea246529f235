import { logger } from '#db/runtime/log.ts';

/** An unreachable store raises many errors a second; each source logs one per interval. */
const QUIET_MS = 2_000;

interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Logs errors of a connection, queue or worker, which would otherwise end the process: one line per 2 s with the count of omitted ones. */
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
    log.warn({ err, omitted }, 'connection error; retrying');
    loggedAt = now;
    omitted = 0;
  });
}
