import type { EntityManager } from '@mikro-orm/postgresql';
import { type ClaimedPage, finishPage } from '#db/queries/crawl/pages.ts';
import { addToRun } from '#db/queries/crawl/runs.ts';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { type KnownOffer, lockKnownOffers, suspectPrice } from '#db/queries/offers/offers.ts';
import { detachUnseen, moveOffers } from '#db/queries/offers/page-offers.ts';
import {
  keepRefused,
  MOST_REFUSED_OF_PAGE,
  type RefusedOffer,
} from '#db/queries/offers/refused-offers.ts';
import { needsScore, storeOffers } from '#db/queries/offers/store-offers.ts';
import { findLiveOffer, lockRun, scheduleControlPages } from '#db/queries/quarantine/quarantine.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import type { GuardedReading } from '../offers/guard-reading.ts';
import { identityText } from '../offers/offer-to-store.ts';
import { splitByJump } from '../offers/price-jump.ts';
import { refusedByStep } from '../offers/refused-offer.ts';
import { rowsOf } from '../offers/rows-of-page.ts';
import { storeSoldOut } from '../offers/store-sold-out.ts';
import { holdReading } from './hold-reading.ts';
import { type Judgement, judgeInRun, judgeLoss } from './judge-run.ts';
import { nextIntervalMinutes } from './next-check.ts';
import type { Letterhead } from './quarantine-mail.ts';

/** What one page changed. `productIds` are those whose scores are out of date. */
export interface StoreOutcome extends Judgement {
  productIds: string[];
  offersSeen: number;
  pricesChanged: number;
}

/** A doubted price is read again after a minute, or once its witnesses were read where the shop is read slowly. */
const SECOND_FETCH_AFTER_MS = 60_000;
/** With a doubted price they are as many as quarantine a run (run-quarantine.ts): no broken price is believed before. */
const WITNESSES = 4;

/**
 * Writes what a page said: offers, price points where something changed, the page's next check and the run's
 * counters, in one transaction; or holds it back while the retailer is quarantined, which this page may bring about.
 * Throws StaleAttempt, and writes nothing, when a later attempt holds the page.
 */
export async function storeReading(
  em: EntityManager,
  retailer: RetailerRow,
  claim: ClaimedPage,
  runId: string,
  guarded: GuardedReading,
  validators: { etag: string | null; lastModified: string | null },
  options: {
    observedAt: Date;
    recheckMinutes: number;
    isProductPage: boolean;
    letterhead: Letterhead;
  },
): Promise<StoreOutcome> {
  const rows = await rowsOf(em, retailer, guarded);
  return em.transactional(async (tx) => {
    const run = await lockRun(tx, runId);
    const known = await lockOffersOfPage(tx, claim, rows, options.isProductPage && !run.heldIn);
    const split = splitByJump(rows, known);
    const judged = rows.length > 0 ? split.judged : await judgeLoss(tx, claim, 'failed');
    const judgement = await judgeInRun(tx, retailer.id, runId, run, judged, options.letterhead);
    if (judgement.heldIn === null || (rows.length === 0 && judged.length === 0)) {
      const soldOut = judgement.heldIn === null ? guarded.soldOut : [];
      const { refusals, refused } = guarded;
      const page = { retailer, claim, runId, refusals, refused, soldOut, validators, ...options };
      return { ...judgement, ...(await storeSplit(tx, page, split)) };
    }
    const { observedAt } = options;
    const { id: pageId, retailerId } = claim;
    if (guarded.refused.length > 0) {
      const at = { retailerId, pageId, runId: judgement.heldIn, observedAt };
      await keepRefused(tx, at, guarded.refused, false);
    }
    const isKnown = new Set(known.map(identityText));
    await holdReading(tx, claim, judgement, {
      observedAt,
      reason: Object.keys(guarded.refusals)[0] ?? null,
      offers: rows.filter((row) => isKnown.has(identityText(row))),
      refusals: guarded.refusals,
      nextIntervalMinutes: nextIntervalMinutes(claim, true, options.recheckMinutes),
    });
    return { ...judgement, productIds: [], offersSeen: 0, pricesChanged: 0 };
  });
}

