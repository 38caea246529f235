import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { pgArray } from '../sql/pg-array.ts';

/** Whole minutes since 1970: the slot of an observation. */
export function slotOf(observedAt: Date): number {
  return Math.floor(observedAt.getTime() / 60_000);
}

/**
 * Adds a point for each offer named, from the price it has now; the same slot twice writes one point, of the later run.
 * A point never lies before the newest one: what is written later was read later, whatever the clocks said.
 */
export async function addPricePoints(
  em: EntityManager,
  offerIds: string[],
  observedAt: Date,
  runId: string | null,
): Promise<void> {
  if (offerIds.length === 0) return;
  await em.execute(
    `insert into price_point (offer_id, slot, price_cents, original_price_cents, availability, run_id)
     select id, greatest(?::int, newest.slot), price_cents, original_price_cents, availability, ?::uuid
     from offer cross join lateral (select max(slot) as slot from price_point where offer_id = offer.id) newest
     where id = any(?::uuid[])
     on conflict (offer_id, slot) do update set price_cents = excluded.price_cents, run_id = excluded.run_id,
       original_price_cents = excluded.original_price_cents, availability = excluded.availability`,
    [slotOf(observedAt), runId, pgArray(offerIds)],
  );
}

export interface PastPrice {
  slot: number;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  availability: Availability;
}

/** Writes past prices of offers (run kind `replay`); slots that are already there, packed or not, stay as they are. */
export async function addPastPrices(
  em: EntityManager,
  runId: string,
  points: (PastPrice & { offerId: string })[],
): Promise<void> {
  if (points.length === 0) return;
  await em.execute(
    `insert into price_point (offer_id, slot, price_cents, original_price_cents, availability, run_id)
     select "offerId", slot, "priceCents", "originalPriceCents", availability, ?
     from jsonb_to_recordset(?::jsonb) as x("offerId" uuid, slot int, "priceCents" int, "originalPriceCents" int,
       availability text)
     where not exists (select 1 from price_pack where offer_id = "offerId" and x.slot = any(slots))
     on conflict (offer_id, slot) do nothing`,
    [runId, JSON.stringify(points)],
  );
}
