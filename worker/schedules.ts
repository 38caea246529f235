import type { EntityManager } from '@mikro-orm/postgresql';
import { markDueAlerts } from '#db/queries/alerts/fire-alerts.ts';
import { retailersWithDuePages, retailersWithoutPages } from '#db/queries/crawl/pages.ts';
import type { Reach } from '#db/queries/mails/mails.ts';
import { productsToScore } from '#db/queries/products/scores.ts';
import { checkCatalogueSize, noteCatalogueJobs } from '#db/queries/search/catalogue-size.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';
import { throttle } from '#domain/throttle.ts';
import { HOUR_MS } from '#domain/time.ts';
import { sweepAlerts } from './alerts/run-alerts.ts';
import { sweepSearches } from './alerts/run-searches.ts';
import { sweepMails } from './mail/send-mail.ts';

const PRODUCTS_PER_JOB = 500;
/**
 * The search vocabulary and ranks are rebuilt when the number of offers has changed by this share: while it grows, and once it stands
 * still.
 */
const VOCABULARY_DRIFT = { growing: 0.05, still: 0.005 };
/**
 * All links are also checked when the number of offers has grown by this factor, or by the smaller one and stands still: a new catalogue
 * need not wait for the daily check.
 */
const REMATCH_GROWTH = { growing: 1.25, still: 1.05 };
const SMALLEST_CATALOGUE = 500;
/** Minimum intervals between sweeps of marked alerts and searches, and of all alerts. */
const ALERT_SWEEP_EVERY_MS = 15_000;
const ALL_ALERTS_EVERY_MS = HOUR_MS;

/**
 * The clock: each tick adds jobs for retailers with due pages, unscored products, waiting mails and alerts, the vocabulary, the
 * categories and the check of all links. Rows hold all due work, so the next tick rebuilds a lost queue.
 */
export function createClock(
  queues: Queues,
  options: { sendsTo: readonly Reach[] },
): (em: EntityManager) => Promise<void> {
  const addScoreJob = throttle(async (em: EntityManager) => {
    const productIds = await productsToScore(em, PRODUCTS_PER_JOB);
    if (productIds.length > 0) await queues.add(JOBS.score, { productIds });
  });
  const addAlertJobs = throttle((em: EntityManager) => sweepAlerts(em, queues), {
    everyMs: ALERT_SWEEP_EVERY_MS,
  });
  const addSearchJobs = throttle((em: EntityManager) => sweepSearches(em, queues), {
    everyMs: ALERT_SWEEP_EVERY_MS,
  });
  const markAlerts = throttle(markDueAlerts, { everyMs: ALL_ALERTS_EVERY_MS });
  const addCatalogueJobs = throttle(async (em: EntityManager) => {
    const size = await checkCatalogueSize(em);
    if (!size) return;
    const { offers, offersBefore, offersInVocabulary, offersAtRematch } = size;
    const pace = offers === offersBefore ? 'still' : 'growing';
    if (Math.abs(offers - offersInVocabulary) > offersInVocabulary * VOCABULARY_DRIFT[pace]) {
      await queues.add(JOBS.vocabulary, {});
      await queues.add(JOBS.categories, {});
      await noteCatalogueJobs(em, 'vocabulary', offers);
    }
    const growth = offers / Math.max(offersAtRematch, SMALLEST_CATALOGUE);
    if (growth < REMATCH_GROWTH[pace]) return;
    await queues.add(JOBS.rematch, {});
    await noteCatalogueJobs(em, 'rematch', offers);
  });

  return async function tick(em) {
    const retailerIds = [
      ...(await retailersWithDuePages(em)),
      ...(await retailersWithoutPages(em)),
    ];
    await queues.addMany(
      JOBS.crawl,
      retailerIds.map((retailerId) => ({ retailerId })),
    );
    await addScoreJob(em);
    await sweepMails(em, queues, options.sendsTo);
    await markAlerts(em);
    await addAlertJobs(em);
    await addSearchJobs(em);
    await addCatalogueJobs(em);
  };
}
