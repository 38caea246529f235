import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type ClaimedPage,
  finishPage,
  type PageEnd,
  REST_MINUTES,
  settleOtherAddresses,
} from '#db/queries/crawl/pages.ts';
import { PROBE_PRIORITY } from '#db/queries/crawl/probes.ts';
import { addToRun } from '#db/queries/crawl/runs.ts';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { type KnownOffer, lockKnownOffers, suspectPrice } from '#db/queries/offers/offers.ts';
import {
  areOfOwnPages,
  detachUnseen,
  moveOffers,
  storeSoldOut,
} from '#db/queries/offers/page-offers.ts';
import { keepRefused, MOST_REFUSED_OF_PAGE } from '#db/queries/offers/refused-offers.ts';
import { needsScore, storeOffers } from '#db/queries/offers/store-offers.ts';
import {
  findLiveOffer,
  isApproved,
  lockRun,
  scheduleControlPages,
} from '#db/queries/quarantine/quarantine.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { lockMoves, reviseLinks } from '../offers/assign-products.ts';
import type { GuardedReading } from '../offers/guard-reading.ts';
import { type ReadOffer, type Split, splitByJump } from '../offers/price-jump.ts';
import { refusedByStep } from '../offers/refused-offer.ts';
import { rowsOf } from '../offers/rows-of-page.ts';
import { holdReading, judgeInRun, judgeLoss } from './judge-run.ts';
import type { SettledReading } from './page-identity.ts';
import type { PageVisit } from './services.ts';
import { withPriority } from './sitemap.ts';

/** A doubted price is fetched again after a minute, or, at a slow pace, after its control pages. */
const SECOND_FETCH_AFTER_MS = MINUTE_MS;
/**
 * Together with the doubted page, enough to quarantine a run (run-quarantine.ts): a broken shop is detected before its price is accepted.
 */
const CONTROL_PAGES = 4;

/** What a page proved besides its offers: the product's own page, and how many products were unknown before. */
export interface Found extends Pick<SettledReading, 'ownPage' | 'canonicalUrl'> {
  newProducts: number;
}

/**
 * Writes a page's offers, price points, next check and counters in one transaction, or holds the page while the retailer is
 * quarantined, which this page may cause. Returns the stored offers and the products that need new scores. Throws StaleAttempt,
 * and writes nothing, when a later attempt holds the page.
 */
export async function storeReading(
  visit: PageVisit,
  guarded: GuardedReading,
  validators: PageEnd['validators'],
  found: Found = { ownPage: null, canonicalUrl: null, newProducts: 0 },
) {
  const { services, em, retailer, runId, claim } = visit;
  const observedAt = services.now();
  const { rows, changes } = await rowsOf(em, retailer, guarded);
  return inTransaction(em, async (tx) => {
    const run = await lockRun(tx, runId);
    await lockMoves(tx, changes);
    const known = await lockOffersOfPage(tx, claim, rows, guarded.isProductPage && !run.heldIn);
    const split = await splitUnlessApproved(tx, retailer.id, rows, known);
    const judged = rows.length > 0 ? split.judged : await judgeLoss(tx, claim, 'failed');
    const judgement = await judgeInRun(tx, retailer.id, run, judged, services.letterhead);
    const { heldIn } = judgement;
    if (heldIn === null || (rows.length === 0 && judged.length === 0)) {
      const page = {
        ...visit,
        observedAt,
        guarded,
        validators,
        ...found,
        endsSoldOut: heldIn === null,
      };
      const stored = await storeSplit(tx, page, split);
      await reviseLinks(tx, changes, stored.storedIds);
      return { ...judgement, ...stored };
    }
    if (guarded.refused.length > 0) {
      const at = { retailerId: retailer.id, pageId: claim.id, runId: heldIn, observedAt };
      await keepRefused(tx, at, guarded.refused, false);
    }
    await holdReading(tx, claim, judgement, {
      observedAt,
      reason: Object.keys(guarded.refusals)[0] ?? null,
      offers: rows.filter((_, nth) => known[nth]),
      refusals: guarded.refusals,
      nextIntervalMinutes: nextIntervalMinutes(claim, true, services.recheckMinutes),
      retryAfterMs: null,
    });
    return { ...judgement, storedIds: [], productIds: [], offersSeen: 0, pricesChanged: 0 };
  });
}

