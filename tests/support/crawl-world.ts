import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { openOrm } from '#db/orm.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { createRetailer } from './factory.ts';

/** A migrated database of its own, with what the crawl needs. */
export type CrawlWorld = Awaited<ReturnType<typeof openCrawlWorld>>;

/** Opens a crawl world that may reach these origins. `now` is the clock of observations; default the database's. */
export async function openCrawlWorld(
  allowedOrigins: string[],
  now?: () => Date,
  given?: TestDatabase,
) {
  const database = given ?? (await createMigratedDatabase());
  const orm = await openOrm(database.url);
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: join(tmpdir(), 'priceroo-test-data') });
  const services: ReturnType<typeof openCrawl> = {
    ...openCrawl(config, orm, logger('test'), allowedOrigins),
    ...(now && { now }),
  };
  const em = () => orm.em.fork() as EntityManager;
  const disconnect = async () => {
    await services.close();
    await orm.close();
  };
  return {
    databaseUrl: database.url,
    config,
    services,
    em,
    async addRetailer(slug: string, origin: string) {
      await createRetailer(em(), { slug, website: origin, category: 'Test', trustScore10: 8 });
      const retailer = await findRetailer(em(), { slug });
      if (!retailer) throw new Error(`retailer ${slug} was not added`);
      return retailer;
    },
    /** Ends all that works on the database, which stays. */
    disconnect,
    /** Also drops the database. */
    async close() {
      await disconnect();
      await database.drop();
    },
  };
}
