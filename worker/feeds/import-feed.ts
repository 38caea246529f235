/*
 * worker/feeds: product feeds of retailers who give us one, or whose pages refuse us.
 *   survey-feed (packing, encoding) → open-feed (file → rows) ─ read-xml-rows · read-csv-rows · read-json-rows (json-objects)
 *     → feed-offer (row → offer; feed-link, feed-price) → extract/guard → store-feed-batch (store-feed-rows) → scores
 *   what is refused (refused-row) → feed-report → refused_offer
 *   download-feed    a feed behind a URL, to a file, within the address guard
 * One row and one batch are held at a time. A row that is not taken is counted and shown, never fatal.
 */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addToRun, closeRun, closeRunsLeft, openRun } from '#db/queries/crawl/runs.ts';
import {
  forgetRefusedOfFeeds,
  keepRefused,
  type RefusedOffer,
} from '#db/queries/offers/refused-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { isGone } from '#domain/offers/availability.ts';
import type { OfferRefusal } from '#domain/offers/offer-refusal.ts';
import { guardOffer } from '../offers/guard.ts';
import type { GuardedReading } from '../offers/guard-reading.ts';
import { categoryLimit } from '../offers/guard-reading.ts';
import { refusedReading } from '../offers/refused-offer.ts';
import { storeSoldOut } from '../offers/store-sold-out.ts';
import { scoreProducts } from '../score/score-products.ts';
import { offerOfRow } from './feed-offer.ts';
import { addRefused, emptyReport, type FeedReport, refusalsOf } from './feed-report.ts';
import type { FeedRow } from './feed-row.ts';
import { refusedRow } from './refused-row.ts';
import { type FeedItem, storeFeedBatch } from './store-feed-batch.ts';
import type { FeedRun } from './store-feed-rows.ts';

/** Offers written in one transaction. */
export const BATCH_ROWS = 1_000;
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
  const report = emptyReport();
  await closeRunsLeft(em, retailer.id);
  const runId = await openRun(em, retailer.id, 'feed');
  const run: FeedRun = { runId, observedAt: now, believe: options.believe ?? false, recent: [] };
  const context = { website: retailer.website, now };
  const seen = new Set<number>();
  let batch: FeedItem[] = [];
  let soldOut: GuardedReading['soldOut'] = [];

  const flush = async () => {
    if (soldOut.length > 0) await flushSoldOut();
    if (batch.length === 0) return;
    const outcome = await storeFeedBatch(em.fork() as EntityManager, retailer, run, batch);
    batch = [];
    report.stored += outcome.stored;
    report.pricesChanged += outcome.pricesChanged;
    for (const refused of outcome.refused) addRefused(report, refused);
    if (outcome.productIds.length > 0)
      await scoreProducts(em.fork() as EntityManager, outcome.productIds);
  };

  const flushSoldOut = async () => {
    const ended = await endSoldOut(em.fork() as EntityManager, retailer.id, run, soldOut);
    soldOut = [];
    report.pricesChanged += ended.length;
    if (ended.length > 0) await scoreProducts(em.fork() as EntityManager, [...new Set(ended)]);
  };

  for await (const row of rows) {
    report.rows += 1;
    const taken = takeRow(row, retailer, context, seen, soldOut);
    if ('reason' in taken) addRefused(report, taken);
    else batch.push(taken);
    if (batch.length + soldOut.length >= BATCH_ROWS) await flush();
    if (report.rows % BATCH_ROWS === 0) options.onProgress?.(report);
  }
  await flush();
  await closeImport(em, retailer.id, run, report);
  return report;
}

/** Ends the stock of what the feed calls sold out without a price. Returns the product of each offer that was not so before. */
async function endSoldOut(
  em: EntityManager,
  retailerId: string,
  { runId, observedAt }: FeedRun,
  soldOut: GuardedReading['soldOut'],
): Promise<string[]> {
  return em.transactional(async (tx) => {
    const known = await storeSoldOut(tx, { retailerId, runId, observedAt }, soldOut);
    const ended = known.filter((offer) => offer.changed).map((offer) => offer.productId);
    await addToRun(tx, runId, { pricesChanged: ended.length });
    return ended;
  });
}

/** Closes the import's run with what it refused. */
async function closeImport(
  em: EntityManager,
  retailerId: string,
  { runId, observedAt }: FeedRun,
  report: FeedReport,
): Promise<void> {
  const refused = [...report.refused.values()].flatMap(({ kept }) => kept);
  await em.transactional(async (tx) => {
    const at = { retailerId, pageId: null, runId, observedAt };
    if (refused.length > 0) await keepRefused(tx, at, refused, false);
    await forgetRefusedOfFeeds(tx, retailerId, runId);
    await addToRun(tx, runId, { refusals: refusalsOf(report) });
    await closeRun(tx, runId);
  });
}

/** The row as an item, or what is refused of it; one that is out of stock without a price is also added to `soldOut`. */
function takeRow(
  row: FeedRow,
  retailer: RetailerRow,
  context: { website: string; now: Date },
  seen: Set<number>,
  soldOut: GuardedReading['soldOut'],
): FeedItem | RefusedOffer {
  if ('fault' in row) {
    return { ...refusedRow(row.row, row.fault), name: row.text ?? '' };
  }
  const read = offerOfRow(row.fields, context);
  if ('refused' in read) return refusedRow(row.row, read.refused, row.fields);
  const isOwn = read.offer.seller?.toLowerCase() === retailer.name.toLowerCase();
  const reading = isOwn ? { ...read.offer, seller: null } : read.offer;
  const limits = { defaultCurrency: retailer.currency, ...categoryLimit(reading) };
  const verdict = guardOffer(reading, limits);
  const variant = reading.variant ?? '';
  const refused = (reason: OfferRefusal): RefusedOffer => {
    return { ...refusedReading(reading, variant, reason, limits), feedRow: row.row };
  };
  const identity = identityOf([reading.url, variant, reading.seller ?? '']);
  if ('refused' in verdict) {
    if (PRICELESS.has(verdict.refused) && isGone(reading.availability) && !seen.has(identity)) {
      seen.add(identity);
      soldOut.push({ reading, variant });
    }
    return refused(verdict.refused);
  }
  if (seen.has(identity)) return refused('repeated');
  seen.add(identity);
  return { row: row.row, reading, guarded: verdict.offer };
}

/** What shops write for a thing that they do not sell now: nothing, or 0. */
const PRICELESS: ReadonlySet<OfferRefusal> = new Set(['no-price', 'price-not-positive']);

/** 48 bits of a hash: of a million rows two are mistaken for one another once in 560 feeds. */
function identityOf(parts: readonly string[]): number {
  return createHash('sha1').update(JSON.stringify(parts)).digest().readUIntBE(0, 6);
}
