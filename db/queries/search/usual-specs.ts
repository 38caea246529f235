import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { inBatches } from '../sql/in-batches.ts';
import { tables } from '../sql/tables.ts';

/** The least share of a category's products that state a specification; searches ask for more of their own products (spec-facets.ts). */
const LEAST_SHARE = 0.3;
/** Longer names and values are sentences. */
const LONGEST = { name: 30, value: 40 } as const;
const BATCH = 5_000;

/** Learns which specifications products of a category usually state, and keeps them in the search rows: 'Capacity: 655 L'. */
export async function learnUsualSpecs(em: EntityManager): Promise<void> {
  const changed = sql<object>`
    with stated as materialized (
      select s.product_id, s.category, lower(trim(spec.key)) as name, trim(spec.key) as spelt, trim(spec.value) as value
      from search_product s join product p on p.id = s.product_id cross join jsonb_each_text(p.specifications) spec
      where s.category is not null and length(spec.key) <= ${sql.lit(LONGEST.name)}
        and length(spec.value) between 1 and ${sql.lit(LONGEST.value)}),
    sizes as (select category, count(*) as products from search_product group by category),
    usual as (
      select category, name, mode() within group (order by spelt) as spelt, count(distinct product_id) as stating
      from stated join sizes using (category) group by category, name, sizes.products
      having count(distinct product_id) >= ${sql.lit(LEAST_SHARE)} * sizes.products and count(distinct value) > 1),
    made as (
      select product_id, array_agg(usual.spelt || ': ' || value order by stating desc, name) as specs
      from stated join usual using (category, name) group by product_id)
    select product_id as id, coalesce(made.specs, '{}') as specs from search_product s left join made using (product_id)
    where s.specs <> coalesce(made.specs, '{}') order by id`;
  for await (const group of inBatches(em, changed, BATCH)) {
    // Locks by id, as every writer of these rows does.
    await sql`update search_product s set specs = x.specs from (
        select x.* from jsonb_to_recordset(${JSON.stringify(group)}::jsonb) as x(id uuid, specs text[])
        join search_product l on l.product_id = x.id order by id for update of l) x
      where s.product_id = x.id`.execute(tables(em));
  }
}
