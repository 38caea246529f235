import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { pathOf } from './request-address.ts';

/** Longer paths are cut: a request line may have 16 KB. */
const LONGEST_PATH = 500;

/**
 * Writes one line to `log` for each request that `listener` answers: method, path, status, milliseconds, bytes sent with
 * headers, and the id that the answer carries as X-Request-Id. No query, which may hold words, codes and tokens, and no address.
 */
export function withAccessLog(listener: RequestListener, log: Logger): RequestListener {
  return (request, response) => {
    const startedAt = performance.now();
    const { socket, method } = request;
    const path = pathOf(request.url ?? '').slice(0, LONGEST_PATH);
    const before = socket.bytesWritten;
    // An answer of the API replaces it by the id of its own lines.
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
