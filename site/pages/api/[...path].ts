/*
 * Every call under /api, as Astro's node adapter serves it, in development and in production. In production the server
 * answers these calls in front of Astro with the very same function, which is faster (site/server/handle-request.ts).
 */
import type { APIRoute } from 'astro';

export const prerender = false;

/** Hands the request to the API at the canonical origin; its limits and errors are inside, so both ways behave alike. */
export const ALL: APIRoute = ({ request, locals }) => {
  const { pathname, search } = new URL(request.url);
  return locals.api(new Request(locals.siteOrigin + pathname + search, request));
};
