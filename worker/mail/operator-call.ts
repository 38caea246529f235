import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { type Dispatcher, request } from 'undici';
import { VERSION } from '#db/runtime/repo-root.ts';
import { messageOf } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time.ts';

/** Time limit of a call. */
const CALL_TIMEOUT_MS = 8_000;
/** Maximum bytes read of a response's body; only its status matters. */
const MOST_ANSWER_BYTES = 64 * 1024;

/** What is sent: nothing (GET), or a body (POST). */
export interface OperatorCall {
  body?: string;
  headers?: Record<string, string>;
  /** Runs when the connection is there, before the receiver gets the first byte; if it throws, there is none. */
  onTransfer?: (() => Promise<void>) | undefined;
  dispatcher?: Dispatcher | undefined;
}

/**
 * Calls an address that somebody configured and returns its status. Redirects are not followed. Throws when there is no answer within
 * 8 s.
 */
export async function callOperator(
  url: string,
  { body, headers, onTransfer, dispatcher }: OperatorCall = {},
): Promise<number> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
  const answer = await request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'user-agent': `Priceroo/${VERSION}`, ...length, ...headers },
    ...(body !== undefined && {
      body: onTransfer ? Readable.from(transferred(body, onTransfer)) : body,
    }),
    ...(dispatcher && { dispatcher }),
    signal,
  });
  await answer.body.dump({ limit: MOST_ANSWER_BYTES, signal });
  return answer.statusCode;
}

/** Undici reads it once connected. */
async function* transferred(body: string, onTransfer: () => Promise<void>) {
  await onTransfer();
  yield Buffer.from(body);
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
