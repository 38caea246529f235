import type { EntityManager } from '@mikro-orm/postgresql';
import { addToRun } from '#db/queries/crawl/runs.ts';
import { type KnownOffer, lockKnownOffers, suspectPrice } from '#db/queries/offers/offers.ts';
import { needsScore, storeOffers } from '#db/queries/offers/store-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import {
  type JudgedReading,
  quarantineReason,
  rememberReadings,
} from '#domain/offers/run-quarantine.ts';
import { type ReadOffer, splitByJump } from '../offers/price-jump.ts';
import { refusedByStep } from '../offers/refused-offer.ts';

/** Rows that are matched and judged together. */
export const GROUP_ROWS = 100;

export function* inGroups<Item>(items: readonly Item[], size = GROUP_ROWS): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** What the batches of one import share. */
export interface FeedRun {
  runId: string;
  observedAt: Date;
  /** True after an operator has checked the prices: a second import confirms them, however many moved too far. */
  believe: boolean;
  /** The newest judged rows. If too many of them moved too far, all of those are doubted (run-quarantine.ts). */
  recent: readonly JudgedReading[];
}

/** A row of a feed: the id of the offer that it leaves unchanged, or the guarded and matched offer to store. */
export type RowToStore = { seenId: string } | ReadOffer;

/** What one batch stored and refused. */
export type BatchOutcome = Awaited<ReturnType<typeof storeFeedRows>>;

/** Judges the rows of a batch, writes those that changed and counts all of them, in the batch's transaction. */
export async function storeFeedRows(
  tx: EntityManager,
  retailer: RetailerRow,
  run: FeedRun,
  rows: readonly RowToStore[],
) {
  const { runId, observedAt } = run;
  const offers = rows.filter(isToStore);
  const known = await lockKnownOffers(tx, retailer.id, offers);
  const { accepted, doubted } = judgeInGroups(run, rows, known);
  for (const { offer, row } of doubted) await suspectPrice(tx, offer.id, row.priceCents);
  const at = { retailerId: retailer.id, page: null, runId, observedAt };
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
  for (const group of inGroups(rows)) {
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
