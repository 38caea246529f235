import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { forgetValidators } from '../crawl/pages.ts';
import { addToRun, closeRun, openRun } from '../crawl/runs.ts';
import { tables } from '../sql/tables.ts';
import { invalidateScores } from './invalidate-scores.ts';
import { clearConditionalPrices } from './offers.ts';
import { addPricePoints } from './price-points.ts';

/** Records a price that an operator saw, as a `manual` run, and clears conditional prices. False when the product has no such offer. */
export async function recordManualPrice(
  em: EntityManager,
  productId: string,
  offerId: string,
  priceCents: Cents,
  observedAt: Date,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    const isSamePrice = sql<boolean>`offer.price_cents = ${priceCents}`;
    const seenAt = sql<Date>`${observedAt}::timestamptz`;
    const offer = await tables(tx)
      .updateTable('offer')
      .set({
        priceCents,
        suspectPriceCents: null,
        lastSeenAt: sql<Date>`greatest(last_seen_at, ${seenAt})`,
        priceChangedAt: sql<Date>`case when ${isSamePrice} then price_changed_at
          else greatest(price_changed_at, ${seenAt}) end`,
        ...clearConditionalPrices(isSamePrice),
      })
      .where('id', '=', offerId)
      .where('product', '=', productId)
      .returning(['retailer', 'page'])
      .returning(sql<boolean>`old.price_cents <> new.price_cents`.as('changed'))
      .executeTakeFirst();
    if (!offer) return false;
    const runId = await openRun(tx, offer.retailer, 'manual');
    if (offer.changed) await addPricePoints(tx, [offerId], observedAt, runId);
    await invalidateScores(tx, [offerId]);
    if (offer.page) await forgetValidators(tx, { id: offer.page });
    await addToRun(tx, runId, { offersSeen: 1, pricesChanged: offer.changed ? 1 : 0 });
    await closeRun(tx, runId);
    return true;
  });
}
