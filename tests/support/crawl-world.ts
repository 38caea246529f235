import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { openOrm } from '#db/orm.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { findRetailer, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { openCrawl } from '#worker/crawl/services.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { createRetailer } from './factory.ts';
import { type ShopProduct, type ShopServer, startShopServer } from './shop-server.ts';

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
    /** Reads every page of a retailer, as the queue's jobs do. */
    async crawl(retailerId: string) {
      await makePagesDue(em(), retailerId);
      while ((await crawlRetailer(services, retailerId, new AbortController().signal)).more);
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

/** A crawl world with one shop, which is the retailer `test-shop`. */
export type ShopWorld = Awaited<ReturnType<typeof openShopWorld>>;

/** Opens a shop that sells `stock`, and a crawl world that may reach it. `now` and `given` as in openCrawlWorld. */
export async function openShopWorld(
  stock: Record<string, ShopProduct> = {},
  now?: () => Date,
  given?: TestDatabase,
) {
  const shop = await startShopServer(stock);
  const world = await openCrawlWorld([shop.origin], now, given);
  const retailer = await world.addRetailer('test-shop', shop.origin);
  return {
    ...world,
    shop,
    retailer,
    /** Reads every page of the shop. */
    crawl: () => world.crawl(retailer.id),
    async close() {
      await world.close();
      await shop.close();
    },
  };
}

/** Opens a shop for each stock, and a crawl world that may reach them; the retailers are named by the keys. */
export async function openShops<Slug extends string>(
  stocks: Record<Slug, Record<string, ShopProduct>>,
  now?: () => Date,
) {
  const slugs = Object.keys(stocks) as Slug[];
  const servers = await Promise.all(slugs.map((slug) => startShopServer(stocks[slug])));
  const bySlug = <Value>(values: Value[]) =>
    Object.fromEntries(slugs.map((slug, index) => [slug, values[index]])) as Record<Slug, Value>;
  const shops: Record<Slug, ShopServer> = bySlug(servers);
  const world = await openCrawlWorld(
    servers.map((server) => server.origin),
    now,
  );
  return {
    ...world,
    shops,
    async addRetailers() {
      const rows: RetailerRow[] = [];
      for (const slug of slugs) rows.push(await world.addRetailer(slug, shops[slug].origin));
      return bySlug(rows);
    },
    async close() {
      await world.close();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
