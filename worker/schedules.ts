import type { EntityManager } from '@mikro-orm/postgresql';
import { retailersWithDuePages, retailersWithoutPages } from '#db/queries/crawl/pages.ts';
import { productsToScore } from '#db/queries/products/scores.ts';
import { countOffers } from '#db/queries/search/search.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';
import { sweepAlerts } from './alerts/run-alerts.ts';
import { sweepMails } from './mail/send-mail.ts';
import { throttle } from './throttle.ts';

/** At most this many products wait in one score job. */
const PRODUCTS_A_JOB = 500;
/** The search vocabulary is made anew when the number of offers has moved by this share. */
const VOCABULARY_DRIFT = 0.05;
/** A look at every alert costs more than one at what a crawl has just changed, which gets its job at once. */
const ALERT_SWEEP_EVERY_MS = 60_000;

/**
 * The clock: each tick adds a crawl job for every retailer with due pages, a score job for what a dead worker
 * left unscored, jobs for mails and alerts that wait, and one for the search vocabulary. All is found in rows, so the next
 * tick rebuilds a lost queue.
 */
export function createClock(
  queues: Queues,
  options: { sendsMail: boolean },
): (em: EntityManager) => Promise<void> {
  let offersInVocabulary = 0;
  const lookForUnscored = throttle(async (em: EntityManager) => {
    const productIds = await productsToScore(em, PRODUCTS_A_JOB);
    if (productIds.length > 0) await queues.add(JOBS.score, { productIds });
  });
  const lookAtAlerts = throttle((em: EntityManager) => sweepAlerts(em, queues), {
    everyMs: ALERT_SWEEP_EVERY_MS,
  });
  const lookAtVocabulary = throttle(async (em: EntityManager) => {
    const offers = await countOffers(em);
    if (Math.abs(offers - offersInVocabulary) <= offersInVocabulary * VOCABULARY_DRIFT) return;
    await queues.add(JOBS.vocabulary, {});
    offersInVocabulary = offers;
  });

  return async function tick(em) {
    const retailerIds = [
      ...(await retailersWithDuePages(em)),
      ...(await retailersWithoutPages(em)),
    ];
    await queues.addMany(
      JOBS.crawl,
      retailerIds.map((retailerId) => ({ retailerId, runId: null })),
    );
    await lookForUnscored(em);
    if (options.sendsMail) await sweepMails(em, queues);
    await lookAtAlerts(em);
    await lookAtVocabulary(em);
  };
}
