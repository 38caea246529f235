/*
 * Ours, as the worker does it: robots.txt, the host's slot in Postgres, the guarded fetch, the sealed browser whose every
 * request is judged, the look whether the price is there, the reading, the last guard. Each lane is a shop of its own;
 * their pace is 0, the setting for shops of our own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#db/config.ts';
import { logger } from '#db/log.ts';
import { openOrm } from '#db/orm.ts';
import { isBuyable } from '#domain/availability.ts';
import { guardReading, holdsOffers } from '#worker/crawl/read-fetched-page.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { politeRender } from '#worker/fetch/polite-render.ts';
import { type Cost, inLanes, runSubject } from './subject.ts';

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
  const { extract, fetcher, renderer } = services;
  const retailer = { name: 'Wattlebird', currency: 'AUD' };
  return {
    async close() {
      await services.close();
      await orm.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    async work(paths) {
      const read: Cost['read'] = {};
      const ems = Array.from({ length: lanes }, () => orm.em.fork());
      await inLanes(paths, lanes, async (path, lane) => {
        const em = ems[lane] ?? orm.em.fork();
        const url = `http://shop-${lane}.demo-shops.localhost${path}`;
        const isComplete = (text: string) => holdsOffers(extract, text, url);
        const pace = { paceMs: 0 };
        const page = await politeRender(em, fetcher, renderer, { url }, pace, isComplete);
        const { body, contentType } = page;
        const reading = await extract.readPage({ body, url: page.url, contentType });
        const [first] = guardReading(reading, retailer).offers;
        const product = reading.product ?? first?.reading;
        read[path] =
          first && product
            ? {
                name: product.name,
                price: (first.guarded.priceCents / 100).toFixed(2),
                isInStock: isBuyable(product.availability),
              }
            : null;
      });
      return read;
    },
  };
});
