/* Every call under /api, as Astro serves it. In production the server answers them in front of Astro, by the same function. */
import type { APIRoute } from 'astro';

export const prerender = false;

/** Hands the request to the API at the canonical origin; its limits and errors are inside, so both ways behave alike. */
export const ALL: APIRoute = ({ request, locals }) => {
  const { pathname, search } = new URL(request.url);
  return locals.api(new Request(locals.siteOrigin + pathname + search, request));
};
