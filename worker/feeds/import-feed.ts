/*
 * worker/feeds: product feeds of retailers who give us one, or whose pages refuse us.
 *   survey-feed (packing, encoding) → open-feed (file → rows) ─ read-xml-rows · read-csv-rows · read-json-rows (json-objects)
 *     → feed-offer (row → offer; feed-link, feed-price) → extract/guard → store-feed-batch (store-feed-rows) → scores
 *   download-feed    a feed behind a URL, to a file, within the address guard
 * One row and one batch are held at a time. A row that is not taken is counted and shown, never fatal.
 */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RetailerRow } from '#db/queries/retailers.ts';
import { addToRun, closeRun, closeRunsLeft, openRun } from '#db/queries/runs.ts';
import { categoryLimit } from '../crawl/read-fetched-page.ts';
import { guardOffer } from '../extract/guard.ts';
import { scoreProducts } from '../score/score-products.ts';
import { offerOfRow } from './feed-offer.ts';
import type { FeedRow } from './feed-row.ts';
import { type FeedItem, storeFeedBatch } from './store-feed-batch.ts';
import type { FeedRun } from './store-feed-rows.ts';

/** Offers written in one transaction. */
export const BATCH_ROWS = 1_000;
/** Rows named for each reason of refusal. */
const EXAMPLES = 5;

/** What an import did. Every row is stored, doubted or refused. */
export interface FeedReport {
  rows: number;
  stored: number;
  pricesChanged: number;
  /** Reason → how many rows, and the first of them. */
  refused: Map<string, { rows: number; examples: number[] }>;
}

/**
 * Imports the rows of a feed as a run of kind `feed`. Where too many prices moved too far none of those is believed, also
 * when a second import says the same, unless an operator has the feed believed. Throws for faults of our own only
 * (database down).
 */
export async function importFeed(
  em: EntityManager,
  retailer: RetailerRow,
  rows: AsyncIterable<FeedRow>,
  options: { now: Date; believe?: boolean; onProgress?: (report: FeedReport) => void },
): Promise<FeedReport> {
  const { now } = options;
  const report: FeedReport = { rows: 0, stored: 0, pricesChanged: 0, refused: new Map() };
  await closeRunsLeft(em, retailer.id);
  const runId = await openRun(em, retailer.id, 'feed');
  const run: FeedRun = { runId, observedAt: now, believe: options.believe ?? false, recent: [] };
  const context = { website: retailer.website, now };
  const seen = new Set<number>();
  let batch: FeedItem[] = [];

  const flush = async () => {
    if (batch.length === 0) return;
    const outcome = await storeFeedBatch(em.fork() as EntityManager, retailer, run, batch);
    batch = [];
    report.stored += outcome.stored;
    report.pricesChanged += outcome.pricesChanged;
    for (const row of outcome.doubtedRows) refuse(report, 'price-doubted', row);
    for (const row of outcome.failedRows) refuse(report, 'not-storable', row);
    if (outcome.productIds.length > 0)
      await scoreProducts(em.fork() as EntityManager, outcome.productIds);
  };

  for await (const row of rows) {
    report.rows += 1;
    const taken = takeRow(row, retailer, context, seen);
    if (typeof taken === 'string') refuse(report, taken, row.row);
    else batch.push(taken);
    if (batch.length >= BATCH_ROWS) await flush();
    if (report.rows % BATCH_ROWS === 0) options.onProgress?.(report);
  }
  await flush();
  await addToRun(em, runId, {
    pagesDone: 0,
    pagesUnchanged: 0,
    offersSeen: 0,
    pricesChanged: 0,
    refusals: refusalsOf(report),
  });
  await closeRun(em, runId);
  return report;
}

/** The row as an item, or why it is refused. */
function takeRow(
  row: FeedRow,
  retailer: RetailerRow,
  context: { website: string; now: Date },
  seen: Set<number>,
): FeedItem | string {
  if ('fault' in row) return row.fault;
  const read = offerOfRow(row.fields, context);
  if ('refused' in read) return read.refused;
  const isOwn = read.offer.seller?.toLowerCase() === retailer.name.toLowerCase();
  const reading = isOwn ? { ...read.offer, seller: null } : read.offer;
  const limits = { defaultCurrency: retailer.currency, ...categoryLimit(reading) };
  const verdict = guardOffer(reading, limits);
  if ('refused' in verdict) return verdict.refused;
  const identity = identityOf([reading.url, reading.variant ?? '', reading.seller ?? '']);
  if (seen.has(identity)) return 'repeated';
  seen.add(identity);
  return { row: row.row, reading, guarded: verdict.offer };
}

/** 48 bits of a hash: of a million rows two are mistaken for one another once in 560 feeds. */
function identityOf(parts: readonly string[]): number {
  return createHash('sha1').update(JSON.stringify(parts)).digest().readUIntBE(0, 6);
}

function refuse(report: FeedReport, reason: string, row: number): void {
  const entry = report.refused.get(reason) ?? { rows: 0, examples: [] };
  entry.rows += 1;
  if (entry.examples.length < EXAMPLES) entry.examples.push(row);
  report.refused.set(reason, entry);
}

/** Doubted prices are counted with their batch already. */
function refusalsOf(report: FeedReport): Record<string, number> {
  const counts = [...report.refused].filter(([reason]) => reason !== 'price-doubted');
  return Object.fromEntries(counts.map(([reason, { rows }]) => [reason, rows]));
}
