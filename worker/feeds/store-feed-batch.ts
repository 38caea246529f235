import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OfferContent } from '#db/queries/offers/offer-columns.ts';
import { findKnownOffers } from '#db/queries/offers/offers.ts';
import { touchSameOffers } from '#db/queries/offers/store-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { codeOf } from '#domain/errors.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import {
  type Assigned,
  assignProducts,
  lockMoves,
  reviseLinks,
} from '../offers/assign-products.ts';
import { offerToStore } from '../offers/offer-to-store.ts';
import { refusedReading } from '../offers/refused-offer.ts';
import {
  type BatchOutcome,
  type FeedRun,
  GROUP_ROWS,
  inGroups,
  type RowToStore,
  storeFeedRows,
} from './store-feed-rows.ts';

/** A row of a feed that passed the guard. */
export interface FeedItem {
  row: number;
  reading: OfferReading;
  content: OfferContent;
}

/** If all rows of a larger batch fail, the feed is not at fault. */
const MOST_FAULTY_ROWS = 10;
/** SQLSTATE deadlock_detected. */
const DEADLOCK = '40P01';
/** Maximum attempts of a batch, with increasing pauses. */
const ATTEMPTS = 4;
const PAUSE_MS = 250;
/** SQLSTATE classes 22 (data), 23 (constraint) and 54 (too large for an index): faults of the row, not of the database. */
const DATA_FAULT = /^(?:22|23|54)/;

/**
 * Touches unchanged offers, matches and writes the others. If the database refuses a row's data, writes the batch in groups, then
 * row by row, so that only that row is lost. Throws only for faults of our own (database down).
 */
export async function storeFeedBatch(
  em: EntityManager,
  retailer: RetailerRow,
  run: FeedRun,
  items: readonly FeedItem[],
): Promise<BatchOutcome> {
  try {
    return await store(em, retailer, run, items);
  } catch (error) {
    if (!DATA_FAULT.test(codeOf(error))) throw error;
    const [only] = items;
    if (only && items.length === 1) {
      const refused = refusedReading(only.reading, only.content.variant, 'not-storable');
      return { ...emptyOutcome(), refused: [{ ...refused, feedRow: only.row }] };
    }
    const outcome = emptyOutcome();
    for (const part of inGroups(items, items.length > GROUP_ROWS ? GROUP_ROWS : 1)) {
      const { stored, pricesChanged, ...lists } = await storeFeedBatch(em, retailer, run, part);
      outcome.stored += stored;
      outcome.pricesChanged += pricesChanged;
      outcome.refused.push(...lists.refused);
      outcome.productIds.push(...lists.productIds);
    }
    const lost = outcome.refused.filter(({ reason }) => reason === 'not-storable');
    // The database refuses every row: the fault is ours, and counting rows would hide it.
    if (items.length > MOST_FAULTY_ROWS && lost.length === items.length) throw error;
    return outcome;
  }
}

async function store(...batch: Parameters<typeof write>): Promise<BatchOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(...batch);
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === ATTEMPTS) throw error;
      // Postgres aborted this transaction. The pause lets the other writer lock its rows before the retry.
      await delay(attempt * PAUSE_MS);
    }
  }
}

async function write(
  em: EntityManager,
  retailer: RetailerRow,
  run: FeedRun,
  items: readonly FeedItem[],
): Promise<BatchOutcome> {
  const contents = items.map(({ content }) => content);
  const seen = await touchSameOffers(em, retailer.id, contents, run.observedAt);
  const others = items.filter((_, nth) => !seen.has(nth));
  const { assignments, ...changes } = await assignmentsOf(em, retailer.id, others);
  const rows = items.flatMap((item, nth): RowToStore[] => {
    const seenId = seen.get(nth);
    if (seenId !== undefined) return [{ seenId }];
    const assignment = assignments.shift();
    if (!assignment) return [];
    return [{ ...offerToStore(item, assignment), feedRow: item.row }];
  });
  return em.transactional(async (tx) => {
    await lockMoves(tx, changes);
    const outcome = await storeFeedRows(tx, retailer, run, rows);
    await reviseLinks(tx, changes, outcome.storedIds);
    return outcome;
  });
}

/** The product of each item, compared with all products that share a key with one of its group. */
async function assignmentsOf(
  em: EntityManager,
  retailerId: string,
  items: readonly FeedItem[],
): Promise<Assigned> {
  const contents = items.map(({ content }) => content);
  const offers = await findKnownOffers(em, retailerId, contents);
  const all: Assigned = { assignments: [], revisions: [], joins: [] };
  for (const group of inGroups(items)) {
    const readings = group.map(({ reading }) => reading);
    const known = offers.splice(0, group.length);
    const assigned = await assignProducts(em, readings, {
      isDemo: false,
      shop: retailerId,
      known,
    });
    all.assignments.push(...assigned.assignments);
    all.revisions.push(...assigned.revisions);
    all.joins.push(...assigned.joins);
  }
  return all;
}

function emptyOutcome(): BatchOutcome {
  return { stored: 0, pricesChanged: 0, refused: [], productIds: [], storedIds: [] };
}
