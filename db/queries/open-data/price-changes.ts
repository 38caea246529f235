import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { dayStartMs, type PriceChange } from '#domain/open-data/change-file.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { isSound } from '../offers/price-points.ts';
import { tables } from '../sql/tables.ts';

/** The points of enabled retailers between two days, `toDay` exclusive; no older ones than POINTS_DAYS of ../offers/price-packs.ts. */
function soundPoints(em: EntityManager, fromDay: number, toDay: number) {
  return tables(em)
    .selectFrom('price_point as h')
    .innerJoin('offer as o', 'o.id', 'h.offer')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .where('h.slot', '>=', dayStartMs(fromDay) / MINUTE_MS)
    .where('h.slot', '<', dayStartMs(toDay) / MINUTE_MS)
    .where('r.status', '=', 'enabled')
    .where(isSound('h'));
}

/** How many changes each day has, by its number; days without any are left out. */
export async function changesADay(em: EntityManager, fromDay: number, toDay: number) {
  const minutes = DAY_MS / MINUTE_MS;
  const zero = dayStartMs(0) / MINUTE_MS;
  const rows = await soundPoints(em, fromDay, toDay)
    .select(sql<number>`(h.slot - ${sql.lit(zero)}) / ${sql.lit(minutes)}`.as('day'))
    .select(({ fn }) => fn.countAll<number>().as('changes'))
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ day, changes }) => [day, changes]));
}

const AT_ONCE = 2_000;

/** The changes of a day, by offer and time, read a batch at a time. */
export async function* changesOfDay(em: EntityManager, day: number): AsyncGenerator<PriceChange> {
  let after = { offerId: '00000000-0000-0000-0000-000000000000', slot: 0 };
  for (;;) {
    const rows = await soundPoints(em, day, day + 1)
      .innerJoin('product as p', 'p.id', 'o.product')
      .select(['h.slot', 'o.id as offerId', 'p.id as productId', 'p.name as product'])
      .select(['p.brand', 'p.category', 'p.gtin', 'r.slug as shop', 'h.priceCents'])
      .select(['h.originalPriceCents as claimedCents', 'h.availability', 'o.source'])
      .where(sql<boolean>`(h.offer_id, h.slot) > (${after.offerId}::uuid, ${after.slot}::int)`)
      .orderBy('h.offer')
      .orderBy('h.slot')
      .limit(AT_ONCE)
      .execute();
    for (const { slot, ...change } of rows) yield { ...change, atMs: slot * MINUTE_MS };
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last;
  }
}
