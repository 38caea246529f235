import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../sql/tables.ts';

/** Products moved in one statement: a fraction of a second, as a crawl may wait for them. */
const BATCH = 1_000;

/**
 * Moves products to the category that most of their offers have, as these were last read: the rules of categories
 * (domain/category.ts) may have changed since the first of them was seen. One pass over all offers. Returns how many moved.
 */
export async function regroupProducts(em: EntityManager, signal?: AbortSignal): Promise<number> {
  const db = tables(em);
  const counts = db
    .selectFrom('offer as o')
    .select(({ fn }) => ['o.product as id', 'o.category', fn.countAll<number>().as('offers')])
    .where('o.category', 'is not', null)
    .groupBy(['o.product', 'o.category']);
  const misplaced = await db
    .selectFrom(counts.as('c'))
    .innerJoin('product as p', 'p.id', 'c.id')
    .select('c.id')
    .select(
      sql<string>`(array_agg(c.category order by c.offers desc, c.category))[1]`.as('category'),
    )
    .groupBy(['c.id', 'p.category'])
    .having(
      sql<boolean>`max(c.offers) > coalesce(max(c.offers) filter (where c.category = p.category), 0)`,
    )
    .execute();
  let moved = 0;
  for (const [category, products] of Map.groupBy(misplaced, (product) => product.category)) {
    for (let from = 0; from < products.length && !signal?.aborted; from += BATCH) {
      const ids = products.slice(from, from + BATCH).map(({ id }) => id);
      await db.updateTable('product').set({ category }).where('id', 'in', ids).execute();
      moved += ids.length;
    }
  }
  return moved;
}
