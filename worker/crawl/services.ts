import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { createDatabaseClock } from '#db/database-clock.ts';
import type { Config } from '#db/runtime/config.ts';
import { createExtractPool, type ExtractPool } from '../extract/extract-pool.ts';
import { createRenderer, type Renderer } from '../fetch/browser.ts';
import { findChromium } from '../fetch/chromium-path.ts';
import { createFetcher, type Fetcher } from '../fetch/http.ts';
import { createPageKeeper, type KeepPage } from '../replay/page-keeper.ts';
import type { Letterhead } from './quarantine-mail.ts';

/** What the crawl needs from its process. One per worker process; em is forked per page. */
export interface CrawlServices {
  orm: MikroORM;
  fetcher: Fetcher;
  /** Reads bodies without holding the event loop. */
  extract: ExtractPool;
  /** For shops whose pages are drawn by script. */
  renderer: Renderer;
  log: Logger;
  /** Minutes between two checks of a page whose price moves; others are checked less often. */
  recheckMinutes: number;
  /** When a page was seen: the database's time, the same for all workers. */
  now: () => Date;
  /** Sets `now` by the database; once a job is often enough. */
  setClock: (em: EntityManager) => Promise<void>;
  /** What a mail to operators names: our address, and who writes. */
  letterhead: Letterhead;
  /** Keeps a fetched page for a replay; absent when pages are not kept. */
  keepPage?: KeepPage;
  /** Told which products have an offer that changed, once their scores are up to date. */
  onPricesMoved?: (productIds: string[]) => Promise<void>;
  /** Told after a retailer was quarantined, when its mails are in the outbox. */
  onQuarantined?: () => Promise<void>;
}

/** Half the cores, the other half is for the loop, the browser and Postgres; each thread takes about 40 MB. */
const EXTRACT_THREADS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));

const USER_AGENT = 'PricerooBot/1.0';

/**
 * The crawl's services: a fetcher that names itself honestly and may reach the demo shops only while they are in
 * use, and a browser that starts with the first page that needs one.
 */
export function openCrawl(
  config: Config,
  orm: MikroORM,
  log: Logger,
  allowedOrigins: readonly string[] = [],
): CrawlServices & { close(): Promise<void> } {
  const contactUrl = `${config.siteUrl}/about`;
  const fetcher = createFetcher({
    userAgent: USER_AGENT,
    contactUrl,
    demoPort: config.demoRetailers && config.demoPort > 0 ? config.demoPort : null,
    allowedOrigins,
  });
  const renderer = createRenderer({
    findChromium: () => findChromium(config.chromiumPath, join(config.dataDir, 'chromium')),
    profilesDir: join(config.dataDir, 'browser-profiles'),
    userAgent: `${USER_AGENT} (+${contactUrl})`,
  });
  const clock = createDatabaseClock();
  const extract = createExtractPool({ threads: EXTRACT_THREADS });
  return {
    orm,
    fetcher,
    extract,
    renderer,
    log,
    recheckMinutes: config.recheckMinutes,
    now: clock.now,
    setClock: clock.set,
    letterhead: { siteUrl: config.siteUrl, mailFrom: config.mailFrom },
    ...(config.keepPagesDays > 0 && {
      keepPage: createPageKeeper(join(config.dataDir, 'pages'), config.keepPagesDays, log),
    }),
    close: async () => {
      await extract.close();
      await renderer.close();
      await fetcher.close();
    },
  };
}
