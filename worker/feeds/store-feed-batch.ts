import type { EntityManager } from '@mikro-orm/postgresql';
import { addToRun } from '#db/queries/crawl/runs.ts';
import type { OfferContent } from '#db/queries/offers/offer-columns.ts';
import {
  findKnownOffers,
  type KnownOffer,
  lockKnownOffers,
  suspectPrice,
} from '#db/queries/offers/offers.ts';
import { doubtedByFeedSince } from '#db/queries/offers/refused-offers.ts';
import { needsScore, storeOffers, touchSameOffers } from '#db/queries/offers/store-offers.ts';
import { inTransaction, retrying } from '#db/queries/sql/in-transaction.ts';
import { codeOf } from '#domain/errors.ts';
import { inGroups } from '#domain/in-groups.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import {
  type JudgedReading,
  quarantineReason,
  rememberReadings,
} from '#domain/offers/run-quarantine.ts';
import { HOUR_MS } from '#domain/time.ts';
import {
  type Assigned,
  assignProducts,
  lockMoves,
  reviseLinks,
} from '../offers/assign-products.ts';
import { offerToStore } from '../offers/offer-to-store.ts';
import { type ReadOffer, splitByJump } from '../offers/price-jump.ts';
import { refusedByStep, refusedReading } from '../offers/refused-offer.ts';

/** A row of a feed that passed the guard. */
export interface FeedItem {
  row: number;
  reading: OfferReading;
  content: OfferContent;
}

/** If all rows of a larger batch fail, the feed is not at fault. */
const MOST_FAULTY_ROWS = 10;
/** SQLSTATE classes 22 (data), 23 (constraint) and 54 (too large for an index): faults of the row, not of the database. */
const DATA_FAULT = /^(?:22|23|54)/;

/**
 * Touches unchanged offers, matches and writes the others. If the database refuses a row's data, writes the batch in groups, then
 * row by row, so that only that row is lost. Throws only for faults of our own (database down).
 */
