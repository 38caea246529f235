import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { pathOf } from './request-address.ts';

/** Longer paths are truncated; a request line may have 16 KB. */
const MAX_PATH = 500;

/**
 * Logs one line for each request that `listener` handles: method, path, status, milliseconds, bytes sent including headers, and
 * the X-Request-Id. It logs no address, and no query, which may hold search words, codes and tokens.
 */
export function withAccessLog(listener: RequestListener, log: Logger): RequestListener {
  return (request, response) => {
    const startedAt = performance.now();
    const { socket, method } = request;
    const path = pathOf(request.url ?? '').slice(0, MAX_PATH);
    const before = socket.bytesWritten;
    // The API replaces this id with the one in its own log lines.
    response.setHeader('x-request-id', randomUUID());
    response.once('close', () => {
      log.info(
        {
          method,
          path,
          status: response.statusCode,
          ms: Math.round((performance.now() - startedAt) * 10) / 10,
          bytes: socket.bytesWritten - before,
          requestId: response.getHeader('x-request-id'),
          ...(!response.writableFinished && { isCut: true }),
        },
        'request',
      );
    });
    listener(request, response);
  };
}
