/*
 * `cli scrape <retailer|url>`: reads one retailer's due pages now, or one page, and says what it found.
 * It takes the same path as the worker: robots.txt, pace, guards, one transaction a page.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { retailerProgress } from '#db/queries/crawl/crawl-progress.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { openQuarantine } from '#db/queries/quarantine/quarantine.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { isDemoUrl } from '#domain/demo-shops.ts';
import { FetchRefused, OperatorError } from '#domain/errors.ts';
import { crawlRetailer } from '../crawl/crawl-retailer.ts';
import { openCrawl } from '../crawl/services.ts';
import { readPage } from '../extract/read-page.ts';
import type { FetchedPage } from '../fetch/fetched-page.ts';
import { bodyText } from '../fetch/page-body.ts';
import { politeFetch } from '../fetch/polite-fetch.ts';
import { openDatabase } from './database-url.ts';
import { reachDemoShops } from './demo-shops.ts';
import { progressLine } from './progress-line.ts';

/**
 * Runs `scrape` of a retailer's slug or a page's URL; returns the exit code. With `--resume` only what is still due is read:
 * what an earlier scrape left when it was stopped or killed.
 */
export async function scrapeCommand(
  args: readonly string[],
  write: (line: string) => void,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { resume: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [target] = positionals;
  if (target === undefined) throw new OperatorError('Say `scrape <retailer|url>`.');
  const config = loadConfig();
  await using opened = new AsyncDisposableStack();
  const orm = await openDatabase(config);
  opened.defer(() => orm.close());
  return URL.canParse(target) ? await scrapeUrl(target) : await scrapeRetailer(target);

  /** Closed when the command ends. Demo shops answer on this machine only: their port is not known before. */
  async function openServices(isDemo: boolean) {
    const shops = isDemo ? await reachDemoShops(config) : null;
    if (shops) opened.defer(() => shops.close());
    const reached = shops ? { ...config, demoPort: shops.port } : config;
    const crawl = openCrawl(reached, orm, logger('scrape'));
    opened.defer(() => crawl.close());
    return crawl;
  }

  async function scrapeUrl(url: string): Promise<number> {
    const page = await fetchPage(url);
    if (!page) return 1;
    const reading = readPage({
      body: bodyText(page.body),
      url: page.url,
      contentType: page.contentType,
    });
    write(JSON.stringify(reading, null, 2));
    return reading.rejected ? 1 : 0;
  }

  async function fetchPage(url: string): Promise<FetchedPage | null> {
    const { fetcher } = await openServices(isDemoUrl(url));
    try {
      return await politeFetch(orm.em.fork(), fetcher, { url }, { paceMs: 1_000 });
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
      write(`Not fetched (${error.reason}): ${error.message}`);
      return null;
    }
  }

  async function scrapeRetailer(slug: string): Promise<number> {
    const em = orm.em.fork();
    const retailer = await findRetailer(em, { slug });
    if (!retailer) throw new OperatorError(`There is no retailer '${slug}'.`);
    if (retailer.status !== 'enabled') {
      throw new OperatorError(`${retailer.name} is ${retailer.status}; enable it first.`);
    }
    const crawl = await openServices(retailer.kind === 'demo');
    if (!values.resume) await makePagesDue(em, retailer.id);
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    const show = progressLine(write);
    let more = true;
    while (more && !stop.signal.aborted) {
      ({ more } = await crawlRetailer(crawl, retailer.id, stop.signal, 2_000));
      const progress = await retailerProgress(em, retailer.id);
      show(
        `${retailer.name}: ${progress.checked} of ${progress.pages} pages, ${progress.offers} offers`,
      );
      if (more) await wait(10);
    }
    const progress = await retailerProgress(em, retailer.id);
    show.end();
    write(
      `${retailer.name}: ${progress.offers} offers from ${progress.checked} pages, ${progress.refused} of them refused`,
    );
    for (const { reason, pages } of progress.refusals) write(`  ${reason}: ${pages}`);
    if (progress.refusals.length > 0) {
      write(`The refused offers: npm run cli -- refused ${slug}`);
    }
    if (await openQuarantine(em, retailer.id)) {
      write(`New prices are held for checking: npm run cli -- quarantine show ${slug}`);
    }
    return stop.signal.aborted ? 1 : 0;
  }
}
