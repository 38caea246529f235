import type { EntityManager } from '@mikro-orm/postgresql';
import { productsWithAlerts, productsWithDueAlerts } from '#db/queries/alerts/fire-alerts.ts';
import type { Queues } from '#db/queues/open-queues.ts';
import { JOBS } from '#domain/jobs.ts';

const PRODUCTS_A_JOB = 100;
const PRODUCTS_A_SWEEP = 1_000;

/** Adds alert jobs for those of the products whose price somebody watches. */
export async function queueAlerts(
  em: EntityManager,
  queues: Queues,
  productIds: string[],
): Promise<void> {
  await addJobs(queues, await productsWithAlerts(em, productIds));
}

/** Adds alert jobs for what is due by the rows alone: a crash between a price and its job loses nothing. */
export async function sweepAlerts(em: EntityManager, queues: Queues): Promise<void> {
  await addJobs(queues, await productsWithDueAlerts(em, PRODUCTS_A_SWEEP));
}

async function addJobs(queues: Queues, productIds: string[]): Promise<void> {
  const chunks: { productIds: string[] }[] = [];
  for (let from = 0; from < productIds.length; from += PRODUCTS_A_JOB) {
    chunks.push({ productIds: productIds.slice(from, from + PRODUCTS_A_JOB) });
  }
  await queues.addMany(JOBS.alert, chunks);
}
