import type { EntityManager } from '@mikro-orm/postgresql';
import { type ClaimedPage, finishPage } from '#db/queries/crawl/pages.ts';
import { addToRun } from '#db/queries/crawl/runs.ts';
import { endOffersOfPage, touchOffersOfPage } from '#db/queries/offers/page-offers.ts';
import { addPricePoints } from '#db/queries/offers/price-points.ts';
import { lockRun } from '#db/queries/quarantine/quarantine.ts';
import type { FetchRefusal, FetchRefused } from '#domain/errors.ts';
import type { FetchedPage } from '../fetch/fetched-page.ts';
import { holdReading } from './hold-reading.ts';
import { type Judgement, judgeInRun, judgeLoss } from './judge-run.ts';
import { nextIntervalMinutes } from './next-check.ts';
import type { CrawlServices } from './services.ts';

/** A page that answered 304: all its offers are as they were. */
export async function recordUnchanged(
  services: CrawlServices,
  em: EntityManager,
  runId: string,
  claim: ClaimedPage,
  page: FetchedPage,
): Promise<Judgement> {
  return em.transactional(async (tx) => {
    const run = await lockRun(tx, runId);
    await finishPage(tx, claim, {
      outcome: 'unchanged',
      // What was refused of it is refused still.
      reason: claim.lastReason,
      etag: page.etag ?? claim.etag,
      lastModified: page.lastModified ?? claim.lastModified,
      nextIntervalMinutes: nextIntervalMinutes(
        claim,
        claim.kind !== 'product',
        services.recheckMinutes,
      ),
      retryAfterMs: null,
    });
    const seen = await touchOffersOfPage(tx, claim.id, services.now());
    await addToRun(tx, runId, { pagesDone: 1, pagesUnchanged: 1, offersSeen: seen.length });
    const readings = seen.map((of) => ({ of, verdict: 'sane' as const }));
    return judgeInRun(tx, claim.retailerId, runId, run, readings, services.letterhead);
  });
}

/** These say nothing of the shop: our guard will not go there, or we cannot draw its pages here. */
const OUR_OWN: ReadonlySet<FetchRefusal> = new Set(['address-forbidden', 'browser-unavailable']);

/** A page that could not be fetched: its next try, and the end of its offers where it is gone. */
export async function recordRefusal(
  services: CrawlServices,
  em: EntityManager,
  runId: string,
  claim: ClaimedPage,
  refusal: FetchRefused,
): Promise<Judgement> {
  const { reason, retryAfterMs } = refusal;
  const loss = reason === 'not-found' ? 'vanished' : 'failed';
  return em.transactional(async (tx) => {
    const run = await lockRun(tx, runId);
    const readings = OUR_OWN.has(reason) ? [] : await judgeLoss(tx, claim, loss);
    const judgement = await judgeInRun(
      tx,
      claim.retailerId,
      runId,
      run,
      readings,
      services.letterhead,
    );
    const wait = { nextIntervalMinutes: services.recheckMinutes, retryAfterMs };
    if (judgement.heldIn && readings.length > 0) {
      const observedAt = services.now();
      const refusals = { [reason]: 1 };
      await holdReading(tx, claim, judgement, {
        observedAt,
        reason,
        offers: [],
        refusals,
        ...wait,
      });
      return judgement;
    }
    await finishPage(tx, claim, {
      outcome: 'failed',
      reason,
      etag: null,
      lastModified: null,
      ...wait,
    });
    const ended = loss === 'vanished' ? await endOffersOfPage(tx, claim.id) : [];
    await addPricePoints(tx, ended, services.now(), runId);
    await addToRun(tx, runId, {
      pagesDone: 1,
      pricesChanged: ended.length,
      refusals: { [reason]: 1 },
    });
    // A page that failed before says nothing new, but a shop that refuses is not sane either.
    return { ...judgement, verdict: judgement.verdict ?? (loss === 'failed' ? 'failed' : null) };
  });
}
