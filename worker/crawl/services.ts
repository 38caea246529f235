import { availableParallelism } from 'node:os';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { createDatabaseClock } from '#db/database-clock.ts';
import type { ClaimedPage } from '#db/queries/crawl/pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import type { Config } from '#db/runtime/config.ts';
import { openPictureBucket, type PictureBucket } from '#db/runtime/picture-bucket.ts';
import { isDemoUrl } from '#domain/demo-shops.ts';
import { createRenderer, type Renderer } from '../fetch/browser.ts';
import { openBrowserHome } from '../fetch/chromium-path.ts';
import { createFetcher, type Fetcher } from '../fetch/http.ts';
import type { Letterhead } from '../mail/operator-mails.ts';
import { createPageKeeper, type KeepPage } from '../replay/page-keeper.ts';
import { createExtractPool, type ExtractPool } from './extract-pool.ts';

/** The services of a worker process that the crawl uses. */
export interface CrawlServices {
  orm: MikroORM;
  fetcher: Fetcher;
  /** Extracts bodies without blocking the event loop. */
  extract: ExtractPool;
  /** Renders pages that need script. */
  renderer: Renderer;
  log: Logger;
  /** Minutes between checks of a page whose price changes; other pages are checked less often. */
  recheckMinutes: number;
  /** The database's time, the same for all workers; it dates each reading. */
  now: () => Date;
  /** Synchronises `now` with the database; once per job is enough. */
  setClock: (em: EntityManager) => Promise<void>;
  /** The site's address and the sender, for mails to operators. */
  letterhead: Letterhead;
  /** Keeps a fetched page for replay; absent when KEEP_PAGES_DAYS is 0. */
  keepPage?: KeepPage;
  /** Stores pictures instead of Postgres, if configured. */
  pictureBucket: PictureBucket | null;
}

export interface CrawlOutcome {
  pages: number;
  /** True when the time budget ended before all due pages were read. */
  more: boolean;
}

/** A worker's visit to one retailer. */
export interface Visit {
  services: CrawlServices;
  em: EntityManager;
  retailer: RetailerRow;
  signal: AbortSignal;
  /** Ids of products whose scores are out of date. */
  stale: Set<string>;
}

/** A visit's claimed page and the run that counts it. */
export interface PageVisit extends Omit<Visit, 'signal' | 'stale'> {
  runId: string;
  claim: ClaimedPage;
}

/** Half the cores; the event loop, the browser and Postgres need the others. A thread takes about 40 MB. */
const EXTRACT_THREADS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));

const USER_AGENT = 'PricerooBot/1.0';

/** Opens the crawl's services. The fetcher reaches the demo shops only if they are enabled; the browser starts on demand. */
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
    allowedOrigins: [...config.localShops, ...allowedOrigins],
  });
  const renderer = createRenderer({
    ...openBrowserHome(config),
    userAgent: `${USER_AGENT} (+${contactUrl})`,
    // The demo shops run no third-party script.
    mayRunUnsandboxed: (url) => config.allowUnsandboxedChromium || isDemoUrl(url),
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
    pictureBucket: openPictureBucket(config.s3),
    letterhead: {
      siteUrl: config.siteUrl,
      mailFrom: config.mailFrom,
      hasWebhook: config.webhook !== null,
    },
    ...(config.keepPagesDays > 0 && {
      keepPage: createPageKeeper(config.keepPagesDays, log),
    }),
    close: async () => {
      await extract.close();
      await renderer.close();
      await fetcher.close();
    },
  };
}
