import type { EntityManager } from '@mikro-orm/postgresql';
import { retailersWithDuePages, retailersWithoutPages } from '#db/queries/crawl/pages.ts';
import type { Reach } from '#db/queries/mails/mails.ts';
import { productsToScore } from '#db/queries/products/scores.ts';
import { countOffers } from '#db/queries/search/search.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';
import { sweepAlerts } from './alerts/run-alerts.ts';
import { sweepMails } from './mail/send-mail.ts';

/** Most products in one score job. */
const PRODUCTS_A_JOB = 500;
/** The search vocabulary is rebuilt when the number of offers has changed by this share. */
const VOCABULARY_DRIFT = 0.05;
/** A sweep of all alerts costs more than a check of what a crawl changed, which gets its job at once. */
const ALERT_SWEEP_EVERY_MS = 60_000;

/**
 * The clock: each tick adds jobs for retailers with due pages, unscored products, waiting mails and alerts, the vocabulary and the categories.
 * All is found in rows, so the next tick rebuilds a lost queue.
 */
export function createClock(
  queues: Queues,
  options: { sendsTo: Reach | null },
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
    await queues.add(JOBS.categories, {});
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
    if (options.sendsTo) await sweepMails(em, queues, options.sendsTo);
    await lookAtAlerts(em);
    await lookAtVocabulary(em);
  };
}

/** A look rests this many times as long as it took: it takes a twentieth of the time at most. */
const RESTS = 20;

/**
 * Throttles a look over the catalogue by its cost, to a twentieth of the time and once in `everyMs`; other calls do nothing. A
 * failed look is taken again at the next call. `now` is a monotonic clock in ms.
 */
export function throttle<Arguments extends unknown[]>(
  look: (...of: Arguments) => Promise<void>,
  { everyMs = 0, now = () => performance.now() }: { everyMs?: number; now?: () => number } = {},
): (...of: Arguments) => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (...of) => {
    const startedAt = now();
    if (startedAt < nextAt) return;
    await look(...of);
    const endedAt = now();
    nextAt = Math.max(startedAt + everyMs, endedAt + RESTS * (endedAt - startedAt));
  };
}
