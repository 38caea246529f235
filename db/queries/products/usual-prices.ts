import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { usualPrice } from '#domain/prices/buy-verdict.ts';
import { tables } from '../sql/tables.ts';
import { productYears } from './product-history.ts';

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
    const ids = batch.map(({ id }) => id);
    const years = await productYears(em, ids, Date.now());
    const moved = batch.flatMap(({ id, usualCents }) => {
      const cents = usualPrice(years.get(id)?.figures ?? null);
      return cents === usualCents ? [] : [{ id, cents }];
    });
    await sql`update search_product s set usual_cents = x.cents
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as x(id uuid, cents int) where s.product_id = x.id`.execute(
      db,
    );
  }
}
