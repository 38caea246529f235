import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { usualPrice, yearFigures } from '#domain/prices/buy-verdict.ts';
import { isSound } from '../offers/price-points.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { productYears } from './product-history.ts';

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

/** Products whose years are read at once. */
const BATCH = 500;

/** Brings what each product usually costs up to date: the average of its best price over the year. Reads the years of all products. */
export async function refreshUsualPrices(em: EntityManager): Promise<void> {
  const db = tables(em);
  const known = await db
    .selectFrom('search_product')
    .select(['product as id', 'usualCents'])
    .orderBy('product')
    .execute();
  for (let from = 0; from < known.length; from += BATCH) {
    const batch = known.slice(from, from + BATCH);
    const nowMs = Date.now();
    const years = await productYears(
      em,
      batch.map(({ id }) => id),
      nowMs,
    );
    const moved = batch.flatMap(({ id, usualCents }) => {
      const cents = usualPrice(yearFigures(years.get(id)?.best ?? [], nowMs));
      return cents === usualCents ? [] : [{ id, cents }];
    });
    await sql`update search_product s set usual_cents = x.cents
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as x(id uuid, cents int) where s.product_id = x.id`.execute(
      db,
    );
  }
}
