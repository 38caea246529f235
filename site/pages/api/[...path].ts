/* All calls under /api: Astro's adapter passes them to the Hono app (site/api/app.ts). */
import type { APIRoute } from 'astro';

export const prerender = false;

/** Passes the request to the API at the canonical origin. */
export const ALL: APIRoute = ({ request, locals }) => {
  const { pathname, search } = new URL(request.url);
  return locals.api(new Request(locals.siteOrigin + pathname + search, request));
};
