import { logger } from '#db/log.ts';

/** While a store is away the same error comes many times a second; it is logged this often. */
const REPEAT_MS = 5_000;

interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Logs the errors that a connection, queue or worker emits; without a listener Node would end the process.
 * The same message is logged once in 5 s.
 */
export function reportErrors(source: string, emitter: ErrorSource): void {
  const log = logger('queues');
  let lastMessage = '';
  let lastAt = 0;
  emitter.on('error', (error) => {
    const now = Date.now();
    if (error.message === lastMessage && now - lastAt < REPEAT_MS) return;
    lastMessage = error.message;
    lastAt = now;
    log.warn({ source, err: error }, 'queue store error, retried by itself');
  });
}
