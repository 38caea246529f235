/* Marks scores as out of date, in the transaction that makes them wrong, so that the scheduler finds them if a worker dies first. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import { tables } from '../sql/tables.ts';

/** Of a row that an update returns: it was unseen for so long that its stock was unknown, and its siblings' scores say so. */
export const IS_BACK = sql.raw<boolean>(
  `new.last_seen_at - old.last_seen_at > interval '${STOCK_KNOWN_DAYS} days'`,
);

/** Parts of a `with`, after `touched (id, is_back)`: invalidates the scores of the offers that are back. */
export const INVALIDATE_BACK = sql`outdated as (
    select offer_id from score where offer_id in (select id from touched where is_back)
    order by offer_id for no key update),
  invalidated as (
    update score set scored_at = 'epoch' from outdated where score.offer_id = outdated.offer_id)`;

/** Marks every product with an offer of these retailers for rescoring: their shops are counted and compared in its words. */
export async function invalidateScoresBeside(em: EntityManager, retailerIds: readonly string[]) {
  await invalidate(em, ofSameProducts(sql`o.retailer_id = any(${retailerIds}::uuid[])`));
}

/** Marks the products of these offers for rescoring, each by all its offers: those to be deleted leave no score behind. */
export async function invalidateProductScores(em: EntityManager, offerIds: readonly string[]) {
  await invalidate(em, ofSameProducts(sql`o.id = any(${offerIds}::uuid[])`));
}

/** Marks the products of these offers for rescoring; the scheduler picks them up if nothing else does. */
export async function invalidateScores(em: EntityManager, offerIds: readonly string[]) {
  if (offerIds.length > 0) await invalidate(em, sql`offer_id = any(${offerIds}::uuid[])`);
}

function ofSameProducts(where: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`offer_id in (
    select id from offer where product_id in (select o.product_id from offer o where ${where}))`;
}

/** Rows are locked in the order in which saveScores writes them. */
async function invalidate(em: EntityManager, which: RawBuilder<boolean>): Promise<void> {
  await tables(em)
    .with('outdated', (db) =>
      db.selectFrom('score').select('offer').where(which).orderBy('offer').forNoKeyUpdate(),
    )
    .updateTable('score')
    .from('outdated')
    // Below every time at which a score was made.
    .set({ scoredAt: new Date(0) })
    .whereRef('score.offer', '=', 'outdated.offer')
    .execute();
}
