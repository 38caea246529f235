import type { Dispatcher } from 'undici';
import { FetchRefused } from '#domain/errors.ts';
import { DAY_MS } from '#domain/time.ts';
import { FETCH_KINDS, type FetchedPage, type FetchRequest } from './fetched-page.ts';
import type { Hop } from './redirect.ts';
import { type BodyLimits, tooLarge, unpack, unpackGzipFile } from './response-body.ts';

type Header = (name: string) => string | null;

/** Statuses that name another address in `Location`. */
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Collects only the body of a 200 with an accepted content type. */
export function limitsFor({ accept }: FetchRequest): LimitsOf {
  const { contentTypes, limits } = FETCH_KINDS[accept ?? 'page'];
  return (status, headers) =>
    status === 200 && contentTypes.test(contentTypeOf(headers)) ? limits : null;
}

/** Reads one response. Rejects with FetchRefused for any other status or content type than the request accepts. */
export async function readAnswer(
  request: FetchRequest,
  url: URL,
  { status, headers, body }: WireAnswer,
): Promise<Hop<Omit<FetchedPage, 'elapsedMs'>>> {
  const header: Header = (name) => headerText(headers[name]);
  const contentType = contentTypeOf(headers);
  const kind = FETCH_KINDS[request.accept ?? 'page'];
  if (status === 200 && kind.contentTypes.test(contentType)) {
    return { ...(await readContent(request, body, header)), ...common(url, contentType, header) };
  }
  const location = header('location');
  if (REDIRECTS.has(status) && location !== null) return { location };
  if (status === 304 && (request.etag || request.lastModified)) {
    const empty = { status: 304, body: '', content: null, bytes: 0 } as const;
    return { ...empty, ...common(url, contentType, header) };
  }
  if (status === 200) {
    throw new FetchRefused('content-type', `${url} is '${contentType.slice(0, 80)}'`);
  }
  throw statusRefusal(status, header('retry-after'), url.href);
}

async function readContent(request: FetchRequest, packed: Buffer, header: Header) {
  const { limits } = FETCH_KINDS[request.accept ?? 'page'];
  const bytes = await unpack(packed, header('content-encoding'), limits);
  const found = { status: 200, bytes: packed.length } as const;
  if (request.accept === 'image') return { ...found, body: '', content: bytes };
  const text = request.accept === 'sitemap' ? await unpackGzipFile(bytes, limits) : bytes;
  const stated = /charset\s*=\s*["']?([\w:-]{1,40})/i.exec(header('content-type') ?? '')?.[1];
  return { ...found, body: { bytes: text, charset: stated ?? null }, content: null };
}

function common(url: URL, contentType: string, header: Header) {
  return {
    url: url.href,
    contentType,
    etag: validator(header('etag')),
    lastModified: validator(header('last-modified')),
  };
}

function contentTypeOf(headers: WireAnswer['headers']): string {
  return headerText(headers['content-type'])?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Keeps a validator only if it is a valid header value, as later requests send it. */
function validator(value: string | null): string | null {
  return value !== null && /^[\x20-\x7e]{1,256}$/.test(value) ? value : null;
}

/** The refusal for a status other than 200, 304 and redirects, with the host's Retry-After. */
export function statusRefusal(status: number, retryAfter: string | null, url: string) {
  const waitMs = retryAfterMs(retryAfter);
  return new FetchRefused(reasonOf(status, waitMs), `${url} answered ${status}`, waitMs);
}

function reasonOf(status: number, waitMs: number | null): FetchRefused['reason'] {
  if (status === 429 || (status === 503 && waitMs !== null)) return 'rate-limited';
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 500 ? 'server-error' : 'bad-status';
}

export const MAX_RETRY_AFTER_MS = DAY_MS;

/** Retry-After (RFC 9110 §10.2.3: seconds or an HTTP date) in milliseconds, 0 to 24 h; null when absent or unreadable. */
export function retryAfterMs(header: string | null, now: Date = new Date()): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
  // Every HTTP date begins with a weekday; Date.parse alone would read '-5' or '1.5' as a year.
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  return Math.min(Math.max(time - now.getTime(), 0), MAX_RETRY_AFTER_MS);
}

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
