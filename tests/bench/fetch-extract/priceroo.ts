/*
 * Ours, as the worker does it: robots.txt, the host's slot in Postgres, the guarded fetch, the reading, the last guard.
 * Each lane is a shop of its own; their pace is 0, the setting for shops of our own. Pages are read as those that are known
 * already, which nearly all are: for what is on them, not for their links.
 */
import { openOrm } from '#db/orm.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { politeFetch } from '#worker/fetch/polite-fetch.ts';
import { inLanes, type Read, runSubject, savedStatementOf, statementOf } from '../subjects.ts';

runSubject(async ({ port, lanes, databaseUrl, saved }) => {
  const orm = await openOrm(databaseUrl);
  const config = { ...loadConfig({ NODE_ENV: 'test' }), demoRetailers: true, demoPort: port };
  const services = openCrawl(config, orm, logger('bench'));
  return {
    async close() {
      await services.close();
      await orm.close();
    },
    async work(paths) {
      const read: Read = {};
      const ems = Array.from({ length: lanes }, () => orm.em.fork());
      await inLanes(paths, lanes, async (path, lane) => {
        const em = ems[lane] ?? orm.em.fork();
        const origin = `http://shop-${lane}.demo-shops.localhost`;
        const page = await politeFetch(
          { em, fetcher: services.fetcher, pace: { paceMs: 0 } },
          { url: origin + path },
        );
        const { body, contentType } = page;
        // A saved page is fetched from here, and read as what it was served as.
        const served = saved[path];
        const url = served?.url ?? page.url;
        const known = { body, url, contentType, nowMs: Date.now(), wantsLinks: false };
        const reading = await services.extract.readPage(known);
        read[path] = served ? savedStatementOf(reading) : statementOf(reading);
      });
      return read;
    },
  };
});
