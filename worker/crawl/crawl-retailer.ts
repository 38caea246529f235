/*
 * One crawl job: the due pages of one retailer, one after the other.
 *   claimPage (fence + 1) → fetch-claimed (robots, host slot, rendering) → offers/guard-reading → store-reading
 *   crawl-page   one page              record-fetch    a page that is unchanged or refused
 *   judge-run    is the shop sane? holds readings of a quarantined one, which visit-quarantined samples and probes
 *   quarantine-mail   tells operators
 * It ends when nothing is due, after `budgetMs`, or when the worker stops; remaining pages stay due.
 */
import { claimPage } from '#db/queries/crawl/pages.ts';
import { closeLongRun, openRun } from '#db/queries/crawl/runs.ts';
import { openQuarantine } from '#db/queries/quarantine/quarantine.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { scoreProducts } from '../score/score-products.ts';
import { crawlPage } from './crawl-page.ts';
import { addSeedPages } from './discover.ts';
import { replayPast } from './replay-past.ts';
import type { CrawlOutcome, CrawlServices, Visit } from './services.ts';
import { visitQuarantined } from './visit-quarantined.ts';

/** A job yields to other jobs after this long. */
const CRAWL_BUDGET_MS = 20_000;
/** Scores are updated after this many pages, and at the end. */
const PAGES_BETWEEN_SCORES = 25;

/** Reads a retailer's due pages. Throws only for faults of our own (database down); shops' faults are recorded. */
export async function crawlRetailer(
  services: CrawlServices,
  retailerId: string,
  signal: AbortSignal,
  budgetMs = CRAWL_BUDGET_MS,
): Promise<CrawlOutcome> {
  const em = services.orm.em.fork();
  const retailer = await findRetailer(em, { id: retailerId });
  // A retailer that refuses our crawler gives us a feed; it is never visited.
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
      // For each page: the run may have reached its hour, or an operator may have undone it.
      runId = await openRun(em, retailer.id, 'crawl');
      const end = await crawlPage(visit, runId, claim);
      pages += 1;
      if (end.heldIn) {
        services.log.warn(
          { retailer: retailer.slug, runId: end.heldIn },
          'the shop is quarantined',
        );
        await services.onQuarantined?.();
        await bringUpToDate(visit);
        return { pages, more: true };
      }
      goOn = end.goOn;
      if (pages % PAGES_BETWEEN_SCORES === 0) await bringUpToDate(visit);
    }
  }
  await bringUpToDate(visit);
  return { pages, more: goOn && !signal.aborted };
}

/** Writes the past of new demo offers, updates the scores of changed products, then queues their alerts. */
async function bringUpToDate({ services, em, retailer, signal, stale }: Visit): Promise<void> {
  await replayPast(em, retailer, signal);
  if (stale.size === 0) return;
  await scoreProducts(em, [...stale]);
  await services.onPricesMoved?.([...stale]);
  stale.clear();
}
