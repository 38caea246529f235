import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { addToRun, closeRun, openRun } from '../crawl/runs.ts';
import { saidBeside } from '../sql/offer-conditions.ts';
import { invalidateScores } from './invalidate-scores.ts';
import { addPricePoints } from './price-points.ts';

/**
 * Records a price an operator saw, as a run of kind `manual`; what the shop said beside another price (per unit, for
 * members, for several) is unknown from then on. False when the product has no such offer.
 */
export async function recordManualPrice(
  em: EntityManager,
  productId: string,
  offerId: string,
  priceCents: Cents,
  observedAt: Date,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    const [offer] = await tx.execute<{ retailerId: string; changed: boolean }[]>(
      `update offer o set price_cents = seen.cents, suspect_price_cents = null, last_seen_at = greatest(o.last_seen_at, seen.at),
         price_changed_at = case when o.price_cents = seen.cents then o.price_changed_at
           else greatest(o.price_changed_at, seen.at) end,
         ${saidBeside('o.price_cents = seen.cents')}
       from (select ?::int as cents, ?::timestamptz as at) seen
       where o.id = ? and o.product_id = ?
       returning o.retailer_id as "retailerId", old.price_cents <> new.price_cents as changed`,
      [priceCents, observedAt, offerId, productId],
    );
    if (!offer) return false;
    const runId = await openRun(tx, offer.retailerId, 'manual');
    if (offer.changed) await addPricePoints(tx, [offerId], observedAt, runId);
    await invalidateScores(tx, [offerId]);
    // A page that answers 304 would prove the price that an operator saw, which it does not show.
    await tx.execute(
      `update page set etag = null, last_modified = null
       where id = (select page_id from offer where id = ?) and (etag is not null or last_modified is not null)`,
      [offerId],
    );
    await addToRun(tx, runId, { offersSeen: 1, pricesChanged: offer.changed ? 1 : 0 });
    await closeRun(tx, runId);
    return true;
  });
}
