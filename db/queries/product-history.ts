import type { EntityManager } from '@mikro-orm/postgresql';
import type { Availability } from '#domain/availability.ts';
import type { Cents } from '#domain/money.ts';
import { prepared } from './prepared.ts';

/** A change of one offer of a product. */
export interface ProductHistoryRow {
  offerId: string;
  retailerName: string;
  lastSeenAt: string;
  /** Whole minutes since 1970. */
  slot: number;
  priceCents: Cents;
  availability: Availability;
}

/**
 * Every change of a product's offers at enabled retailers since a slot, by offer, oldest first; each offer begins with
 * the price that held at that slot. Points of quarantined and undone runs are left out.
 */
export async function productHistory(
  em: EntityManager,
  productId: string,
  sinceSlot: number,
): Promise<ProductHistoryRow[]> {
  return prepared<ProductHistoryRow>(
    em,
    'product-history',
    `select o.id as "offerId", r.name as "retailerName", o.last_seen_at as "lastSeenAt", h.slot,
       h.price_cents as "priceCents", h.availability
     from offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled'
     join price_point h on h.offer_id = o.id and h.slot >= coalesce(
       (select max(slot) from price_point where offer_id = o.id and slot <= $1), 0)
     left join run on run.id = h.run_id
     where o.product_id = $2 and (run.id is null or run.status not in ('quarantined', 'undone'))
     order by o.id, h.slot`,
    [sinceSlot, productId],
  );
}
