import type { EntityManager } from '@mikro-orm/postgresql';
import {
  findKnownOffers,
  type OfferContent,
  touchSameOffers,
} from '#db/queries/offers/touch-unchanged-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { codeOf } from '#domain/errors.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { type Assignment, assignProducts } from '../offers/assign-products.ts';
import type { GuardedOffer } from '../offers/guard.ts';
import { identityText, offerContent, offerToStore } from '../offers/offer-to-store.ts';
import { refusedReading } from '../offers/refused-offer.ts';
import {
  type BatchOutcome,
  type FeedRun,
  GROUP_ROWS,
  type RowToStore,
  storeFeedRows,
} from './store-feed-rows.ts';

/** Rows of a feed that passed the guards. */
export interface FeedItem {
  row: number;
  reading: OfferReading;
  guarded: GuardedOffer;
}

/**
 * Notes what is said as it is known, matches and writes the rest, as a crawl does a page. Where the database refuses the data of a row the batch is written
 * in groups, and that row's group row by row, so that only that row is lost. Throws for faults of our own (database down).
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
    if (items.length > GROUP_ROWS) return storeInGroups(em, retailer, run, items);
    const outcome = await storeEach(em, retailer, run, items);
    // Not one row of many is right: the fault is ours, and counting rows would hide it.
    if (items.length > MOST_FAULTY_ROWS && isWhollyFaulty(outcome, items)) throw error;
    return outcome;
  }
}

/** A batch of more rows than this cannot be wholly the feed's fault. */
const MOST_FAULTY_ROWS = 10;
/** SQLSTATE deadlock_detected. */
const DEADLOCK = '40P01';

async function storeInGroups(
  em: EntityManager,
  retailer: RetailerRow,
  run: FeedRun,
  items: FeedItem[],
): Promise<BatchOutcome> {
  const outcome = emptyOutcome();
  for (let from = 0; from < items.length; from += GROUP_ROWS) {
    add(outcome, await storeFeedBatch(em, retailer, run, items.slice(from, from + GROUP_ROWS)));
  }
  return outcome;
}

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
      const variant = variantOf(item.reading);
      const refused = refusedReading(item.reading, variant, 'not-storable');
      outcome.refused.push({ ...refused, feedRow: item.row });
    }
  }
  return outcome;
}

async function store(...batch: Parameters<typeof write>): Promise<BatchOutcome> {
  try {
    return await write(...batch);
  } catch (error) {
    if (codeOf(error) !== DEADLOCK) throw error;
    // Two writers waited for one another: the other one went on, and this one begins again.
    return write(...batch);
  }
}

async function write(
  em: EntityManager,
  retailer: RetailerRow,
  run: FeedRun,
  items: FeedItem[],
): Promise<BatchOutcome> {
  const read = items.map(({ row, reading, guarded }) => {
    return { row, reading, guarded, content: offerContent(guarded, variantOf(reading), 'feed') };
  });
  const contents = read.map(({ content }) => content);
  const seen = await touchSameOffers(em, retailer.id, contents, run.observedAt);
  const others = read.filter((_, nth) => !seen.has(nth));
  const assignments = await assignmentsOf(em, retailer.id, others);
  const rows = read.flatMap(({ row, reading, guarded }, nth): RowToStore[] => {
    const seenId = seen.get(nth);
    if (seenId !== undefined) return [{ row, seenId }];
    const assignment = assignments.shift();
    if (!assignment) return [];
    return [{ row, offer: offerToStore(guarded, variantOf(reading), assignment, 'feed') }];
  });
  return storeFeedRows(em, retailer, run, rows);
}

/** The product of each reading. A known offer keeps its own, and its row the proof of the link: a daily feed is matched once. */
async function assignmentsOf(
  em: EntityManager,
  retailerId: string,
  read: { reading: OfferReading; content: OfferContent }[],
): Promise<Assignment[]> {
  const identities = read.map(({ content }) => content);
  const known = await findKnownOffers(em, retailerId, identities);
  const productOf = new Map(known.map((offer) => [identityText(offer), offer.productId]));
  const productIds = identities.map((identity) => productOf.get(identityText(identity)));
  const added = await assignInGroups(
    em,
    read.flatMap(({ reading }, nth) => (productIds[nth] === undefined ? [reading] : [])),
  );
  const proof = { matchMethod: 'new', matchConfidence: 1 } as const;
  return productIds.flatMap((productId) => {
    const assignment =
      productId === undefined ? added.shift() : { productId, ...proof, matchBecause: [] };
    return assignment ? [assignment] : [];
  });
}

/** Each new reading is compared with all products that share a key with one of its group. */
async function assignInGroups(em: EntityManager, readings: OfferReading[]): Promise<Assignment[]> {
  const assignments: Assignment[] = [];
  for (let from = 0; from < readings.length; from += GROUP_ROWS) {
    assignments.push(
      ...(await assignProducts(em, readings.slice(from, from + GROUP_ROWS), { isDemo: false })),
    );
  }
  return assignments;
}

function variantOf(reading: OfferReading): string {
  return reading.variant ?? '';
}

function emptyOutcome(): BatchOutcome {
  return { stored: 0, pricesChanged: 0, refused: [], productIds: [] };
}

function add(sum: BatchOutcome, part: BatchOutcome): void {
  sum.stored += part.stored;
  sum.pricesChanged += part.pricesChanged;
  sum.refused.push(...part.refused);
  sum.productIds.push(...part.productIds);
}

function isWhollyFaulty({ refused }: BatchOutcome, items: readonly FeedItem[]): boolean {
  return refused.filter(({ reason }) => reason === 'not-storable').length === items.length;
}

/** SQLSTATE classes 22 (data), 23 (constraint) and 54 (too large for an index): the row's fault, not the database's. */
function isDataFault(error: unknown): boolean {
  return /^(?:22|23|54)/.test(codeOf(error));
}
