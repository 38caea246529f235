/* All calls under /api, served by Astro. In production the server handles them in front of Astro with the same function. */
import type { APIRoute } from 'astro';

export const prerender = false;

/** Passes the request to the API at the canonical origin. */
export const ALL: APIRoute = ({ request, locals }) => {
  const { pathname, search } = new URL(request.url);
  return locals.api(new Request(locals.siteOrigin + pathname + search, request));
};
