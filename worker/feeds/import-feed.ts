/*
 * worker/feeds imports product feeds of retailers that supply one.
 *   open-feed (packing, encoding, format) → read-xml-rows · read-csv-rows · read-json-rows → feed-row
 *     → feed-offer (row → offer) → guard → store-feed-batch → scores
 *   download-feed    a feed behind a URL, to a file, within the address guard
 * Memory holds one row and one batch at a time. A refused row is counted and kept for operators; it never ends the import.
 */
import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addToRun, closeRuns, noteFeed, openRun } from '#db/queries/crawl/runs.ts';
import { identityText, type OfferIdentity } from '#db/queries/offers/offer-columns.ts';
import { type SoldOutOffer, storeSoldOut } from '#db/queries/offers/page-offers.ts';
import {
  forgetRefusedOfFeeds,
  keepRefused,
  MOST_REFUSED,
  type RefusedOffer,
} from '#db/queries/offers/refused-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { OperatorError } from '#domain/errors.ts';
import { isGone } from '#domain/offers/availability.ts';
import type { OfferRefusal } from '#domain/offers/offer-refusal.ts';
import { guardShopOffer } from '../offers/guard-reading.ts';
import { identityOf, offerContent } from '../offers/offer-to-store.ts';
import { refusedReading } from '../offers/refused-offer.ts';
import { scoreProducts } from '../score/score-products.ts';
import { type FeedContext, offerOfRow } from './feed-offer.ts';
import { type FeedRow, refusedRow } from './feed-row.ts';
import { type FeedItem, type FeedRun, storeFeedBatch } from './store-feed-batch.ts';

/** Offers written in one transaction. */
export const BATCH_ROWS = 1_000;
/** Row numbers listed for each refusal reason. */
const EXAMPLES = 5;
/** Refusals of products without a current price, which shops state as empty or 0. */
const PRICELESS: ReadonlySet<OfferRefusal> = new Set(['no-price', 'price-not-positive']);

/** The result of an import. Every row is stored, doubted or refused. */
export interface FeedReport {
  rows: number;
  stored: number;
  pricesChanged: number;
  /** Why the import ended before the feed did; null after its last row. */
  endedBy: string | null;
  /** Reason → how many rows, the numbers of the first ones (from 1), and the first offers, for operators. */
  refused: Map<string, { rows: number; examples: number[]; kept: RefusedOffer[] }>;
}

/**
 * Imports a feed as a run of kind `feed`. A file that was imported before confirms no doubted price. If too many prices moved too far, all
 * of those are doubted, even if repeated, unless `believe` is set. A feed beyond the reader's limits is imported up to there (`endedBy`).
 * Throws only for faults of our own (database down).
 */
export async function importFeed(
  em: EntityManager,
  retailer: RetailerRow,
  rows: AsyncIterable<FeedRow>,
  options: {
    now: Date;
    /** Of the feed's bytes (open-feed.ts). Default: rows from no file, which are never a repetition. */
    digest?: string;
    believe?: boolean;
    onProgress?: (report: FeedReport) => void;
  },
): Promise<FeedReport> {
  const { now } = options;
  const report: FeedReport = {
    rows: 0,
    stored: 0,
    pricesChanged: 0,
    endedBy: null,
    refused: new Map(),
  };
  // A killed import left its run open; a new run lets each import be undone on its own.
  await closeRuns(em, { retailer: retailer.id, kind: 'feed' });
  const runId = await openRun(em, retailer.id, 'feed');
  const believe = options.believe ?? false;
  const isRepeated = options.digest ? await noteFeed(em, runId, options.digest) : false;
  const of = { retailerId: retailer.id, runId, observedAt: now };
  const run: FeedRun = { ...of, believe, isRepeated, recent: [] };
  const context = { website: retailer.website, now };
  const seen = new Set<number>();
  let batch: FeedItem[] = [];
  let soldOut: SoldOutOffer[] = [];

  const flush = async () => {
    const stale: string[] = [];
    if (soldOut.length > 0) {
      const ended = await endSoldOut(em.fork() as EntityManager, run, soldOut);
      report.pricesChanged += ended.length;
      stale.push(...ended);
    }
    if (batch.length > 0) {
      const outcome = await storeFeedBatch(em.fork() as EntityManager, run, batch);
      report.stored += outcome.stored;
      report.pricesChanged += outcome.pricesChanged;
      for (const refused of outcome.refused) addRefused(report, refused);
      stale.push(...outcome.productIds);
    }
    [batch, soldOut] = [[], []];
    if (stale.length > 0) await scoreProducts(em.fork() as EntityManager, [...new Set(stale)]);
  };

  try {
    for await (const row of rows) {
      report.rows += 1;
      const taken = takeRow(row, retailer, context, seen, soldOut);
      if ('reason' in taken) addRefused(report, taken);
      else batch.push(taken);
      if (batch.length + soldOut.length >= BATCH_ROWS) await flush();
      if (report.rows % BATCH_ROWS === 0) options.onProgress?.(report);
    }
  } catch (error) {
    // A limit of the reader ends the import; the rows before it are good.
    if (!(error instanceof OperatorError)) throw error;
    report.endedBy = error.message;
  }
  await flush();
  await closeImport(em, run, report);
  return report;
}

