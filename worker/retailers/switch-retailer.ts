import type { EntityManager } from '@mikro-orm/postgresql';
import {
  allRetailers,
  disableDemoRetailers,
  findRetailer,
  isRealRetailerEnabled,
  type RetailerRow,
  setRetailerStatus,
} from '#db/queries/retailers.ts';
import { OperatorError } from '#domain/errors.ts';

/** Stands for all demo shops where a retailer's slug is asked for. */
export const ALL_DEMO_SHOPS = 'demo-shops';

/**
 * Enables a retailer, or all demo shops. A real one disables every demo shop in the same transaction: real and
 * invented prices never stand side by side. Throws OperatorError for an unknown slug, and for a demo shop while a
 * real retailer is enabled.
 */
export async function enableRetailer(em: EntityManager, slug: string): Promise<RetailerRow[]> {
  return em.transactional(async (tx) => {
    const retailers = await named(tx, slug);
    const isDemo = retailers.every(({ kind }) => kind === 'demo');
    if (!isDemo) await disableDemoRetailers(tx);
    else if (await isRealRetailerEnabled(tx)) {
      throw new OperatorError(
        'Demo shops cannot be enabled while a real retailer is: their prices are invented. Disable the real ones first.',
      );
    }
    for (const retailer of retailers) await setRetailerStatus(tx, retailer.slug, 'enabled');
    return retailers;
  });
}

/**
 * Disables a retailer, or all demo shops: it is no longer crawled and its offers are no longer shown; they and
 * their history are kept. Throws OperatorError for an unknown slug.
 */
export async function disableRetailer(em: EntityManager, slug: string): Promise<RetailerRow[]> {
  const retailers = await named(em, slug);
  for (const retailer of retailers) await setRetailerStatus(em, retailer.slug, 'disabled');
  return retailers;
}

async function named(em: EntityManager, slug: string): Promise<RetailerRow[]> {
  if (slug === ALL_DEMO_SHOPS) {
    return (await allRetailers(em)).filter(({ kind }) => kind === 'demo');
  }
  const retailer = await findRetailer(em, { slug });
  if (retailer) return [retailer];
  throw new OperatorError(
    `There is no retailer '${slug}'; \`npm run cli -- retailer list\` names all.`,
  );
}
