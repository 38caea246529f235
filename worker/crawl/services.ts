import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { Config } from '#db/config.ts';
import { createFetcher, type Fetcher } from '../fetch/http.ts';

/** What the crawl needs from its process. One per worker process; em is forked per page. */
export interface CrawlServices {
  orm: MikroORM;
  fetcher: Fetcher;
  log: Logger;
  /** Minutes between two checks of a page whose price moves; others are checked less often. */
  recheckMinutes: number;
  now: () => Date;
}

/** The fetcher of our crawler: names itself honestly and may reach the demo shops only while they are in use. */
export function createCrawlFetcher(config: Config): Fetcher {
  return createFetcher({
    userAgent: 'PricerooBot/1.0',
    contactUrl: `${config.siteUrl}/about`,
    demoPort: config.demoRetailers && config.demoPort > 0 ? config.demoPort : null,
  });
}