/** The offers known under these rows' identities; where a page was read before and `mayMove`, also those it now gives another address. */
async function lockOffersOfPage(
  tx: EntityManager,
  { id, retailerId, lastOutcome }: ClaimedPage,
  rows: OfferToStore[],
  mayMove: boolean,
): Promise<KnownOffer[]> {
  const known = await lockKnownOffers(tx, retailerId, rows);
  if (!mayMove || lastOutcome === null || known.length === rows.length) return known;
  const moved = await moveOffers(tx, retailerId, id, rows);
  return moved === 0 ? known : lockKnownOffers(tx, retailerId, rows);
}

interface PageToStore {
  retailer: RetailerRow;
  claim: ClaimedPage;
  runId: string;
  refusals: Record<string, number>;
  refused: RefusedOffer[];
  soldOut: GuardedReading['soldOut'];
  validators: { etag: string | null; lastModified: string | null };
  observedAt: Date;
  recheckMinutes: number;
  isProductPage: boolean;
}

/** Stores what is believed, notes what is doubted and calls its witnesses. */
async function storeSplit(
  tx: EntityManager,
  { retailer, claim, runId, validators, observedAt, recheckMinutes, ...page }: PageToStore,
  { accepted, doubted }: ReturnType<typeof splitByJump>,
): Promise<Omit<StoreOutcome, keyof Judgement>> {
  for (const { offer, priceCents } of doubted) await suspectPrice(tx, offer.id, priceCents);
  const isFirstDoubt = doubted.some(({ offer }) => offer.suspectPriceCents === null);
  if (isFirstDoubt) await scheduleControlPages(tx, retailer.id, WITNESSES);
  const { id, url, fence } = claim;
  const at = { retailerId: retailer.id, runId, observedAt };
  const { isProductPage } = page;
  const stored = await storeOffers(
    tx,
    { ...at, page: { id, url, fence, isProductPage } },
    accepted,
  );
  const changed = stored.filter((offer) => offer.changed);
  const soldOut = await storeSoldOut(tx, at, page.soldOut);
  const refused = [...doubted.map(refusedByStep), ...page.refused].slice(0, MOST_REFUSED_OF_PAGE);
  if (refused.length > 0 || (claim.lastReason !== null && accepted.length > 0))
    await keepRefused(tx, { ...at, pageId: id }, refused, true);
  const refusals = { ...page.refusals };
  if (doubted.length > 0) refusals['price-doubted'] = doubted.length;
  const reason = Object.keys(refusals)[0] ?? null;
  const ended = soldOut.filter((offer) => offer.changed);
  const moved = changed.some((offer) => offer.oldPriceCents !== null) || ended.length > 0;
  const seen = [...stored, ...soldOut, ...doubted.map(({ offer }) => offer)];
  const seenIds = seen.map((offer) => offer.id);
  if (claim.lastOutcome !== null && seenIds.length > 0) await detachUnseen(tx, id, seenIds);
  // A 304 must not prove a price that the page does not show: of what is doubted, or where it shows none at all.
  const isProven = doubted.length === 0 && (seenIds.length > 0 || !(await findLiveOffer(tx, id)));
  await finishPage(tx, claim, {
    outcome: accepted.length + doubted.length === 0 && reason ? 'refused' : 'stored',
    reason,
    ...(isProven ? validators : { etag: null, lastModified: null }),
    nextIntervalMinutes: nextIntervalMinutes(claim, moved, recheckMinutes),
    // Only a first doubt is worth a quick second look; a price that keeps wavering waits its turn.
    retryAfterMs: isFirstDoubt
      ? Math.max(SECOND_FETCH_AFTER_MS, (WITNESSES + 1) * retailer.paceMs)
      : null,
  });
  const counts = { offersSeen: stored.length, pricesChanged: changed.length + ended.length };
  await addToRun(tx, runId, { pagesDone: 1, ...counts, refusals });
  const stale = [...stored.filter(needsScore), ...ended];
  return { ...counts, productIds: [...new Set(stale.map((offer) => offer.productId))] };
}
