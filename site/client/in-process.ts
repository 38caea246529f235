import { hc } from 'hono/client';
import type { Api } from '#site/api/app.ts';
import { ApiError, faultAdvice } from './api-error.ts';

/** The API client for rendering a page: calls run in this process on behalf of the shopper. */
export function callsOf({ api, siteOrigin }: App.Locals) {
  return hc<Api>(`${siteOrigin}/api`, {
    headers: { origin: siteOrigin },
    fetch: (input: RequestInfo | URL, init?: RequestInit) => api(new Request(input, init)),
  });
}

/** Gives a page the status of a call that failed, 503 for any fault of ours, and returns advice for the shopper. */
export function adviceAfter(failed: { status: number }, page: { status?: number }): string | null {
  page.status = failed.status >= 500 ? 503 : failed.status;
  return faultAdvice(new ApiError(failed.status, 'failed', null), true);
}
