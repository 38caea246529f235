/*
 * The one caller of /api in the browser. Screens call the named functions of calls/*.ts, which call this:
 * 10 s time-out, bearer header from the stored token, failures logged as '[api] …' and thrown on.
 */
import { ApiError } from './api-error.ts';
import { STORAGE_KEYS } from './storage-keys.ts';

/** Spec §9. */
export const API_TIMEOUT_MS = 10_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface FailureBody {
  error?: string;
  code?: string;
  field?: string;
}

/** Calls `/api{path}` and gives the whole body of a 2xx answer; throws ApiError for anything else. */
export async function callApi<Body>(method: Method, path: string, body?: unknown): Promise<Body> {
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers: requestHeaders(body !== undefined),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    });
    if (!response.ok) throw await failureOf(response);
    return (await response.json()) as Body;
  } catch (fault) {
    const error =
      fault instanceof ApiError ? fault : new ApiError(0, 'no-answer', null, null, fault);
    console.error('[api]', method, path, error.status, error.code);
    throw error;
  }
}

/** Like callApi, for the usual envelope: gives its `data`. */
export async function callForData<Data>(
  method: Method,
  path: string,
  body?: unknown,
): Promise<Data> {
  const answer = await callApi<{ success: boolean; data: Data } & FailureBody>(method, path, body);
  if (!answer.success) throw new ApiError(200, answer.code ?? 'refused', answer.error ?? null);
  return answer.data;
}

/** Removes what is at `path`; what is gone already, by another tab or a second click, is as good as removed. */
export async function callToRemove(path: string, body?: unknown): Promise<void> {
  try {
    await callApi('DELETE', path, body);
  } catch (fault) {
    if (!(fault instanceof ApiError && fault.status === 404)) throw fault;
  }
}

/** '?a=1&b=2' of the values that are set; '' when none is. */
export function queryOf(values: Record<string, string | number | undefined>): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

function requestHeaders(hasBody: boolean): Record<string, string> {
  const token = localStorage.getItem(STORAGE_KEYS.token);
  return {
    accept: 'application/json',
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

/** Reads the failure's envelope; an answer that is not JSON (a proxy's page) has no words for the shopper. */
async function failureOf(response: Response): Promise<ApiError> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body = isJson ? ((await response.json()) as FailureBody) : {};
  const { status } = response;
  return new ApiError(status, body.code ?? `http-${status}`, body.error ?? null, body.field);
}
