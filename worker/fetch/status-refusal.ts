import { FetchRefused } from '#domain/errors.ts';
import { DAY_MS } from '#domain/time.ts';

/** The refusal for a status other than 200, 304 and redirects, with the wait that the host asked for. */
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

/** The longest wait that a Retry-After is granted, in milliseconds. */
export const MAX_RETRY_AFTER_MS = DAY_MS;

/** Retry-After (RFC 9110 §10.2.3: seconds or an HTTP date) in milliseconds, 0 to 24 h; null when absent or unreadable. */
export function retryAfterMs(header: string | null, now: Date = new Date()): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
  // Every HTTP date begins with a day's name; Date.parse alone would take '-5' or '1.5' for a year.
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  return Math.min(Math.max(time - now.getTime(), 0), MAX_RETRY_AFTER_MS);
}
