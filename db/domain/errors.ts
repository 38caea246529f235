/* Errors that cross a boundary; mapped to HTTP in site/api/core/failures.ts and to retries in worker/queues. */

/** A message for the caller with a stable code. `status` is its HTTP status. */
export class PublicError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs: number | null;
  constructor(status: number, code: string, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'PublicError';
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The password is right but the account requires a code. `challenge` continues this sign-in only. */
export class SecondFactorNeeded extends PublicError {
  readonly challenge: string;
  constructor(challenge: string) {
    super(403, 'second-factor-needed', 'Enter the code of your authenticator app to sign in.');
    this.challenge = challenge;
  }
}

/** A fault that the operator must fix before the program can run: printed without a stack, exit code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** A wrong command line: printed as one line, exit code 2. */
export class UsageError extends OperatorError {}

/** A fetch that gave no page. `retryAfterMs` null: no retry before the page's next slot. */
export class FetchRefused extends Error {
  readonly reason: FetchRefusal;
  readonly retryAfterMs: number | null;
  constructor(reason: FetchRefusal, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'FetchRefused';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

export const FETCH_REFUSALS = [
  'address-forbidden', // our own guard: not http(s), a private address
  'redirected-away', // sent to another site, from https to http, or where our guard lets nobody go
  'robots-denied', // robots.txt says no
  'robots-unreachable', // robots.txt could not be read, so nothing may be fetched (RFC 9309 §2.3.1.4)
  'rate-limited', // 429, or 503 with Retry-After
  'forbidden', // 401 or 403
  'not-found', // 404 or 410
  'server-error', // 5xx
  'bad-status', // any other status than 200 and 304
  'redirect-loop', // more than 3 hops
  'too-large', // past the byte limit, compressed or not
  'timeout', // connect, header, body or total time
  'network', // DNS, TLS, reset, truncated
  'own-network', // our line, name server or sockets: no fault of the host
  'content-type', // not a page, a sitemap or JSON
  'breaker-open', // the host rests after 5 consecutive refusals, or asked us to come back later
  'browser-unavailable', // the page needs script and no Chromium can run here, or it ended
] as const;
export type FetchRefusal = (typeof FETCH_REFUSALS)[number];

/** Refusals that concern the whole host or our own network, not the page. */
export const HOST_WIDE = new Set<FetchRefusal>(['breaker-open', 'rate-limited', 'own-network']);

/** A later attempt owns the page, so this one's result must not be written. Never retried. */
export class StaleAttempt extends Error {
  override readonly name = 'StaleAttempt';
}

/** The code of a thrown value: 'ENOENT', or a SQLSTATE; '' without one. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

/** The message of a thrown value, or the value as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
