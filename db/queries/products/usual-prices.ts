import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isSound } from '../offers/price-points.ts';
import { BUYABLE, LISTED_OFFERS } from '../sql/offer-conditions.ts';
import { type Tables, tables } from '../sql/tables.ts';

/** What is usual is judged by the last 12 weeks. */
const USUAL_MINUTES = 12 * 7 * 24 * 60;

/** The average price in cents of each of these offers over 12 weeks, weighted by time. Leaves out prices that never changed. */
export function usualPrices(db: Kysely<Tables>, offers: RawBuilder<{ id: string }>) {
  const now = sql`(extract(epoch from now())::int / 60)`;
  const held = db
    .selectFrom(offers.as('c'))
    .innerJoin('price_point as h', 'h.offer', 'c.id')
    .select(['c.id', 'h.priceCents as price'])
    .select(sql<number>`greatest(h.slot, ${now} - ${sql.lit(USUAL_MINUTES)})`.as('since'))
    .select(
      sql<number>`lead(h.slot, 1, ${now}) over (partition by c.id order by h.slot)`.as('till'),
    )
    .where(isSound('h'));
  return db
    .selectFrom(held.as('held'))
    .select('held.id')
    .select(sql<number>`sum(price::numeric * (till - since)) / sum(till - since)`.as('price'))
    .whereRef('held.till', '>', 'held.since')
    .groupBy('held.id')
    .having(({ fn }) => fn.countAll(), '>=', 2);
}

const BUYABLE_OFFERS = sql.raw<{ id: string }>(
  `(select o.id from ${LISTED_OFFERS} where ${BUYABLE})`,
);

/** Brings what each product usually costs up to date: the least that a shop does. A pass over the price points of 12 weeks. */
export async function refreshUsualPrices(em: EntityManager): Promise<void> {
  const db = tables(em);
  const least = db
    .selectFrom(usualPrices(db, BUYABLE_OFFERS).as('u'))
    .innerJoin('offer as o', 'o.id', 'u.id')
    .select(['o.product as productId', sql<number>`round(min(u.price))::int`.as('price')])
    .groupBy('o.product');
  const now = db
    .selectFrom('search_product as s')
    .leftJoin(least.as('least'), 'least.productId', 's.product')
    .select(['s.product as id', 'least.price']);
  await db
    .updateTable('search_product as sp')
    .from(now.as('now'))
    .set(({ ref }) => ({ usualCents: ref('now.price') }))
    .whereRef('sp.product', '=', 'now.id')
    .whereRef('sp.usualCents', 'is distinct from', 'now.price')
    .execute();
}
