/*
 * Scores that no longer hold are invalidated in the transaction that makes them wrong: should its worker die before it scores
 * the products anew, the clock finds them (productsToScore). A time of change would not do: stock changes without it.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import { pgArray } from '../sql/pg-array.ts';

/** Below every time a score was made at. */
const INVALIDATE = `update score set scored_at = 'epoch' from outdated where score.offer_id = outdated.offer_id`;
/** Rows are locked in the order in which saveScores writes them. */
const IN_ORDER = 'order by offer_id for no key update';

/** Of a row that an update returns: it was unseen for so long that its stock was unknown, and its siblings' scores say so. */
export const IS_BACK = `new.last_seen_at - old.last_seen_at > interval '${STOCK_KNOWN_DAYS} days'`;

/** Parts of a `with`, after `touched (id, is_back)`: invalidates the scores of what is back. */
export const INVALIDATE_BACK = `outdated as (
    select offer_id from score where offer_id in (select id from touched where is_back) ${IN_ORDER}),
  invalidated as (${INVALIDATE})`;

/** Has every product that has an offer of these retailers scored anew: their shops are counted and compared in its words. */
export async function invalidateScoresBeside(
  em: EntityManager,
  retailerIds: readonly string[],
): Promise<void> {
  await invalidateWhere(em, 'o.retailer_id = any(?::uuid[])', retailerIds);
}

/** Has the products of these offers scored anew, each by all its offers: those that are to go leave no score behind. */
export async function invalidateProductScores(
  em: EntityManager,
  offerIds: readonly string[],
): Promise<void> {
  await invalidateWhere(em, 'o.id = any(?::uuid[])', offerIds);
}

async function invalidateWhere(
  em: EntityManager,
  where: string,
  ids: readonly string[],
): Promise<void> {
  await em.execute(
    `with outdated as (
       select offer_id from score where offer_id in (
         select id from offer where product_id in (select o.product_id from offer o where ${where})) ${IN_ORDER}) ${INVALIDATE}`,
    [pgArray(ids)],
  );
}

/** Has these offers' products scored anew, by the clock if by nobody before. */
export async function invalidateScores(
  em: EntityManager,
  offerIds: readonly string[],
): Promise<void> {
  if (offerIds.length === 0) return;
  await em.execute(
    `with outdated as (select offer_id from score where offer_id = any(?::uuid[]) ${IN_ORDER}) ${INVALIDATE}`,
    [pgArray(offerIds)],
  );
}
