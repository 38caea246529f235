import { afterEach, beforeEach } from 'vitest';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { type CrawlWorld, openCrawlWorld } from './crawl-world.ts';
import { type ShopServer, startShopServer } from './shop-server.ts';

/** One shop, new for each test, under a clock that moves with its crawls. */
export interface HourlyShop {
  shop: ShopServer;
  world: CrawlWorld;
  retailer: RetailerRow;
  /** Since the start. */
  hours: number;
  /** Every page is read, an hour after the last time. */
  crawl(): Promise<void>;
}

/** Opens such a shop before each test of the file that calls this, and closes it after. `start` in milliseconds. */
export function hourlyShop(start: number): HourlyShop {
  const opened = { hours: 0, crawl } as HourlyShop;

  async function crawl(): Promise<void> {
    const { world, retailer } = opened;
    await makePagesDue(world.em(), retailer.id);
    await crawlRetailer(world.services, retailer.id, new AbortController().signal);
    opened.hours += 1;
  }

  beforeEach(async () => {
    opened.hours = 0;
    opened.shop = await startShopServer({});
    const now = () => new Date(start + opened.hours * 3_600_000);
    opened.world = await openCrawlWorld([opened.shop.origin], now);
    opened.retailer = await opened.world.addRetailer('test-shop', opened.shop.origin);
  });

  afterEach(async () => {
    await opened.world.close();
    await opened.shop.close();
  });

  return opened;
}