/** Separates doubted prices; while an operator's approval exempts the shop, a second reading confirms them all. */
async function splitUnlessApproved(
  tx: EntityManager,
  retailerId: string,
  rows: readonly ReadOffer[],
  known: readonly (KnownOffer | undefined)[],
): Promise<Split> {
  const split = splitByJump(rows, known);
  const isApprovedShop = split.doubted.length > 0 && (await isApproved(tx, retailerId));
  return isApprovedShop ? splitByJump(rows, known, 'all') : split;
}

/** Locks the known offers of these rows. With `mayMove`, an offer of a page that was read before may take the page's new address. */
async function lockOffersOfPage(
  tx: EntityManager,
  { id, retailerId, lastOutcome }: ClaimedPage,
  rows: OfferToStore[],
  mayMove: boolean,
): Promise<(KnownOffer | undefined)[]> {
  const known = await lockKnownOffers(tx, retailerId, rows);
  if (!mayMove || lastOutcome === null || known.every(Boolean)) return known;
  const moved = await moveOffers(tx, retailerId, id, rows);
  return moved === 0 ? known : lockKnownOffers(tx, retailerId, rows);
}

interface PageToStore extends PageVisit, Found {
  observedAt: Date;
  guarded: GuardedReading;
  validators: PageEnd['validators'];
  endsSoldOut: boolean;
}

/** Stores accepted prices, records doubted ones, and makes control pages due after a first doubt. */
async function storeSplit(
  tx: EntityManager,
  {
    services,
    retailer,
    claim,
    runId,
    observedAt,
    guarded,
    validators,
    ownPage,
    canonicalUrl,
    newProducts,
    endsSoldOut,
  }: PageToStore,
  { accepted, doubted }: Split,
) {
  const { id, url, fence, retailerId } = claim;
  for (const { offer, row } of doubted) await suspectPrice(tx, offer.id, row.priceCents);
  const isFirstDoubt = doubted.some(({ offer }) => offer.suspectPriceCents === null);
  if (isFirstDoubt) await scheduleControlPages(tx, retailerId, CONTROL_PAGES);
  const at = { retailerId, runId, observedAt };
  const page = { id, url, fence, isProductPage: guarded.isProductPage };
  const stored = await storeOffers(tx, { ...at, page }, accepted);
  const storedIds = stored.map((offer) => offer.id);
  const soldOut = endsSoldOut ? await storeSoldOut(tx, at, guarded.soldOut) : [];
  const refused = [...doubted.map(refusedByStep), ...guarded.refused];
  if (refused.length > 0 || (claim.lastReason !== null && accepted.length > 0))
    await keepRefused(tx, { ...at, pageId: id }, refused.slice(0, MOST_REFUSED_OF_PAGE), true);
  const refusals = { ...guarded.refusals };
  if (doubted.length > 0) refusals['price-doubted'] = doubted.length;
  const isVain = isVainGuess(retailer, claim, guarded);
  const reason = reasonOf(refusals, isVain);
  const changed = stored.filter((offer) => offer.changed);
  const ended = soldOut.filter((offer) => offer.changed);
  const hasMoved = changed.some((offer) => offer.oldPriceCents !== null) || ended.length > 0;
  const seen = [...stored, ...soldOut, ...doubted.map(({ offer }) => offer)];
  const seenIds = seen.map((offer) => offer.id);
  if (claim.lastOutcome !== null && seenIds.length > 0) await detachUnseen(tx, id, seenIds);
  // A 304 must not confirm a price that the page does not show, nor a reading that our own limits ended: keep validators only for pages whose
  // prices were stored, and for those without.
  const isRead = reason !== 'too-complex';
  const isProven =
    isRead && doubted.length === 0 && (seenIds.length > 0 || !(await findLiveOffer(tx, id)));
  // Only a first doubt causes a quick second fetch; a price that keeps changing waits for the next check.
  const secondFetchMs = Math.max(SECOND_FETCH_AFTER_MS, (CONTROL_PAGES + 1) * retailer.paceMs);
  await finishPage(tx, claim, {
    outcome: accepted.length + doubted.length === 0 && reason ? 'refused' : 'stored',
    reason,
    validators: isProven ? validators : null,
    nextIntervalMinutes: await intervalOf(tx, claim, {
      hasMoved,
      isProductPage: guarded.isProductPage,
      isVain,
      ownPage,
      storedIds,
      base: services.recheckMinutes,
    }),
    is: kindShown(claim, guarded, newProducts, isVain),
    retryAfterMs: isFirstDoubt ? secondFetchMs : null,
    canonicalUrl,
  });
  await settleOtherAddresses(tx, claim, Object.keys(refusals)[0] ?? null);
  const counts = { offersSeen: stored.length, pricesChanged: changed.length + ended.length };
  await addToRun(tx, runId, { pagesDone: 1, ...counts, refusals });
  const stale = [...stored.filter(needsScore), ...ended];
  return { ...counts, storedIds, productIds: [...new Set(stale.map((offer) => offer.productId))] };
}

