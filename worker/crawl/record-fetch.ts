import { finishPage } from '#db/queries/crawl/pages.ts';
import { addToRun } from '#db/queries/crawl/runs.ts';
import { endOffersOfPage, touchOffersOfPage } from '#db/queries/offers/page-offers.ts';
import { addPricePoints } from '#db/queries/offers/price-points.ts';
import { lockRun } from '#db/queries/quarantine/quarantine.ts';
import type { FetchRefusal, FetchRefused } from '#domain/errors.ts';
import type { FetchedPage } from '../fetch/fetched-page.ts';
import { holdReading, type Judgement, judgeInRun, judgeLoss } from './judge-run.ts';
import { nextIntervalMinutes } from './next-check.ts';
import type { PageVisit } from './services.ts';

/** Records a page that answered 304: its offers are unchanged. */
export async function recordUnchanged(
  { services, em, runId, claim }: PageVisit,
  page: FetchedPage,
): Promise<Judgement> {
  const { letterhead, recheckMinutes } = services;
  return em.transactional(async (tx) => {
    const run = await lockRun(tx, runId);
    await finishPage(tx, claim, {
      outcome: 'unchanged',
      // The offers that were refused are still refused.
      reason: claim.lastReason,
      validators: {
        etag: page.etag ?? claim.etag,
        lastModified: page.lastModified ?? claim.lastModified,
      },
      nextIntervalMinutes: nextIntervalMinutes(claim, claim.kind !== 'product', recheckMinutes),
      retryAfterMs: null,
    });
    const seen = await touchOffersOfPage(tx, claim.id, services.now());
    await addToRun(tx, runId, { pagesDone: 1, pagesUnchanged: 1, offersSeen: seen.length });
    const readings = seen.map((of) => ({ of, verdict: 'sane' as const }));
    return judgeInRun(tx, claim.retailerId, run, readings, letterhead);
  });
}

/** Not the shop's fault: our address guard forbids it, or this machine has no browser. */
const OUR_OWN: ReadonlySet<FetchRefusal> = new Set(['address-forbidden', 'browser-unavailable']);

/** Records a page that could not be fetched: sets its next try, and ends its offers if the page is gone. */
export async function recordRefusal(
  { services, em, runId, claim }: PageVisit,
  { reason, retryAfterMs }: FetchRefused,
): Promise<Judgement> {
  const loss = reason === 'not-found' ? 'vanished' : 'failed';
  const refusals = { [reason]: 1 };
  const wait = { nextIntervalMinutes: services.recheckMinutes, retryAfterMs };
  const observedAt = services.now();
  return em.transactional(async (tx) => {
    const run = await lockRun(tx, runId);
    const readings = OUR_OWN.has(reason) ? [] : await judgeLoss(tx, claim, loss);
    const judgement = await judgeInRun(tx, claim.retailerId, run, readings, services.letterhead);
    if (judgement.heldIn && readings.length > 0) {
      const nothing = { observedAt, reason, offers: [], refusals };
      await holdReading(tx, claim, judgement, { ...nothing, ...wait });
      return judgement;
    }
    await finishPage(tx, claim, { outcome: 'failed', reason, validators: null, ...wait });
    const ended = loss === 'vanished' ? await endOffersOfPage(tx, claim.id) : [];
    await addPricePoints(tx, ended, observedAt, runId);
    await addToRun(tx, runId, { pagesDone: 1, pricesChanged: ended.length, refusals });
    // A page that failed before adds no bad reading, but a shop that refuses is not sane either.
    return { ...judgement, verdict: judgement.verdict ?? (loss === 'failed' ? 'failed' : null) };
  });
}
