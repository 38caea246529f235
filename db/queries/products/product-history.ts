import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { wordOf } from '../offers/price-packs.ts';
import { isSound } from '../offers/price-points.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';

/** A change of one offer of a product. `slot` is in whole minutes since 1970. */
export type ProductHistoryRow = Awaited<ReturnType<typeof productHistory>>[number];

/** An availability is a word, or its place where it comes from a pack. */
type Kept = Availability | number;

/**
 * The points of each offer that are rows, and each of its packs, with their columns side by side: a row for each point would cost
 * more than all else. Both begin with the point that held at :sinceSlot.
 */
const changesOfProduct = preparedQuery(
  'product-history',
  (db, value: Named<{ productId: string; sinceSlot: number }>) => {
    const heldSince = db
      .selectFrom('price_point as held')
      .select(({ fn }) => fn.max('held.slot').as('slot'))
      .where('held.offer', '=', sql.ref<string>('o.id'))
      .where('held.slot', '<=', value('sinceSlot'))
      .where(isSound('held'));
    const points = db
      .selectFrom('price_point as h')
      .select([
        sql<number[]>`to_json(array_agg(slot))`.as('slots'),
        sql<Cents[]>`to_json(array_agg(price_cents))`.as('prices'),
        sql<Kept[]>`to_json(array_agg(availability))`.as('availabilities'),
      ])
      .where('h.offer', '=', sql.ref<string>('o.id'))
      .where('h.slot', '>=', sql<number>`coalesce(${heldSince}, 0)`)
      .where(isSound('h'))
      .having(({ fn }) => fn.countAll(), '>', 0);
    const held = sql`greatest(width_bucket(${value('sinceSlot')}, slots), 1)`;
    const packs = db
      .selectFrom('price_pack as h')
      .select([
        sql<number[]>`to_json(slots[${held}:])`.as('slots'),
        sql<Cents[]>`to_json(prices_cents[${held}:])`.as('prices'),
        sql<Kept[]>`to_json(availabilities[${held}:])`.as('availabilities'),
      ])
      .where('h.offer', '=', sql.ref<string>('o.id'));
    return db
      .selectFrom('offer as o')
      .innerJoin('retailer as r', 'r.id', 'o.retailer')
      .innerJoinLateral(points.unionAll(packs).as('changes'), (join) => join.onTrue())
      .select(['o.id as offerId', 'r.name as retailerName', 'o.lastSeenAt'])
      .select(['changes.slots', 'changes.prices', 'changes.availabilities'])
      .where('o.product', '=', value('productId'))
      .where('r.status', '=', sql.lit('enabled'));
  },
);

/**
 * Every change of a product's offers at enabled retailers since a slot, by offer, oldest first; each offer begins with
 * the price that held at that slot. Points of quarantined and undone runs are left out.
 */
export async function productHistory(em: EntityManager, productId: string, sinceSlot: number) {
  const changes = await changesOfProduct(em, { productId, sinceSlot });
  const rows = changes.flatMap(({ slots, prices, availabilities, ...offer }) =>
    slots.flatMap((slot, nth) => {
      const priceCents = prices[nth];
      const availability = wordOf(availabilities[nth]);
      return priceCents === undefined ? [] : [{ ...offer, slot, priceCents, availability }];
    }),
  );
  rows.sort((a, b) => (a.offerId === b.offerId ? a.slot - b.slot : a.offerId < b.offerId ? -1 : 1));
  return rows.filter((row, index) => {
    const next = rows[index + 1];
    return row.slot > sinceSlot || next?.offerId !== row.offerId || next.slot > sinceSlot;
  });
}
