import { DAY_MS } from '#domain/time.ts';

/** The longest a host may send us away in one answer, in milliseconds: 24 h. */
export const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * Retry-After (RFC 9110 §10.2.3: seconds or an HTTP date) in milliseconds, 0 to 24 h; null when
 * absent or unreadable. A date in the past is 0.
 */
export function retryAfterMs(header: string | null, now: Date = new Date()): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
  // Every HTTP date begins with a day's name; Date.parse alone would take '-5' or '1.5' for a year.
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  return Math.min(Math.max(time - now.getTime(), 0), MAX_RETRY_AFTER_MS);
}
