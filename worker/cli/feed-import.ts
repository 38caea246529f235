/* `cli feed:import <retailer> <file|url>`: a retailer's product feed, through the guards, matching and storage of its pages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { loadConfig } from '#db/runtime/config.ts';
import { logger } from '#db/runtime/log.ts';
import { seedRetailers } from '#db/seed/seed-retailers.ts';
import { FetchRefused, OperatorError } from '#domain/errors.ts';
import { type CrawlServices, openCrawl } from '../crawl/services.ts';
import { downloadFeed } from '../feeds/download-feed.ts';
import { type FeedReport, importFeed } from '../feeds/import-feed.ts';
import { openFeed } from '../feeds/open-feed.ts';
import { requireRetailer, withDatabase } from './database.ts';
import { parseWords, progressLine, type Say } from './terminal.ts';

/** Runs `feed:import`; returns the exit code, 1 when nothing was stored. Throws OperatorError for what must be mended. */
export async function feedImportCommand(args: readonly string[], say: Say): Promise<number> {
  const { values, positionals } = parseWords(args, {
    believe: { type: 'boolean', default: false },
  });
  const [slug, source] = positionals;
  if (slug === undefined || source === undefined) {
    throw new OperatorError('Say `feed:import <retailer> <file|url>`.');
  }
  const config = loadConfig();
  return withDatabase(config, async (em, orm) => {
    const crawl = openCrawl(config, orm, logger('feed'));
    const folder = await mkdtemp(join(tmpdir(), 'priceroo-feed-'));
    try {
      await seedRetailers(em, config);
      const retailer = await enabledRetailer(em, slug);
      const path = await fileOf(em, crawl, source, join(folder, 'feed'));
      const { format, rows } = await openFeed(path);
      await crawl.setClock(em);
      const show = progressLine(say);
      const report = await importFeed(em, retailer, rows, {
        now: crawl.now(),
        believe: values.believe,
        onProgress: ({ rows: read, stored }) =>
          show(`${retailer.name}: ${read} rows read, ${stored} stored`),
      });
      show.end();
      for (const line of reportLines(retailer.name, format, report)) say(line);
      if (report.refused.size > 0) say(`  What each row states: npm run cli -- refused ${slug}`);
      return report.stored > 0 ? 0 : 1;
    } finally {
      await rm(folder, { recursive: true });
      await crawl.close();
    }
  });
}

async function enabledRetailer(em: EntityManager, slug: string): Promise<RetailerRow> {
  const retailer = await requireRetailer(em, slug);
  if (retailer.kind === 'demo')
    throw new OperatorError(`${retailer.name} is a demo shop: it has no feed.`);
  if (retailer.status === 'enabled') return retailer;
  throw new OperatorError(
    `${retailer.name} is ${retailer.status}; enable it first: npm run cli -- retailer enable ${slug}`,
  );
}

async function fileOf(em: EntityManager, crawl: CrawlServices, source: string, download: string) {
  if (!/^https?:\/\//i.test(source)) return source;
  try {
    await downloadFeed(em, crawl.fetcher, source, download);
    return download;
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new OperatorError(`The feed was not fetched (${error.reason}): ${error.message}`);
  }
}

/** The report of an import, for a person: what was stored, and each reason of refusal with its first rows. */
export function reportLines(name: string, format: string, report: FeedReport): string[] {
  const refused = [...report.refused.values()].reduce((sum, { rows }) => sum + rows, 0);
  const reasons = [...report.refused].sort(([, one], [, other]) => other.rows - one.rows);
  return [
    `${name}: ${report.rows} rows of ${format}, ${report.stored} stored, ${report.pricesChanged} prices changed, ${refused} refused`,
    ...reasons.map(
      ([reason, { rows, examples }]) =>
        `  ${reason}: ${rows} (row ${examples.join(', ')}${rows > examples.length ? ', …' : ''})`,
    ),
    ...(report.refused.has('row-cut-short')
      ? ['  The feed ends before its end: ask for it again. The rows before were taken.']
      : []),
    ...(report.refused.has('price-doubted')
      ? [
          '  Doubted prices are far from the last ones; they count once a later import says the same.',
          '  Where a quarter of the prices is doubted, only with --believe: look at the feed first.',
        ]
      : []),
  ];
}
