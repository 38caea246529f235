/* Marks scores as stale in the transaction that makes them so; the scheduler then finds them even if a worker dies. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import { tables } from '../sql/tables.ts';

/** In `returning`: the offer had been unseen for so long that its stock counted as unknown, which its siblings' scores reflect. */
export const IS_BACK = sql.raw<boolean>(
  `new.last_seen_at - old.last_seen_at > interval '${STOCK_KNOWN_DAYS} days'`,
);

/** CTEs to follow `touched (id, is_back)`: invalidate the scores of offers that are back. */
export const INVALIDATE_BACK = sql`outdated as (
    select offer_id from score where offer_id in (select id from touched where is_back)
    order by offer_id for no key update),
  invalidated as (
    update score set scored_at = 'epoch' from outdated where score.offer_id = outdated.offer_id)`;

/** Marks every product with an offer of these retailers for rescoring: its scores compare and count the shops. */
export async function invalidateScoresBeside(em: EntityManager, retailerIds: readonly string[]) {
  await invalidate(em, ofSameProducts(sql`o.retailer_id = any(${retailerIds}::uuid[])`));
}

/** Marks all offers of these offers' products for rescoring, including offers that are about to be deleted. */
export async function invalidateProductScores(em: EntityManager, offerIds: readonly string[]) {
  await invalidate(em, ofSameProducts(sql`o.id = any(${offerIds}::uuid[])`));
}

/** Marks these products for rescoring. */
export async function invalidateScoresOfProducts(
  em: EntityManager,
  productIds: readonly string[],
): Promise<void> {
  const offers = sql`(select id from offer where product_id = any(${productIds}::uuid[]))`;
  await invalidate(em, sql`offer_id in ${offers}`);
}

/** Marks the products of these offers for rescoring. */
export async function invalidateScores(em: EntityManager, offerIds: readonly string[]) {
  if (offerIds.length > 0) await invalidate(em, sql`offer_id = any(${offerIds}::uuid[])`);
}

function ofSameProducts(where: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`offer_id in (
    select id from offer where product_id in (select o.product_id from offer o where ${where}))`;
}

/** Locks rows in the order in which saveScores writes them. */
async function invalidate(em: EntityManager, which: RawBuilder<boolean>): Promise<void> {
  await tables(em)
    .with('outdated', (db) =>
      db.selectFrom('score').select('offer').where(which).orderBy('offer').forNoKeyUpdate(),
    )
    .updateTable('score')
    .from('outdated')
    // Earlier than any real scoring time.
    .set({ scoredAt: new Date(0) })
    .whereRef('score.offer', '=', 'outdated.offer')
    .execute();
}
