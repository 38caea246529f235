/**
 * A failed API call. `status` is 0 without a response; `serverText` is the server's text for the shopper, if any; `field` is the
 * invalid input, if any.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly serverText: string | null;
  readonly field: string | null;
  constructor(
    status: number,
    code: string,
    serverText: string | null,
    field: string | null = null,
    cause?: unknown,
  ) {
    super(serverText ?? code, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.serverText = serverText;
    this.field = field;
  }
}

/** The server's text for a failure, else the screen's text `fallback`. */
export function errorText(fault: unknown, fallback: string): string {
  return (fault instanceof ApiError && fault.serverText) || fallback;
}

/** True if the call failed because the shopper is not signed in. */
export function isSignedOut(fault: unknown): boolean {
  return fault instanceof ApiError && fault.status === 401;
}

/** Timeout of every call (spec §9). */
export const API_TIMEOUT_MS = 10_000;

/** The error for a failure response; its `cause` is the body. */
export function refusalOf(status: number, body: unknown): ApiError {
  const text = (name: string): string | null => {
    const value = body && typeof body === 'object' && Reflect.get(body, name);
    return typeof value === 'string' ? value : null;
  };
  const code = text('code') ?? (status === 200 ? 'refused' : `http-${status}`);
  return new ApiError(status, code, text('error') ?? text('message'), text('field'), body);
}

/** One sentence on what the shopper can do about a failed call; null if the screen's own text is enough. */
export function faultAdvice(fault: unknown, isOnline = navigator.onLine): string | null {
  if (!(fault instanceof ApiError)) return null;
  const { status } = fault;
  if (status === 0) {
    return isOnline
      ? 'We got no response. Check your connection and try again.'
      : 'You are offline. Connect to the internet, then try again.';
  }
  if (status === 401) return 'Your session has ended.';
  if (status === 429) return 'Too many requests at once. Wait a minute, then try again.';
  if (status >= 500) return 'Something went wrong at our end. Please try again shortly.';
  return null;
}
