/* The client of /api. api.ts loads it with the first call, because most page views need none. */
import { hc } from 'hono/client';
import type { Api } from '#site/api/app.ts';
import { API_TIMEOUT_MS, ApiError, isSignedOut, refusalOf } from './api-error.ts';
import { STORAGE_KEYS } from './stored-values.ts';

/** The typed client of the API. */
export const api = hc<Api>('/api', { fetch: send, headers: requestHeaders });

let wasSignedIn = false;

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, { ...init, signal: AbortSignal.timeout(API_TIMEOUT_MS) });
    if (!response.ok) throw await failureOf(response);
    return response;
  } catch (fault) {
    const error =
      fault instanceof ApiError ? fault : new ApiError(0, 'no-answer', null, null, fault);
    const path = String(input).replace(/^\/api/, '');
    // The API refuses calls that the page makes after a sign-out, before it is left. That is no error.
    const hasSignedOut = wasSignedIn && !storedToken();
    if (!(isSignedOut(error) && hasSignedOut))
      console.error('[api]', init?.method, path, error.status, error.code);
    throw error;
  }
}

function requestHeaders(): Record<string, string> {
  const token = storedToken();
  wasSignedIn ||= token !== null;
  return { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
}

function storedToken(): string | null {
  return localStorage.getItem(STORAGE_KEYS.token);
}

/** Reads the body of a failure. A response that is not JSON (a proxy's page) has no text for the shopper. */
async function failureOf(response: Response): Promise<ApiError> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = isJson ? await response.json() : null;
  return refusalOf(response.status, body);
}
