/* `cli feed:import <retailer> <file|url>`: imports a product feed with the same guards, matching and storage as crawled pages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { logger } from '#db/runtime/log.ts';
import { seedRetailers } from '#db/seed/seed-retailers.ts';
import { FetchRefused, OperatorError } from '#domain/errors.ts';
import { counted } from '#domain/text/counted.ts';
import { type CrawlServices, openCrawl } from '../crawl/services.ts';
import { downloadFeed } from '../feeds/download-feed.ts';
import { type FeedReport, importFeed } from '../feeds/import-feed.ts';
import { openFeed } from '../feeds/open-feed.ts';
import { requireEnabled, withDatabase } from './database.ts';
import { progressOf, type Report } from './terminal.ts';

/** Imports a feed. Fails when nothing was stored, or a limit ended it. Throws OperatorError for a bad feed or retailer. */
export async function importFeedOf(
  slug: string,
  source: string,
  { believe = false }: { believe?: boolean },
): Promise<Report> {
  return withDatabase(async (em, { config, orm }) => {
    const crawl = openCrawl(config, orm, logger('feed'));
    const folder = await mkdtemp(join(tmpdir(), 'priceroo-feed-'));
    try {
      await seedRetailers(em, config);
      const retailer = await requireEnabled(em, slug);
      const { name } = retailer;
      if (retailer.kind === 'demo')
        throw new OperatorError(`${name} is a demo shop and has no feed.`);
      const path = await fileOf(em, crawl, source, join(folder, 'feed'));
      const { format, digest, rows, share } = await openFeed(path);
      await crawl.setClock(em);
      const progress = progressOf(name, 'rows');
      const report = await importFeed(em, retailer, rows, {
        now: crawl.now(),
        digest,
        believe,
        onProgress: ({ rows: read, stored }) =>
          progress.at(read, totalOf(read, share()), `${stored} stored`),
      });
      progress.end();
      const lines = reportLines(name, format, report);
      if (report.endedBy !== null) lines.push(`  The import ended early: ${report.endedBy}`);
      if (report.rows === 0)
        lines.push('  The feed has no rows: inspect the file, or its address.');
      if (report.refused.size > 0) lines.push(`  Details: npm run cli -- refused ${slug}`);
      const refused = Object.fromEntries(Array.from(report.refused, ([why, of]) => [why, of.rows]));
      return {
        data: { ...report, format, refused },
        lines,
        failed: report.stored === 0 || report.endedBy !== null,
      };
    } finally {
      await rm(folder, { recursive: true });
      await crawl.close();
    }
  });
}

/** Estimates the total rows from the share of bytes read so far; null at the start. */
function totalOf(rows: number, share: number): number | null {
  return share > 0 ? Math.max(rows, Math.round(rows / share)) : null;
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

/** The report as text: totals, then each reason with its first rows. */
function reportLines(name: string, format: string, report: FeedReport): string[] {
  const refused = [...report.refused.values()].reduce((sum, { rows }) => sum + rows, 0);
  const reasons = [...report.refused].sort(([, one], [, other]) => other.rows - one.rows);
  return [
    `${name}: ${counted(report.rows, 'row')} of ${format}, ${report.stored} stored, ${counted(report.pricesChanged, 'price')} changed, ${refused} refused`,
    ...reasons.map(
      ([reason, { rows, examples }]) =>
        `  ${reason}: ${rows} (row ${examples.join(', ')}${rows > examples.length ? ', …' : ''})`,
    ),
    ...(report.refused.has('row-cut-short')
      ? ['  The feed is cut short. Complete rows were imported; request the feed again.']
      : []),
    ...(report.refused.has('price-doubted')
      ? [
          '  Doubted prices differ too much from the last ones. A later export with the same prices confirms them; the same file does not.',
          '  When a quarter of the prices is doubted, inspect the feed first; then confirm with --believe.',
        ]
      : []),
  ];
}
