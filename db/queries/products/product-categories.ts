import type { EntityManager } from '@mikro-orm/postgresql';

/** Products moved in one statement: a fraction of a second, as a crawl may wait for them. */
const BATCH = 1_000;

/** Products whose offers say another category more often than theirs, with the one they say most. */
const MISPLACED = `
  select c.product_id as id, (array_agg(c.category order by c.offers desc, c.category))[1] as category
  from (
    select product_id, category, count(*) as offers from offer where category is not null group by product_id, category) c
  join product p on p.id = c.product_id
  group by c.product_id, p.category
  having max(c.offers) > coalesce(max(c.offers) filter (where c.category = p.category), 0)
  order by c.product_id`;

/**
 * Moves products to the category that most of their offers have, as these were last read: the rules of categories
 * (domain/category.ts) may have changed since the first of them was seen. One pass over all offers. Returns how many moved.
 */
export async function regroupProducts(em: EntityManager, signal?: AbortSignal): Promise<number> {
  const moved = await em.execute<{ id: string; category: string }[]>(MISPLACED);
  let done = 0;
  while (done < moved.length && !signal?.aborted) {
    const batch = moved.slice(done, done + BATCH);
    await em.execute(
      `update product set category = x.category from jsonb_to_recordset(?::jsonb) as x(id uuid, category text)
       where product.id = x.id`,
      [JSON.stringify(batch)],
    );
    done += batch.length;
  }
  return done;
}
