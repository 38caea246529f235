/* The entry of the built pages and endpoints (astro.config.mjs): Astro's app as a function from request to response. */
import { createApp } from 'astro/app/entrypoint';

const app = createApp();

/** Renders the page or endpoint at the request's path; null if no route matches. */
export async function render(request: Request, locals: App.Locals): Promise<Response | null> {
  const routeData = app.match(request);
  if (!routeData) return null;
  // The server has its own page for a fault. By default, Astro would fetch one over HTTP.
  const prerenderedErrorPageFetch = async () => new Response(null, { status: 500 });
  return app.render(request, { locals, routeData, prerenderedErrorPageFetch });
}
