import type { EntityManager } from '@mikro-orm/postgresql';
import { allRetailers, findRetailer, type RetailerRow } from '#db/queries/retailers/retailers.ts';
import { switchRetailers } from '#db/queries/retailers/switch-retailers.ts';
import { OperatorError } from '#domain/errors.ts';

/** Stands for all demo shops where a retailer's slug is asked for. */
export const ALL_DEMO_SHOPS = 'demo-shops';

/**
 * Enables a retailer, or all demo shops. A real one ends the demonstration: real and invented prices never stand side by
 * side. Throws OperatorError for an unknown slug, and for a demo shop while a real retailer is enabled.
 */
export async function enableRetailer(em: EntityManager, slug: string): Promise<RetailerRow[]> {
  const retailers = await named(em, slug);
  if ((await switchRetailers(em, idsOf(retailers), 'enabled')) === 'done') return retailers;
  throw new OperatorError(
    'Demo shops cannot be enabled while a real retailer is: their prices are invented. Disable the real ones first.',
  );
}

/**
 * Disables a retailer, or all demo shops: it is no longer crawled and its offers are no longer shown; they and
 * their history are kept. Throws OperatorError for an unknown slug.
 */
export async function disableRetailer(em: EntityManager, slug: string): Promise<RetailerRow[]> {
  const retailers = await named(em, slug);
  await switchRetailers(em, idsOf(retailers), 'disabled');
  return retailers;
}

function idsOf(retailers: readonly RetailerRow[]): string[] {
  return retailers.map(({ id }) => id);
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
