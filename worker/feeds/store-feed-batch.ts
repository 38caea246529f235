import type { EntityManager } from '@mikro-orm/postgresql';
import {
  lockKnownOffers,
  type OfferIdentity,
  type OfferToStore,
  suspectPrice,
} from '#db/queries/offers.ts';
import type { RetailerRow } from '#db/queries/retailers.ts';
import { addToRun } from '#db/queries/runs.ts';
import { storeOffers } from '#db/queries/store-offers.ts';
import type { OfferReading } from '#domain/page-reading.ts';
import { type JudgedReading, quarantineReason, rememberReadings } from '#domain/run-quarantine.ts';
import { type Assignment, assignProducts } from '../crawl/assign-products.ts';
import { offerToStore } from '../crawl/offer-to-store.ts';
import { splitByJump } from '../crawl/store-reading.ts';
import type { GuardedOffer } from '../extract/guard.ts';

/** Rows of a feed that passed the guards. */
export interface FeedItem {
  row: number;
  reading: OfferReading;
  guarded: GuardedOffer;
}

/** One import: what its batches share. */
export interface FeedRun {
  runId: string;
  observedAt: Date;
  /** An operator has looked at the prices: a second import confirms them, however many moved too far. */
  believe: boolean;
  /** The newest judged rows; too many that moved too far and none of those is believed (run-quarantine.ts). */
  recent: readonly JudgedReading[];
}

export interface BatchOutcome {
  stored: number;
  pricesChanged: number;
  /** Rows whose price is too far from the last one: believed when the next import says the same, unless too many are. */
  doubtedRows: number[];
  /** Rows that the database would not take. */
  failedRows: number[];
  productIds: string[];
}

/**
 * Matches and writes a batch in one transaction, as a crawl does a page. Where the database refuses the data of a row
 * the batch is written row by row, so that only that row is lost. Throws for faults of our own (database down).
 */
export async function storeFeedBatch(
  em: EntityManager,
  retailer: RetailerRow,
  run: FeedRun,
  items: FeedItem[],
): Promise<BatchOutcome> {
  try {
    return await store(em, retailer, run, items);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    const outcome = await storeEach(em, retailer, run, items);
    // Not one row of many is right: the fault is ours, and counting rows would hide it.
    if (items.length > MOST_FAULTY_ROWS && outcome.failedRows.length === items.length) throw error;
    return outcome;
  }
}

/** A batch of more rows than this cannot be wholly the feed's fault. */
const MOST_FAULTY_ROWS = 10;

async function storeEach(
  em: EntityManager,
  retailer: RetailerRow,
  run: FeedRun,
  items: FeedItem[],
): Promise<BatchOutcome> {
  const outcome = emptyOutcome();
  for (const item of items) {
    try {
      add(outcome, await store(em, retailer, run, [item]));
    } catch (error) {
      if (!isDataFault(error)) throw error;
      outcome.failedRows.push(item.row);
    }
  }
  return outcome;
}

async function store(
  em: EntityManager,
  retailer: RetailerRow,
  run: FeedRun,
  items: FeedItem[],
): Promise<BatchOutcome> {
  const assignments = await assignNew(em, retailer, items);
  const rowOf = new Map<OfferToStore, number>();
  items.forEach((item, index) => {
    const assignment = assignments[index];
    if (assignment)
      rowOf.set(
        offerToStore(item.guarded, item.reading.variant ?? '', assignment, 'feed'),
        item.row,
      );
  });
  return em.transactional(async (tx) => {
    const known = await lockKnownOffers(tx, retailer.id, [...rowOf.keys()]);
    const rows = [...rowOf.keys()];
    const first = splitByJump(rows, known);
    run.recent = rememberReadings(run.recent, first.judged);
    const isSuspicious = !run.believe && quarantineReason(run.recent) !== null;
    const { accepted, doubted } = isSuspicious ? splitByJump(rows, known, false) : first;
    for (const { offer, priceCents } of doubted) await suspectPrice(tx, offer.id, priceCents);
    const { runId, observedAt } = run;
    const at = { retailerId: retailer.id, page: null, runId, observedAt };
    const stored = await storeOffers(tx, at, accepted);
    const changed = stored.filter((offer) => offer.changed);
    await addToRun(tx, runId, {
      pagesDone: 0,
      pagesUnchanged: 0,
      offersSeen: stored.length,
      pricesChanged: changed.length,
      refusals: doubted.length > 0 ? { 'price-doubted': doubted.length } : {},
    });
    return {
      stored: stored.length,
      pricesChanged: changed.length,
      doubtedRows: doubted.flatMap(({ row }) => rowOf.get(row) ?? []),
      failedRows: [],
      productIds: [...new Set(changed.map((offer) => offer.productId))],
    };
  });
}

/** The product of each item. Offers known already keep theirs: a daily feed is matched once. */
async function assignNew(
  em: EntityManager,
  retailer: RetailerRow,
  items: FeedItem[],
): Promise<Assignment[]> {
  const identities = items.map(({ reading }) => ({
    url: reading.url,
    variant: reading.variant ?? '',
    seller: reading.seller ?? '',
    zone: 'national',
  }));
  const textOf = (of: OfferIdentity) => JSON.stringify([of.url, of.variant, of.seller, of.zone]);
  const known = await lockKnownOffers(em, retailer.id, identities);
  const productOf = new Map(known.map((offer) => [textOf(offer), offer.productId]));
  const productIds = identities.map((identity) => productOf.get(textOf(identity)));
  const added = await assignProducts(
    em,
    items.flatMap(({ reading }, index) => (productIds[index] === undefined ? [reading] : [])),
  );
  // The proof of a known link is kept by its row.
  const proof = { matchMethod: 'new', matchConfidence: 1 } as const;
  return productIds.flatMap((productId) => {
    const assignment =
      productId === undefined ? added.shift() : { productId, ...proof, matchBecause: [] };
    return assignment ? [assignment] : [];
  });
}

function emptyOutcome(): BatchOutcome {
  return { stored: 0, pricesChanged: 0, doubtedRows: [], failedRows: [], productIds: [] };
}

function add(sum: BatchOutcome, part: BatchOutcome): void {
  sum.stored += part.stored;
  sum.pricesChanged += part.pricesChanged;
  sum.doubtedRows.push(...part.doubtedRows);
  sum.failedRows.push(...part.failedRows);
  sum.productIds.push(...part.productIds);
}

/** SQLSTATE classes 22 (data), 23 (constraint) and 54 (too large for an index): the row's fault, not the database's. */
function isDataFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:22|23|54)/.test(String(error.code));
}