/** A guessed kind gives way to what the page shows. A probe that shows known products alone stays one. */
function kindShown(
  { kind, priority }: ClaimedPage,
  { isProductPage, offers }: GuardedReading,
  newProducts: number,
  isVain: boolean,
): PageEnd['is'] {
  if (isVain) return { kind: 'list', priority: PROBE_PRIORITY };
  if (offers.length === 0 || kind === 'search') return undefined;
  if (!isProductPage && priority === PROBE_PRIORITY && newProducts === 0) return undefined;
  return withPriority(isProductPage ? 'product' : 'list');
}

/** True of a page without products that was only guessed to be a list: a probe, or one never read that the profile does not name. */
function isVainGuess(
  { discovery }: RetailerRow,
  { kind, url, priority, lastOutcome }: ClaimedPage,
  { offers, soldOut, isProductPage, refusals }: GuardedReading,
): boolean {
  const isStated = kind !== 'list' || discovery.listUrls.includes(url);
  const isGuess = priority === PROBE_PRIORITY || (lastOutcome === null && !isStated);
  const isFault = Object.keys(refusals).some((reason) => reason !== 'not-a-product');
  return isGuess && !isProductPage && !isFault && offers.length + soldOut.length === 0;
}

/** Why the page gave no price, or no more of them. A guessed list without products is no failure. */
function reasonOf(refusals: Record<string, number>, isVain: boolean): string | null {
  const [reason = null] = Object.keys(refusals);
  return isVain ? null : reason;
}

interface Seen {
  hasMoved: boolean;
  isProductPage: boolean;
  /** True of a guessed list that shows no product. */
  isVain: boolean;
  ownPage: SettledReading['ownPage'];
  storedIds: readonly string[];
  base: number;
}

/** Sitemaps, and lists whose products all have pages of their own, only show what is new. */
const INTERVALS_OF_LISTS = 4;

/** Minutes until the next check: as `nextIntervalMinutes`, longer for pages that others make needless. */
async function intervalOf(
  tx: EntityManager,
  claim: ClaimedPage,
  { hasMoved, isProductPage, isVain, ownPage, storedIds, base }: Seen,
) {
  // The product's own page is read before, and then rests this one.
  if (ownPage && !ownPage.isRead) return 2 * base;
  if (isVain) return REST_MINUTES;
  const next = nextIntervalMinutes(claim, hasMoved, base, ownPage);
  const isCovered =
    claim.kind === 'sitemap' ||
    (claim.kind === 'list' &&
      !isProductPage &&
      storedIds.length > 0 &&
      (await areOfOwnPages(tx, storedIds)));
  return isCovered ? Math.max(next, INTERVALS_OF_LISTS * MAX_BASE_INTERVALS * base) : next;
}

const MAX_BASE_INTERVALS = 4;

/** Minutes until the next check: the base after a change; each check without a change adds half, up to four times the base. */
export function nextIntervalMinutes(
  claim: Pick<ClaimedPage, 'kind' | 'intervalMinutes'>,
  moved: boolean,
  baseMinutes: number,
  ownPage: SettledReading['ownPage'] = null,
): number {
  if (ownPage?.isRead || claim.kind === 'search') return REST_MINUTES;
  if (moved) return baseMinutes;
  return Math.min(
    baseMinutes * MAX_BASE_INTERVALS,
    Math.max(baseMinutes, Math.round(claim.intervalMinutes * 1.5)),
  );
}
