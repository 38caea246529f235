/*
 * Runs for on-demand pages only. Under site/server.ts the locals are there already; in `astro dev`
 * there is no server of ours, so the API is made here, once, at the first request.
 */
import { defineMiddleware } from 'astro:middleware';
import type { Api } from './api/app.ts';

let development: Promise<Api> | null = null;

async function openDevelopmentApi(): Promise<Api> {
  const { loadConfig } = await import('#db/config.ts');
  const { ensurePostgres } = await import('#db/embedded-postgres/ensure.ts');
  const { migrate } = await import('#db/migrate.ts');
  const { createApi } = await import('./api/app.ts');
  const { createServices } = await import('./api/services.ts');
  const config = loadConfig();
  const databaseUrl = config.databaseUrl ?? (await ensurePostgres(config.dataDir)).url;
  await migrate(databaseUrl);
  return createApi(await createServices({ ...config, databaseUrl }));
}

export const onRequest = defineMiddleware(async (context, next) => {
  // The condition is a constant at build time: db/ and site/api/ stay out of the bundle.
  if (import.meta.env.DEV && !context.isPrerendered) {
    development ??= openDevelopmentApi();
    const handle = await development;
    const remoteAddress = context.clientAddress;
    context.locals.remoteAddress = remoteAddress;
    context.locals.siteOrigin = context.url.origin;
    context.locals.api = (request) => handle(request, { remoteAddress });
  }
  return next();
});