export async function storeFeedBatch(
  em: EntityManager,
  run: FeedRun,
  items: readonly FeedItem[],
): Promise<BatchOutcome> {
  try {
    return await write(em, run, items);
  } catch (error) {
    if (!DATA_FAULT.test(codeOf(error))) throw error;
    const [only] = items;
    if (only && items.length === 1) {
      const refused = refusedReading(only.reading, only.content.variant, 'not-storable');
      return { ...emptyOutcome(), refused: [{ ...refused, feedRow: only.row }] };
    }
    const outcome = emptyOutcome();
    for (const part of inGroups(items, items.length > GROUP_ROWS ? GROUP_ROWS : 1)) {
      const { stored, pricesChanged, ...lists } = await storeFeedBatch(em, run, part);
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

async function write(
  em: EntityManager,
  run: FeedRun,
  items: readonly FeedItem[],
): Promise<BatchOutcome> {
  const contents = items.map(({ content }) => content);
  const seen = await retrying(em, () =>
    touchSameOffers(em, run.retailerId, contents, run.observedAt),
  );
  const others = items.filter((_, nth) => !seen.has(nth));
  const { assignments, ...changes } = await assignmentsOf(em, run, others);
  const rows = items.flatMap((item, nth): RowToStore[] => {
    const seenId = seen.get(nth);
    if (seenId !== undefined) return [{ seenId }];
    const assignment = assignments.shift();
    if (!assignment) return [];
    return [{ ...offerToStore(item, assignment), feedRow: item.row }];
  });
  const { recent, ...outcome } = await inTransaction(em, async (tx) => {
    await lockMoves(tx, changes);
    // An attempt that fails leaves no readings in the run.
    const attempt = { ...run };
    const outcome = await storeFeedRows(tx, attempt, rows);
    await reviseLinks(tx, changes, outcome.storedIds);
    return { ...outcome, recent: attempt.recent };
  });
  run.recent = recent;
  return outcome;
}

/** The product of each item, compared with all products that share a key with one of its group. */
async function assignmentsOf(
  em: EntityManager,
  { retailerId: shop }: FeedRun,
  items: readonly FeedItem[],
): Promise<Assigned> {
  const contents = items.map(({ content }) => content);
  const offers = await findKnownOffers(em, shop, contents);
  const all: Assigned = { assignments: [], revisions: [], joins: [] };
  for (const group of inGroups(items, GROUP_ROWS)) {
    const readings = group.map(({ reading }) => reading);
    const known = offers.splice(0, group.length);
    const assigned = await assignProducts(em, readings, { isDemo: false, shop, known });
    all.assignments.push(...assigned.assignments);
    all.revisions.push(...assigned.revisions);
    all.joins.push(...assigned.joins);
  }
  return all;
}

function emptyOutcome(): BatchOutcome {
  return { stored: 0, pricesChanged: 0, refused: [], productIds: [], storedIds: [] };
}

/** Rows that are matched and judged together. */
const GROUP_ROWS = 100;

/** What the batches of one import share. */
export interface FeedRun {
  retailerId: string;
  runId: string;
  observedAt: Date;
  /** True after an operator has checked the prices: a second import confirms them, however many moved too far. */
  believe: boolean;
  /** True when these bytes were imported before, and prove nothing new. */
  isRepeated: boolean;
  /** The newest judged rows. If too many of them moved too far, all of those are doubted (run-quarantine.ts). */
  recent: readonly JudgedReading[];
}

/** A row of a feed: the id of the offer that it leaves unchanged, or the guarded and matched offer to store. */
export type RowToStore = { seenId: string } | ReadOffer;

/** What one batch stored and refused. */
type BatchOutcome = Awaited<ReturnType<typeof storeFeedRows>>;

/** Judges the rows of a batch, writes those that changed and counts all of them, in the batch's transaction. */
export async function storeFeedRows(tx: EntityManager, run: FeedRun, rows: readonly RowToStore[]) {
  const { retailerId, runId, observedAt } = run;
  const offers = rows.filter(isToStore);
  const locked = await lockKnownOffers(tx, retailerId, offers);
  const known = run.believe ? locked : await withoutSameExport(tx, run, locked);
  const { accepted, doubted } = judgeInGroups(run, rows, known);
  for (const { offer, row } of doubted) await suspectPrice(tx, offer.id, row.priceCents);
  const at = { retailerId, page: null, runId, observedAt };
  const written = await storeOffers(tx, at, accepted);
  const changed = written.filter((offer) => offer.changed);
  const stored = rows.length - offers.length + written.length;
  await addToRun(tx, runId, {
    offersSeen: stored,
    pricesChanged: changed.length,
    refusals: doubted.length > 0 ? { 'price-doubted': doubted.length } : {},
  });
  return {
    stored,
    pricesChanged: changed.length,
    /** Rows whose price moved too far, which the next import may confirm, and rows whose data the database refused. */
    refused: doubted.map(refusedByStep),
    storedIds: written.map(({ id }) => id),
    productIds: [...new Set(written.filter(needsScore).map((offer) => offer.productId))],
  };
}

/** Shops export a feed hourly at most: two imports within this time may read one export. */
const NEXT_EXPORT_MS = HOUR_MS;

/** The offers, without doubted prices whose repetition may come from the same export, which proves nothing. */
async function withoutSameExport(
  tx: EntityManager,
  { retailerId, observedAt, isRepeated }: FeedRun,
  known: (KnownOffer | undefined)[],
) {
  if (known.every((offer) => (offer?.suspectPriceCents ?? null) === null)) return known;
  const after = new Date(observedAt.getTime() - NEXT_EXPORT_MS);
  const fresh = await doubtedByFeedSince(tx, retailerId, after);
  return known.map((offer) =>
    offer && (isRepeated || fresh.has(offer.url)) ? { ...offer, suspectPriceCents: null } : offer,
  );
}

function isToStore(row: RowToStore): row is ReadOffer {
  return !('seenId' in row);
}

type Split = Omit<ReturnType<typeof splitByJump>, 'judged'>;

/** Separates accepted offers from doubted ones, group by group, and adds each group to the run's recent readings. */
function judgeInGroups(
  run: FeedRun,
  rows: readonly RowToStore[],
  known: (KnownOffer | undefined)[],
) {
  const sum: Split = { accepted: [], doubted: [] };
  for (const group of inGroups(rows, GROUP_ROWS)) {
    const offers = group.filter(isToStore);
    const ofGroup = known.splice(0, offers.length);
    const split = splitByJump(offers, ofGroup, run.believe ? 'all' : 'same-unit');
    const verdicts = new Map(split.judged.map((judged) => [judged.of, judged.verdict]));
    const remaining = ofGroup.values();
    const readings = group.flatMap((row): JudgedReading[] => {
      const of = 'seenId' in row ? row.seenId : remaining.next().value?.id;
      return of === undefined ? [] : [{ of, verdict: verdicts.get(of) ?? 'sane' }];
    });
    run.recent = rememberReadings(run.recent, readings);
    const isSuspicious = !run.believe && quarantineReason(run.recent) !== null;
    const { accepted, doubted } = isSuspicious ? splitByJump(offers, ofGroup, 'none') : split;
    sum.accepted.push(...accepted);
    sum.doubted.push(...doubted);
  }
  return sum;
}
