/*
 * Scores that no longer hold are forgotten in the transaction that makes them wrong: should its worker die before it scores
 * the products anew, the clock finds them (productsToScore). A time of change would not do: stock changes without it.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { STOCK_KNOWN_DAYS } from '#domain/offer-age.ts';
import { pgArray } from './pg-array.ts';

/** Below every time a score was made at. */
const FORGET = `update score set scored_at = 'epoch' from forgotten where score.offer_id = forgotten.offer_id`;
/** Rows are locked in the order in which saveScores writes them. */
const IN_ORDER = 'order by offer_id for no key update';

/** Of a row that an update returns: it was unseen for so long that its stock was unknown, and its siblings' scores say so. */
export const IS_BACK = `new.last_seen_at - old.last_seen_at > interval '${STOCK_KNOWN_DAYS} days'`;

/** Parts of a `with`, after `touched (id, is_back)`: forgets the scores of what is back. */
export const FORGET_BACK = `forgotten as (
    select offer_id from score where offer_id in (select id from touched where is_back) ${IN_ORDER}),
  forgetting as (${FORGET})`;

/** Has every product that has an offer of these retailers scored anew: their shops are counted and compared in its words. */
export async function forgetScoresBeside(
  em: EntityManager,
  retailerIds: readonly string[],
): Promise<void> {
  await forgetWhere(em, 'o.retailer_id = any(?::uuid[])', retailerIds);
}

/** Has the products of these offers scored anew, each by all its offers: those that are to go leave no score behind. */
export async function forgetProductScores(
  em: EntityManager,
  offerIds: readonly string[],
): Promise<void> {
  await forgetWhere(em, 'o.id = any(?::uuid[])', offerIds);
}

async function forgetWhere(
  em: EntityManager,
  where: string,
  ids: readonly string[],
): Promise<void> {
  await em.execute(
    `with forgotten as (
       select offer_id from score where offer_id in (
         select id from offer where product_id in (select o.product_id from offer o where ${where})) ${IN_ORDER}) ${FORGET}`,
    [pgArray(ids)],
  );
}

/** Has these offers' products scored anew, by the clock if by nobody before. */
export async function forgetScores(em: EntityManager, offerIds: readonly string[]): Promise<void> {
  if (offerIds.length === 0) return;
  await em.execute(
    `with forgotten as (select offer_id from score where offer_id = any(?::uuid[]) ${IN_ORDER}) ${FORGET}`,
    [pgArray(offerIds)],
  );
}
