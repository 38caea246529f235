/* `cli scrape <retailer|url>`: crawls a retailer or one page now, by the worker's code, and reports the result. */
import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { retailerProgress } from '#db/queries/crawl/crawl-progress.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { listRefused } from '#db/queries/operators/refused-view.ts';
import { openQuarantine } from '#db/queries/quarantine/quarantine.ts';
import { logger } from '#db/runtime/log.ts';
import { isDemoUrl } from '#domain/demo-shops.ts';
import { FetchRefused, OperatorError } from '#domain/errors.ts';
import { counted } from '#domain/text/counted.ts';
import { crawlRetailer } from '../crawl/crawl-retailer.ts';
import { type CrawlServices, openCrawl } from '../crawl/services.ts';
import { readPage } from '../extract/read-page.ts';
import { bodyText } from '../fetch/page-body.ts';
import { politeFetch } from '../fetch/polite-fetch.ts';
import { requireEnabled, withDatabase } from './database.ts';
import { reachDemoShops } from './demo.ts';
import { progressOf, type Report } from './terminal.ts';

/** Opens the crawl services, and demo shops if `isDemo`. The command closes them at its end. */
type OpenServices = (isDemo: boolean) => Promise<CrawlServices>;

/** Crawls a retailer by slug, or reads the page of a URL. `resume` reads only pages that are still due. */
export async function scrape(
  target: string,
  { resume = false }: { resume?: boolean },
): Promise<Report> {
  return withDatabase(async (em, { config, orm }) => {
    await using opened = new AsyncDisposableStack();
    const open: OpenServices = async (isDemo) => {
      const shops = isDemo ? await reachDemoShops(config) : null;
      if (shops) opened.defer(() => shops.close());
      const demoPort = shops?.port ?? config.demoPort;
      const crawl = openCrawl({ ...config, demoPort }, orm, logger('scrape'));
      opened.defer(() => crawl.close());
      return crawl;
    };
    return URL.canParse(target)
      ? await scrapeUrl(em, open, target)
      : await scrapeRetailer(em, open, target, resume);
  });
}

async function scrapeUrl(em: EntityManager, open: OpenServices, url: string): Promise<Report> {
  const { fetcher } = await open(isDemoUrl(url));
  try {
    const page = await politeFetch({ em, fetcher, pace: { paceMs: 1_000 } }, { url });
    const data = readPage({ ...page, body: bodyText(page.body), nowMs: Date.now() });
    return { data, lines: [JSON.stringify(data, null, 2)], failed: data.rejected !== null };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    const { reason, message } = error;
    return {
      data: { reason, message },
      lines: [`Not fetched (${reason}): ${message}`],
      failed: true,
    };
  }
}

async function scrapeRetailer(
  em: EntityManager,
  open: OpenServices,
  slug: string,
  isResumed: boolean,
): Promise<Report> {
  const { id, name, kind } = await requireEnabled(em, slug);
  if (kind === 'feed') {
    throw new OperatorError(
      `${name} is not crawled. Import its feed: npm run cli -- feed:import ${slug} <file|url>`,
    );
  }
  const crawl = await open(kind === 'demo');
  if (!isResumed) await makePagesDue(em, id);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const progress = progressOf(name, 'pages');
  let more = true;
  while (more && !stop.signal.aborted) {
    ({ more } = await crawlRetailer(crawl, id, stop.signal, 2_000));
    const { checked, pages, offers } = await retailerProgress(em, id);
    progress.at(checked, pages, `${offers} offers`);
    if (more) await wait(10);
  }
  progress.end();
  const data = await retailerProgress(em, id);
  const { offers, checked, refused, refusals } = data;
  const failing = refusals.reduce((sum, { pages }) => sum + pages, 0);
  const isHeld = (await openQuarantine(em, id)) !== null;
  const { total: refusedOffers } = await listRefused(
    em,
    { slug, reason: null },
    { limit: 1, offset: 0 },
  );
  const lines = [
    `${name}: ${counted(offers ?? 0, 'offer')} from ${counted(checked, 'page')}. Pages without a new price: ${failing}`,
    ...refusals.map(({ reason, pages }) => `  ${reason}: ${pages}`),
    ...(refusedOffers > 0
      ? [`Refused offers (${refusedOffers}): npm run cli -- refused ${slug}`]
      : []),
    ...(isHeld ? [`New prices are quarantined: npm run cli -- quarantine show ${slug}`] : []),
  ];
  // Scripts must notice a run without a single accepted page.
  return {
    data: { ...data, isHeld },
    lines,
    failed: stop.signal.aborted || (checked > 0 && refused === checked),
  };
}
