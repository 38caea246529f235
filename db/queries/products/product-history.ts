import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { wordOf } from '../offers/price-packs.ts';
import { prepared } from '../sql/prepared.ts';

/** A change of one offer of a product. */
export interface ProductHistoryRow {
  offerId: string;
  retailerName: string;
  lastSeenAt: Date;
  /** Whole minutes since 1970. */
  slot: number;
  priceCents: Cents;
  availability: Availability;
}

/** The points of an offer that are rows, or one of its packs, side by side: a row for each point costs more than all else. */
interface Changes {
  offerId: string;
  retailerName: string;
  lastSeenAt: Date;
  slots: number[];
  prices: Cents[];
  /** Words, or their places where they come from a pack. */
  availabilities: (Availability | number)[];
}

/** SQL: no run of it was taken back or is in doubt. */
const SOUND = `(run_id is null or run_id <> all (array(select id from run where status in ('quarantined', 'undone'))))`;

/**
 * Every change of a product's offers at enabled retailers since a slot, by offer, oldest first; each offer begins with
 * the price that held at that slot. Points of quarantined and undone runs are left out.
 */
export async function productHistory(
  em: EntityManager,
  productId: string,
  sinceSlot: number,
): Promise<ProductHistoryRow[]> {
  const changes = await prepared<Changes>(
    em,
    'product-history',
    `select o.id as "offerId", r.name as "retailerName", o.last_seen_at as "lastSeenAt", h.*
     from offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled' cross join lateral (
       select to_json(array_agg(slot)) as slots, to_json(array_agg(price_cents)) as prices,
         to_json(array_agg(availability)) as availabilities
       from price_point where offer_id = o.id and ${SOUND} and slot >= coalesce(
         (select max(slot) from price_point where offer_id = o.id and slot <= $1 and ${SOUND}), 0) having count(*) > 0
       union all
       select to_json(slots[held:]), to_json(prices_cents[held:]), to_json(availabilities[held:])
       from price_pack, greatest(width_bucket($1, slots), 1) held
       where offer_id = o.id) h
     where o.product_id = $2`,
    [sinceSlot, productId],
  );
  const rows = changes.flatMap(rowsOf).sort(byOfferAndTime);
  return rows.filter((row, index) => {
    const next = rows[index + 1];
    return row.slot > sinceSlot || next?.offerId !== row.offerId || next.slot > sinceSlot;
  });
}

function rowsOf({ slots, prices, availabilities, ...offer }: Changes): ProductHistoryRow[] {
  return slots.map((slot, index) => ({
    ...offer,
    slot,
    priceCents: prices[index] as Cents,
    availability: wordOf(availabilities[index]),
  }));
}

function byOfferAndTime(a: ProductHistoryRow, b: ProductHistoryRow): number {
  if (a.offerId !== b.offerId) return a.offerId < b.offerId ? -1 : 1;
  return a.slot - b.slot;
}
