import type { Logger } from 'pino';
import { request } from 'undici';
import { VERSION } from '#db/runtime/repo-root.ts';
import { messageOf } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time.ts';

/** Time limit of a call. */
const CALL_TIMEOUT_MS = 8_000;
/** Maximum bytes read of a response's body; only its status matters. */
const MOST_ANSWER_BYTES = 64 * 1024;

/** What is sent: nothing (GET), or a body (POST). */
interface OperatorCall {
  body?: string;
  headers?: Record<string, string>;
}

/**
 * Calls an address that the operator configured and returns its status. Redirects are not followed, as the operator chose the address.
 * Throws when there is no answer within 8 s.
 */
export async function callOperator(
  url: string,
  { body, headers }: OperatorCall = {},
): Promise<number> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const answer = await request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'user-agent': `Priceroo/${VERSION}`, ...headers },
    ...(body !== undefined && { body }),
    signal,
  });
  await answer.body.dump({ limit: MOST_ANSWER_BYTES, signal });
  return answer.statusCode;
}

/** Calls HEARTBEAT_URL, at most once a minute; `now` is a monotonic clock in ms. Never rejects, and never logs the address, which is a secret. */
export function createHeartbeat(
  url: string | null,
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (url === null || now() < nextAt) return;
    nextAt = now() + MINUTE_MS;
    try {
      const status = await callOperator(url);
      if (status >= 300) log.warn({ status }, 'HEARTBEAT_URL refused the heartbeat');
    } catch (error) {
      log.warn({ reason: messageOf(error).replaceAll(url, '…') }, 'HEARTBEAT_URL does not answer');
    }
  };
}
