import type { Dispatcher } from 'undici';
import { FetchRefused } from '#domain/errors.ts';
import { type BodyLimits, tooLarge } from './response-body.ts';

/** A response with its body still packed. */
export interface WireAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  /** Empty if `limitsOf` did not request it. */
  body: Buffer;
}

/** A header as text, repeated ones joined (RFC 9110 §5.3); null when absent. */
export function headerText(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The caps on a body by its status and headers; null if the body is not needed. */
export type LimitsOf = (
  status: number,
  headers: WireAnswer['headers'],
) => Pick<BodyLimits, 'wireBytes' | 'onExcess'> | null;

/** An unneeded body is received up to this size so that its connection can be reused; past it the connection is closed. */
const DROPPED_BYTES = 64 * 1024;

/**
 * Sends one request and collects its response up to its cap. Rejects with FetchRefused 'timeout' or 'too-large', otherwise with
 * the connection's error. Undici's own `request` takes twice the CPU time and leaves garbage that outlives the page.
 */
export function exchangeOnce(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limitMs: number,
  limitsOf: LimitsOf,
  onSent?: () => void,
): Promise<WireAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>();
  const chunks: Buffer[] = [];
  let head: Omit<WireAnswer, 'body'> | null = null;
  let limits: ReturnType<LimitsOf> = null;
  let bytes = 0;
  let control: Dispatcher.DispatchController | null = null;
  let timedOut: FetchRefused | null = null;
  const limit = setTimeout(() => {
    timedOut = new FetchRefused('timeout', `${request.origin}${request.path} took too long`);
    fail(timedOut);
    control?.abort(timedOut);
  }, limitMs);

  function finish(): void {
    clearTimeout(limit);
    const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    if (head) resolve({ ...head, body: limits ? body.subarray(0, limits.wireBytes) : body });
    else reject(new Error('a response without a status'));
  }

  function fail(error: Error): void {
    clearTimeout(limit);
    // The status is known, and an unneeded body may fail.
    if (head && !limits) finish();
    else reject(error);
  }

  dispatcher.dispatch(request, {
    onRequestStart(controller) {
      control = controller;
      if (timedOut) return controller.abort(timedOut);
      onSent?.();
    },
    onResponseStart(controller, status, headers) {
      // 1xx: the final response follows.
      if (status < 200) return;
      head = { status, headers };
      limits = limitsOf(status, headers);
      const stated = Number(headers['content-length']);
      if (limits?.onExcess === 'refuse' && stated > limits.wireBytes) {
        controller.abort(tooLarge(limits.wireBytes));
      }
    },
    onResponseData(controller, chunk) {
      bytes += chunk.length;
      if (limits) chunks.push(chunk);
      if (bytes <= (limits?.wireBytes ?? DROPPED_BYTES)) return;
      const excess = tooLarge(limits?.wireBytes ?? DROPPED_BYTES);
      if (limits?.onExcess === 'cut') finish();
      controller.abort(excess);
    },
    onResponseEnd: finish,
    onResponseError: (_controller, error) => fail(error),
  });
  return promise;
}
