/* For `astro dev`, which does not run our server: the first request opens the database and creates the API. */
import { defineMiddleware } from 'astro:middleware';

let development: ReturnType<typeof openDevelopment> | null = null;

async function openDevelopment(siteUrl: string) {
  const { loadConfig } = await import('#db/runtime/config.ts');
  const { ensurePostgres } = await import('#db/runtime/embedded-postgres/ensure.ts');
  const { migrate } = await import('#db/migrate.ts');
  const { createApi } = await import('./api/app.ts');
  const { createServices } = await import('./api/core/services.ts');
  const { createPublicPages } = await import('./server/public-pages/public-pages.ts');
  const config = loadConfig();
  const databaseUrl = config.databaseUrl ?? (await ensurePostgres(config.dataDir)).url;
  await migrate(databaseUrl);
  const services = await createServices({ ...config, databaseUrl, siteUrl });
  return { api: createApi(services), publicPages: createPublicPages(services) };
}

export const onRequest = defineMiddleware(async (context, next) => {
  // A constant at build time, so that the bundle excludes db/ and site/api/.
  if (import.meta.env.DEV && !context.isPrerendered) {
    development ??= openDevelopment(context.url.origin);
    const { api, publicPages } = await development;
    const remoteAddress = context.clientAddress;
    context.locals.remoteAddress = remoteAddress;
    context.locals.siteOrigin = context.url.origin;
    context.locals.publicPages = publicPages;
    context.locals.api = (request) => api(request, { remoteAddress });
  }
  return next();
});
