/* Entry of the site's process: configuration → services → API → HTTP server → graceful stop. */
import { join } from 'node:path';
import { hasOperator } from '#db/queries/accounts/users.ts';
import { findPicture } from '#db/queries/offers/pictures.ts';
import { loadConfig, misspelledSettings } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { exitWithParent } from '#db/runtime/parent-process.ts';
import { openPictureBucket } from '#db/runtime/picture-bucket.ts';
import { watchPool } from '#db/runtime/postgres-pool.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { startTracing } from '#db/runtime/tracing.ts';
import { OperatorError } from '#domain/errors.ts';
import { createAdmin } from './admin/admin-app.ts';
import { FIRST_OPERATOR } from './admin/sign-in-page.ts';
import { createApi } from './api/app.ts';
import { createServices } from './api/core/services.ts';
import { createPublicPages } from './server/public-pages/public-pages.ts';
import { startSite } from './server/start-site.ts';

async function serve(): Promise<void> {
  const config = loadConfig();
  const log = logger('site');
  for (const slip of misspelledSettings()) log.warn(slip);
  const endTracing = await startTracing(config.tracesTo, 'site');
  const services = await createServices(config);
  const pictureBucket = openPictureBucket(config.s3);
  const publicPages = createPublicPages(services);
  const site = await startSite({
    ...config,
    demoPort: config.demoRetailers ? config.demoPort : 0,
    builtFolder: join(REPO_ROOT, 'dist'),
    findPicture: (hash, width) => findPicture(services.em(), hash, width, pictureBucket),
    publicPages,
    handleApi: createApi(services),
    handleAdmin: createAdmin(services),
    log,
  });
  log.info({ host: config.host, port: site.port, siteUrl: config.siteUrl }, 'site is up');
  // Scans of all offers begin before the first shopper asks for them; a page tries a failed one again.
  for (const scan of [publicPages.drops, publicPages.status, publicPages.categories])
    scan().catch(() => {});
  if (!(await hasOperator(services.em())))
    log.info(`There is no operator for /admin yet. ${FIRST_OPERATOR}`);
  watchPool(services.probe, config.databaseUrl ?? '');

  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'site is stopping');
    await site.stop();
    await services.close();
    await endTracing();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  exitWithParent(() => void stop('the parent process is gone'));
}

try {
  await serve();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
