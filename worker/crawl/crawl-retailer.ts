/*
 * One crawl job reads the due pages of one retailer, one after the other.
 *   claimPage (fence + 1) → fetch-claimed (robots, the host's turn, rendering) → offers/guard-reading → store-reading
 *   crawl-page   one page, including unchanged and refused ones
 *   judge-run    decides whether the shop is sane; holds readings of a quarantined shop, which visit-quarantined samples and probes
 *   mail/operator-mails   notifies operators
 * The job ends when nothing is due, after `budgetMs`, or when the worker stops; remaining pages stay due.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { claimPage } from '#db/queries/crawl/pages.ts';
import { addToRun, closeLongRun, closeRuns, openRun } from '#db/queries/crawl/runs.ts';
import {
  markReplayed,
  type OfferWithoutPast,
  offersWithoutPast,
} from '#db/queries/offers/offers.ts';
import { addPastPrices } from '#db/queries/offers/price-points.ts';
import { openQuarantine } from '#db/queries/quarantine/quarantine.ts';
import { findRetailer, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { DAY_MS } from '#domain/time.ts';
import { pastPack, pastPrices } from '#worker/demo/world/offer-past.ts';
import { scoreProducts } from '#worker/score/score-products.ts';
import { crawlPage } from './crawl-page.ts';
import { addSeedPages } from './discover.ts';
import type { CrawlOutcome, CrawlServices, Visit } from './services.ts';
import { visitQuarantined } from './visit-quarantined.ts';

/** A job yields to other jobs after this time. */
const CRAWL_BUDGET_MS = 20_000;
/** Scores are updated after this many pages and at the end of the job. */
const PAGES_BETWEEN_SCORES = 25;

/** Reads a retailer's due pages and records the shop's faults. Throws only for faults of our own (database down). */
export async function crawlRetailer(
  services: CrawlServices,
  retailerId: string,
  signal: AbortSignal,
  budgetMs = CRAWL_BUDGET_MS,
): Promise<CrawlOutcome> {
  const em = services.orm.em.fork();
  const retailer = await findRetailer(em, { id: retailerId });
  // A retailer that supplies a feed refuses our crawler: never visit it.
  if (retailer?.status !== 'enabled' || retailer.kind === 'feed') return { pages: 0, more: false };
  await services.setClock(em);
  const visit: Visit = { services, em, retailer, signal, stale: new Set() };
  const endAt = performance.now() + budgetMs;
  const quarantine = await openQuarantine(em, retailer.id);
  if (quarantine) return visitQuarantined(visit, quarantine, endAt);
  await addSeedPages(visit);
  let runId = await openRun(em, retailer.id, 'crawl');
  await closeLongRun(em, runId);
  let pages = 0;
  let goOn = true;
  while (goOn && !signal.aborted && performance.now() < endAt) {
    const claim = await claimPage(em, retailer.id);
    if (!claim) {
      await closeLongRun(em, runId);
      goOn = false;
    } else {
      // Checked for each page: the run may have reached its time limit, or an operator may have undone it.
      runId = await openRun(em, retailer.id, 'crawl');
      const end = await crawlPage(visit, runId, claim);
      pages += 1;
      if (end.heldIn) {
        services.log.warn(
          { retailer: retailer.slug, runId: end.heldIn },
          'the shop is quarantined',
        );
        await updateScores(visit);
        return { pages, more: true };
      }
      goOn = end.goOn;
      if (pages % PAGES_BETWEEN_SCORES === 0) await updateScores(visit);
    }
  }
  await updateScores(visit);
  return { pages, more: goOn && !signal.aborted };
}

/** Writes the history of new demo offers and updates the scores of changed products. */
async function updateScores({ em, retailer, signal, stale }: Visit): Promise<void> {
  await replayPast(em, retailer, signal);
  if (stale.size === 0) return;
  await scoreProducts(em, [...stale]);
  stale.clear();
}

const PAST_MS = 365 * DAY_MS;

/** Offers whose history is computed in one step: about 20 ms, so that the process stays responsive. */
const OFFERS_PER_STEP = 20;

/** Writes last year's history of a demo shop's new offers as a `replay` run, which fires no alerts. */
async function replayPast(em: EntityManager, retailer: RetailerRow, signal: AbortSignal) {
  if (retailer.kind !== 'demo') return;
  let offers = await offersWithoutPast(em, retailer.id, OFFERS_PER_STEP);
  if (offers.length === 0) return;
  const runId = await openRun(em, retailer.id, 'replay');
  while (offers.length > 0 && !signal.aborted) {
    await replayOffers(em, runId, offers);
    offers = await offersWithoutPast(em, retailer.id, OFFERS_PER_STEP);
  }
  await closeRuns(em, { id: runId });
}

async function replayOffers(em: EntityManager, runId: string, offers: OfferWithoutPast[]) {
  const pasts = offers.map(({ id, url, seller, firstSeenAt: until }) => {
    const from = new Date(until.getTime() - PAST_MS);
    const prices = pastPrices(url, seller, from, until);
    return { id, prices, earlierPack: pastPack(url, seller, from, until) };
  });
  const points = pasts.flatMap(({ id, prices }) => prices.map((at) => ({ offerId: id, ...at })));
  await inTransaction(em, async (tx) => {
    await addPastPrices(tx, runId, points);
    await markReplayed(tx, pasts);
    await addToRun(tx, runId, { offersSeen: offers.length, pricesChanged: points.length });
  });
}
