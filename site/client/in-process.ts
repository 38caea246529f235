import { hc } from 'hono/client';
import type { Api } from '#site/api/app.ts';

/** The calls of the API as a page makes them while it is rendered: in this process, as this shopper. */
export function callsOf({ api, siteOrigin }: App.Locals) {
  return hc<Api>(`${siteOrigin}/api`, {
    headers: { origin: siteOrigin },
    fetch: (input: RequestInfo | URL, init?: RequestInit) => api(new Request(input, init)),
  });
}
