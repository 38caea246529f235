/* Marks scores as stale in the transaction that makes them so; the scheduler then finds them even if a worker dies. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import { tables } from '../sql/tables.ts';

/** States of alerts that follow the price. */
export const WATCHED = ['watching', 'fired'] as const;

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

/** Marks these offers' scores for rescoring; the scheduler then scores their whole products. */
export async function invalidateScores(em: EntityManager, offerIds: readonly string[]) {
  if (offerIds.length > 0) await invalidate(em, sql`any(${offerIds}::uuid[])`);
}

/**
 * Marks all scores of the products of these offers, products or retailers for rescoring, as scores compare and count the shops, and
 * their alerts for the sweep. The offers may be about to be deleted.
 */
export async function invalidateProducts(
  em: EntityManager,
  by: 'id' | 'product' | 'retailer',
  ids: readonly string[],
) {
  const db = tables(em);
  const products = db
    .selectFrom('offer as o')
    .select('o.product')
    .where(`o.${by}`, '=', sql<string>`any(${ids}::uuid[])`);
  const offers = db.selectFrom('offer').select('id').where('product', 'in', products);
  await invalidate(em, sql`any ${offers}`);
  const alerts = db.selectFrom('alert').select('product').distinct();
  const watching = alerts.where('product', 'in', products).where('state', 'in', WATCHED);
  await db.insertInto('alert_due').columns(['product']).expression(watching).execute();
}

/** Locks rows in the order in which saveScores writes them. */
async function invalidate(em: EntityManager, offers: RawBuilder<string>): Promise<void> {
  await tables(em)
    .with('outdated', (db) =>
      db
        .selectFrom('score')
        .select('offer')
        .where('offer', '=', offers)
        .orderBy('offer')
        .forNoKeyUpdate(),
    )
    .updateTable('score')
    .from('outdated')
    // Earlier than any real scoring time.
    .set({ scoredAt: new Date(0) })
    .whereRef('score.offer', '=', 'outdated.offer')
    .execute();
}
