import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { pgArray } from '../sql/pg-array.ts';

/** A change of one offer's price. */
export interface RecentPrice {
  offerId: string;
  /** Whole minutes since 1970. */
  slot: number;
  priceCents: Cents;
}

/**
 * The changes of these offers' prices since a slot, by offer, oldest first; each begins with the price that held at that
 * slot. Points of quarantined and undone runs are left out.
 */
export async function recentPrices(
  em: EntityManager,
  offerIds: readonly string[],
  sinceSlot: number,
): Promise<RecentPrice[]> {
  if (offerIds.length === 0) return [];
  return em.execute<RecentPrice[]>(
    `select h.offer_id as "offerId", h.slot, h.price_cents as "priceCents"
     from unnest(?::uuid[]) asked(id)
     join price_point h on h.offer_id = asked.id and h.slot >= coalesce(
       (select max(slot) from price_point where offer_id = asked.id and slot <= ?), 0)
     left join run on run.id = h.run_id
     where run.id is null or run.status not in ('quarantined', 'undone')
     order by h.offer_id, h.slot`,
    [pgArray(offerIds), sinceSlot],
  );
}
