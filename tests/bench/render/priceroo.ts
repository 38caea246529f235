/*
 * Ours, as the worker does it: robots.txt, the host's slot in Postgres, the guarded fetch, the sealed browser whose every
 * request is judged, the look whether the price is there, the reading, the last guard. Each lane is a shop of its own;
 * their pace is 0, the setting for shops of our own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrm } from '#db/orm.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { readClaimed, renderClaimed } from '#worker/crawl/fetch-claimed.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { inLanes, type Read, runSubject, statementOf } from '../subjects.ts';

const SHOP = { paceMs: 0, discovery: { sitemap: false, listUrls: [], searchUrlTemplate: null } };
const KNOWN_PAGE = {
  id: '',
  retailerId: '',
  kind: 'product',
  fence: 0,
  etag: null,
  lastModified: null,
  intervalMinutes: 120,
  priority: 10,
  lastOutcome: 'stored',
  lastReason: null,
} as const;

runSubject(async ({ port, lanes, databaseUrl, chromiumPath }) => {
  const orm = await openOrm(databaseUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'priceroo-bench-'));
  const config = {
    ...loadConfig({ NODE_ENV: 'test' }),
    demoRetailers: true,
    demoPort: port,
    chromiumPath,
    dataDir,
  };
  const services = openCrawl(config, orm, logger('bench'));
  return {
    async close() {
      await services.close();
      await orm.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    async work(paths) {
      const read: Read = {};
      const ems = Array.from({ length: lanes }, () => orm.em.fork());
      await inLanes(paths, lanes, async (path, lane) => {
        const em = ems[lane] ?? orm.em.fork();
        const url = `http://shop-${lane}.demo-shops.localhost${path}`;
        const claim = { ...KNOWN_PAGE, url };
        const rendered = await renderClaimed({ services, em, retailer: SHOP }, claim);
        const reading =
          rendered.reading ?? (await readClaimed(services.extract, SHOP, claim, rendered));
        read[path] = statementOf(reading);
      });
      return read;
    },
  };
});
