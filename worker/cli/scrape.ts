/* `cli scrape <retailer|url>`: reads a retailer's due pages now, or one page, on the worker's path, and says what it found. */
import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { retailerProgress } from '#db/queries/crawl/crawl-progress.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { openQuarantine } from '#db/queries/quarantine/quarantine.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { isDemoUrl } from '#domain/demo-shops.ts';
import { FetchRefused, OperatorError } from '#domain/errors.ts';
import { crawlRetailer } from '../crawl/crawl-retailer.ts';
import { type CrawlServices, openCrawl } from '../crawl/services.ts';
import { readPage } from '../extract/read-page.ts';
import { bodyText } from '../fetch/page-body.ts';
import { politeFetch } from '../fetch/polite-fetch.ts';
import { requireRetailer, withDatabase } from './database.ts';
import { reachDemoShops } from './demo.ts';
import { parseWords, progressLine, type Say } from './terminal.ts';

/** Opens the crawl's services, with the demo shops where `isDemo`. They are closed when the command ends. */
type OpenServices = (isDemo: boolean) => Promise<CrawlServices>;

/** Runs `scrape` of a slug or a page's URL; returns the exit code. `--resume` reads only pages that are still due. */
export async function scrapeCommand(args: readonly string[], say: Say): Promise<number> {
  const { values, positionals } = parseWords(args, { resume: { type: 'boolean', default: false } });
  const [target] = positionals;
  if (target === undefined) throw new OperatorError('Say `scrape <retailer|url>`.');
  const config = loadConfig();
  return withDatabase(config, async (em, orm) => {
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
      ? await scrapeUrl(em, open, target, say)
      : await scrapeRetailer(em, open, target, values.resume, say);
  });
}

async function scrapeUrl(em: EntityManager, open: OpenServices, url: string, say: Say) {
  const { fetcher } = await open(isDemoUrl(url));
  try {
    const page = await politeFetch(em, fetcher, { url }, { paceMs: 1_000 });
    const reading = readPage({ ...page, body: bodyText(page.body) });
    say(JSON.stringify(reading, null, 2));
    return reading.rejected ? 1 : 0;
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    say(`Not fetched (${error.reason}): ${error.message}`);
    return 1;
  }
}

async function scrapeRetailer(
  em: EntityManager,
  open: OpenServices,
  slug: string,
  isResumed: boolean,
  say: Say,
): Promise<number> {
  const retailer = await requireRetailer(em, slug);
  if (retailer.status !== 'enabled') {
    throw new OperatorError(`${retailer.name} is ${retailer.status}; enable it first.`);
  }
  const crawl = await open(retailer.kind === 'demo');
  if (!isResumed) await makePagesDue(em, retailer.id);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const show = progressLine(say);
  let more = true;
  while (more && !stop.signal.aborted) {
    ({ more } = await crawlRetailer(crawl, retailer.id, stop.signal, 2_000));
    const { checked, pages, offers } = await retailerProgress(em, retailer.id);
    show(`${retailer.name}: ${checked} of ${pages} pages, ${offers} offers`);
    if (more) await wait(10);
  }
  const { offers, checked, refused, refusals } = await retailerProgress(em, retailer.id);
  show.end();
  say(`${retailer.name}: ${offers} offers from ${checked} pages, ${refused} of them refused`);
  for (const { reason, pages } of refusals) say(`  ${reason}: ${pages}`);
  if (refusals.length > 0) say(`The refused offers: npm run cli -- refused ${slug}`);
  if (await openQuarantine(em, retailer.id)) {
    say(`New prices are held for checking: npm run cli -- quarantine show ${slug}`);
  }
  return stop.signal.aborted ? 1 : 0;
}
