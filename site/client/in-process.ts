import { hc } from 'hono/client';
import type { Api } from '#site/api/app.ts';

/** The API client for rendering a page: calls run in this process on behalf of the shopper. */
export function callsOf({ api, siteOrigin }: App.Locals) {
  return hc<Api>(`${siteOrigin}/api`, {
    headers: { origin: siteOrigin },
    fetch: (input: RequestInfo | URL, init?: RequestInit) => api(new Request(input, init)),
  });
}
