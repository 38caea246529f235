/* Raw SQL: bulk inserts with conflict rules. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { MINUTE_MS } from '#domain/time.ts';
import { type RowOf, tables } from '../sql/tables.ts';

/** Whole minutes since 1970: the slot of an observation. */
export function slotOf(observedAt: Date): number {
  return Math.floor(observedAt.getTime() / MINUTE_MS);
}

/** Adds each offer's current price as a point, never before its newest point. Two points of one slot: the later run's stays. */
export async function addPricePoints(
  em: EntityManager,
  offerIds: string[],
  observedAt: Date,
  runId: string | null,
): Promise<void> {
  if (offerIds.length === 0) return;
  await sql`
    insert into price_point (offer_id, slot, price_cents, original_price_cents, availability, run_id)
    select id, greatest(${slotOf(observedAt)}::int, newest.slot), price_cents, original_price_cents, availability, ${runId}::uuid
    from offer cross join lateral (select max(slot) as slot from price_point where offer_id = offer.id) newest
    where id = any(${offerIds}::uuid[])
    on conflict (offer_id, slot) do update set price_cents = excluded.price_cents, run_id = excluded.run_id,
      original_price_cents = excluded.original_price_cents, availability = excluded.availability`.execute(
    tables(em),
  );
}

export type PastPrice = Pick<
  RowOf<'price_point'>,
  'slot' | 'priceCents' | 'originalPriceCents' | 'availability'
>;

/** Adds replayed past prices (run kind `replay`); existing slots, packed or not, stay unchanged. */
export async function addPastPrices(
  em: EntityManager,
  runId: string,
  points: (PastPrice & { offerId: string })[],
): Promise<void> {
  if (points.length === 0) return;
  await sql`
    insert into price_point (offer_id, slot, price_cents, original_price_cents, availability, run_id)
    select "offerId", slot, "priceCents", "originalPriceCents", availability, ${runId}::uuid
    from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as x("offerId" uuid, slot int, "priceCents" int,
      "originalPriceCents" int, availability text)
    where not exists (select 1 from price_pack where offer_id = "offerId" and x.slot = any(slots))
    on conflict (offer_id, slot) do nothing`.execute(tables(em));
}
