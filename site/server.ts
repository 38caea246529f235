/*
 * The site's process: configuration → services → API (one a process) → HTTP server → graceful stop.
 *   server/start-site      reads the build, listens, drains        server/handle-request   the way of a request
 *   server/static-files    built files in memory, packed           server/call-api         requests under /api
 *   server/page-sink       on-demand pages through Astro           server/demo-proxy       /demo-shops/…
 *   server/public-pages/public-pages         what public pages show, and when that changed
 *   server/page-cache              those pages in memory
 *   server/pictures                /pictures/… from Postgres, kept in memory
 *   server/security-headers, host-check, remote-address, limits    what guards all of them
 */
import { join } from 'node:path';
import { findPicture } from '#db/queries/offers/pictures.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { exitWithParent } from '#db/runtime/parent-process.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { OperatorError } from '#domain/errors.ts';
import { createAdmin, withAdmin } from './admin/admin-app.ts';
import { createApi } from './api/app.ts';
import { createServices } from './api/core/services.ts';
import { createPublicPages } from './server/public-pages/public-pages.ts';
import { startSite } from './server/start-site.ts';

async function serve(): Promise<void> {
  const config = loadConfig();
  const log = logger('site');
  const services = await createServices(config);
  const site = await startSite({
    ...config,
    demoPort: config.demoRetailers ? config.demoPort : 0,
    builtFolder: join(REPO_ROOT, 'dist'),
    findPicture: (hash, width) => findPicture(services.em(), hash, width),
    publicPages: createPublicPages(services),
    handleApi: withAdmin(createApi(services), createAdmin(services)),
    log,
  });
  log.info({ host: config.host, port: site.port, siteUrl: config.siteUrl }, 'site is up');

  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'site is stopping');
    await site.stop();
    await services.close();
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
