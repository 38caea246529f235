import { FetchRefused } from '#domain/errors.ts';
import { retryAfterMs } from './retry-after.ts';

/** Why a status other than 200, 304 and redirects gives no page, with the wait the host asked for. */
export function statusRefusal(
  status: number,
  retryAfter: string | null,
  url: string,
): FetchRefused {
  const waitMs = retryAfterMs(retryAfter);
  return new FetchRefused(reasonOf(status, waitMs), `${url} answered ${status}`, waitMs);
}

function reasonOf(status: number, waitMs: number | null): FetchRefused['reason'] {
  if (status === 429 || (status === 503 && waitMs !== null)) return 'rate-limited';
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 500 ? 'server-error' : 'bad-status';
}