/** The row as an item, or its refusal; a row that is out of stock without a price is also added to `soldOut`. */
function takeRow(
  row: FeedRow,
  retailer: RetailerRow,
  context: FeedContext,
  seen: Set<number>,
  soldOut: SoldOutOffer[],
): FeedItem | RefusedOffer {
  if ('fault' in row) return { ...refusedRow(row.row, row.fault), name: row.text ?? '' };
  const read = offerOfRow(row.fields, context);
  if ('refused' in read) return refusedRow(row.row, read.refused, row.fields);
  const { reading, limits, verdict } = guardShopOffer(read.offer, retailer);
  const variant = reading.variant ?? '';
  const refused = (reason: OfferRefusal): RefusedOffer => {
    return { ...refusedReading(reading, variant, reason, limits), feedRow: row.row };
  };
  const identity = identityOf(reading, variant);
  const hash = hashOf(identity);
  const isRepeated = seen.has(hash);
  if ('refused' in verdict) {
    if (PRICELESS.has(verdict.refused) && isGone(reading.availability) && !isRepeated) {
      seen.add(hash);
      soldOut.push({ ...identity, availability: reading.availability });
    }
    return refused(verdict.refused);
  }
  if (isRepeated) return refused('repeated');
  seen.add(hash);
  return { row: row.row, reading, content: offerContent(verdict.offer, variant, 'feed') };
}

/** 48 bits of a hash: a collision occurs in one of 560 feeds of a million rows. */
function hashOf(identity: OfferIdentity): number {
  return createHash('sha1').update(identityText(identity)).digest().readUIntBE(0, 6);
}

function addRefused({ refused }: FeedReport, offer: RefusedOffer): void {
  const entry = refused.get(offer.reason) ?? { rows: 0, examples: [], kept: [] };
  entry.rows += 1;
  if (offer.feedRow !== null && entry.examples.length < EXAMPLES)
    entry.examples.push(offer.feedRow);
  if (entry.kept.length < MOST_REFUSED) entry.kept.push(offer);
  refused.set(offer.reason, entry);
}

/** Marks offers without a price as sold out if the feed says so. Returns the products of those that were in stock. */
async function endSoldOut(em: EntityManager, run: FeedRun, soldOut: SoldOutOffer[]) {
  return inTransaction(em, async (tx) => {
    const known = await storeSoldOut(tx, run, soldOut);
    const ended = known.filter((offer) => offer.changed).map((offer) => offer.productId);
    await addToRun(tx, run.runId, { pricesChanged: ended.length });
    return ended;
  });
}

/** Closes the import's run and keeps its refusals. The batches counted the doubted prices already. */
async function closeImport(em: EntityManager, run: FeedRun, report: FeedReport): Promise<void> {
  const entries = [...report.refused];
  const refused = entries.flatMap(([, { kept }]) => kept);
  const counts = entries.flatMap(([reason, { rows }]) =>
    reason === 'price-doubted' ? [] : [[reason, rows] as const],
  );
  await inTransaction(em, async (tx) => {
    if (refused.length > 0) await keepRefused(tx, { ...run, pageId: null }, refused, false);
    await forgetRefusedOfFeeds(tx, run.retailerId, run.runId);
    await addToRun(tx, run.runId, { refusals: Object.fromEntries(counts) });
    await closeRuns(tx, { id: run.runId });
  });
}
