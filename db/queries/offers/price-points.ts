/* Price points and packs of old ones. Raw SQL: bulk inserts with conflict rules. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AVAILABILITIES, type Availability } from '#domain/offers/availability.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { named } from '../sql/prepared.ts';
import { LOWEST_ID, type RowOf, tables } from '../sql/tables.ts';

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

/*
 * Old price points packed into one row per offer and year: 14 bytes a point instead of 132 (docs/speed.md). Raw SQL: one statement
 * deletes and inserts under locks. Only points that nothing can change and no reader of the last POINTS_DAYS days needs are packed.
 * Each offer keeps as rows of price_point: all younger points, points of a run that may still be undone, and the newest point before
 * those, which is the price at the start of the period and the fallback of an undone run. Packs are therefore read only by the chart
 * (product-history.ts) and the range of a year (scores.ts). A point written late is a row first and is packed by a later run.
 */

/** All points of this many days are rows. Readers look up to 90 days back, and their clock may differ from the database's. */
export const POINTS_DAYS = 100;

/** Fewer points do not justify rewriting an offer's pack. */
const FEWEST = 8;
/** Offers in one statement: a fraction of a second. */
const BATCH = 200;

const WORDS = `array[${AVAILABILITIES.map((word) => `'${word}'`).join(', ')}]`;
const COLUMNS = 'slots, prices_cents, original_prices_cents, availabilities';
/** SQL: the columns of a pack, from the rows of a select. */
const PACKED = `array_agg(slot order by slot), array_agg(price_cents order by slot),
  array_agg(original_price_cents order by slot)`;

/** The availability that a pack stores by position. Throws RangeError for an invalid position. */
export function wordOf(kept: Availability | number | undefined): Availability {
  const word = typeof kept === 'number' ? AVAILABILITIES[kept - 1] : kept;
  if (word === undefined) throw new RangeError(`${kept} is the place of no availability`);
  return word;
}

/** Packs old points and returns their number. Each batch is one statement, so a point is never both a row and packed, or neither. */
export async function packPrices(em: EntityManager, signal: AbortSignal, batch = BATCH) {
  let packed = 0;
  let after: string | null = LOWEST_ID;
  while (after !== null && !signal.aborted) {
    const values = { after, batch };
    const step: Step = await withAdvisoryLock(em, 'pack', (tx) => packSome(tx, values));
    packed += step.points;
    after = step.last;
  }
  return packed;
}

/** The last offer of the batch (null: none left) and the number of points packed. */
interface Step {
  last: string | null;
  points: number;
}

/** Packs one batch of offers, locked against deletion. Points of deleted runs and replayed pasts can no longer change. */
async function packSome(tx: EntityManager, values: { after: string; batch: number }) {
  const { rows } = await named(values).text<Step>(PACK).execute(tables(tx));
  return rows[0] ?? { last: null, points: 0 };
}

const PACK = `
  with batch as (select id from offer where id > :after order by id limit :batch for key share skip locked),
  settled as (
    select pp.offer_id, pp.slot, row_number() over (partition by pp.offer_id order by pp.slot desc) as nth_newest,
      count(*) over (partition by pp.offer_id) as points
    from batch join price_point pp on pp.offer_id = batch.id
      and pp.slot < extract(epoch from now())::int / 60 - ${POINTS_DAYS * 24 * 60}
    left join run on run.id = pp.run_id where run.id is null or run.kind = 'replay'),
  gone as (
    delete from price_point pp using settled s
    where (pp.offer_id, pp.slot) = (s.offer_id, s.slot) and s.nth_newest > 1 and s.points > ${FEWEST} returning pp.*),
  packing as (
    insert into price_pack as k (offer_id, year, ${COLUMNS})
    select offer_id, extract(year from to_timestamp(slot * 60.0) at time zone 'UTC'), ${PACKED},
      array_agg(array_position(${WORDS}, availability) order by slot)
    from gone group by 1, 2
    on conflict (offer_id, year) do update set (${COLUMNS}) = (
      select ${PACKED}, array_agg(place order by slot)
      from unnest(k.slots || excluded.slots, k.prices_cents || excluded.prices_cents,
        k.original_prices_cents || excluded.original_prices_cents, k.availabilities || excluded.availabilities)
        as point(slot, price_cents, original_price_cents, place)))
  select (select id from batch order by id desc limit 1) as last, (select count(*)::int from gone) as points`;
