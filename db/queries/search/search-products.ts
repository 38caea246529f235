/*
 * The rows that searches read (entities/search.ts), one for each product: made when an offer is new or renamed, ranked by a job
 * over all products. SQL text: the query builder has no aggregates over tsvectors.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { sizesOf } from '#domain/products/variant-traits.ts';
import { knownHeads } from '#domain/search/name-head.ts';
import { SEARCH_TEXT_MARK } from '#domain/search/search-words.ts';
import { inBatches } from '../sql/in-batches.ts';
import { tables } from '../sql/tables.ts';
import { textRules } from './text-rules.ts';

const part = (nth: 1 | 2 | 3 | 4) =>
  sql`split_part(o.search_text, ${sql.lit(SEARCH_TEXT_MARK)}, ${sql.lit(nth)})`;
const weighted = (nth: 1 | 2 | 3, weight: 'A' | 'B' | 'C') =>
  sql`setweight(to_tsvector('english', string_agg(distinct ${part(nth)}, ' ')), ${sql.lit(weight)})`;

/** Letters of a description that searches read: its first sentences say what the thing is. */
const DESCRIPTION_LETTERS = 600;
/** SQL: what only the product states: its barcode, without leading zeros, and its description. */
const OF_PRODUCT = sql`setweight(to_tsvector('english', coalesce(ltrim(p.gtin, '0'), '')), 'A')
  || setweight(to_tsvector('english', coalesce(left(p.description, ${sql.lit(DESCRIPTION_LETTERS)}), '')), 'D')`;

/** Shops and ratings of the most popular products. */
const MOST_SHOPS = 20;
const MOST_RATINGS = 5_000;
/** 0 to 1.5: up to 1 for shops, up to 0.5 for ratings. */
const POPULARITY = sql`(least(1, ln(1 + count(distinct o.retailer_id)) / ln(1 + ${sql.lit(MOST_SHOPS)}))
  + 0.5 * least(1, ln(1 + coalesce(max(o.rating_count), 0)) / ln(1 + ${sql.lit(MOST_RATINGS)})))::real`;

/** SQL: the usual head noun, of the names that state a product type if any do: some shops leave it out. */
const mode = sql`mode() within group (order by nullif(${part(4)}, ''))`;
const headNoun = () =>
  sql`coalesce(${mode} filter (where ${part(4)} = any(${[...knownHeads()]}::text[])), ${mode}, '')`;

/** Updates the search rows of these products from their offers; removes rows of products without offers. */
export async function refreshSearchProducts(
  em: EntityManager,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return;
  const db = tables(em);
  const ids = sql<string>`(select unnest(${productIds}::uuid[]))`;
  const named = await db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  const read = JSON.stringify(named.map(({ id, name }) => ({ id, sizes: sizesOf(name) })));
  await sql`
    with made as (
      insert into search_product (product_id, words, head, brand, category, sizes, family_keys, prior, text_rules)
      select p.id, ${weighted(1, 'A')} || ${weighted(2, 'B')} || ${weighted(3, 'C')} || ${OF_PRODUCT}, ${headNoun()}, p.brand, p.category,
        read.sizes, p.family_keys, ${POPULARITY}, ${textRules()}
      from jsonb_to_recordset(${read}::jsonb) as read(id uuid, sizes text[])
      join product p on p.id = read.id join offer o on o.product_id = p.id group by p.id, read.sizes order by p.id
      on conflict (product_id) do update set words = excluded.words, head = excluded.head, brand = excluded.brand,
        category = excluded.category, sizes = excluded.sizes, family_keys = excluded.family_keys
      returning product_id)
    delete from search_product where product_id in ${ids} and product_id not in (select product_id from made)`.execute(
    db,
  );
}

/** Rows of a statement, which takes a fraction of a second, as a new offer may wait for it. */
const BATCH = 5_000;

/** Fills in the sizes of products whose names were not read yet. */
export async function readSizes(em: EntityManager): Promise<void> {
  const unread = tables(em)
    .selectFrom('search_product')
    .select('product as id')
    .where('sizes', 'is', null);
  for (;;) {
    const rows = await unread.limit(BATCH).execute();
    await refreshSearchProducts(
      em,
      rows.map(({ id }) => id),
    );
    if (rows.length < BATCH) return;
  }
}

/** Smaller changes of rank are not written. */
const LEAST_CHANGE = 0.02;

/** The share of all products in tier 0, and in tiers 0 and 1: searches for very common words look among those alone. */
export const TIER_SHARES = [0.03, 0.2] as const;

/** Weight of the usual shelf in the rank, beside popularity (0 to 1.5) and usual words (0 to 1). */
const USUAL_SHELF = 2;

/**
 * Ranks all products by shops, ratings, and how usual they are for their head noun: the share of brands that use each word of the name and
 * each shelf. Cow's milk is usual milk, almond milk is not; chocolate is usually a snack.
 */
export async function rankSearchProducts(em: EntityManager): Promise<void> {
  const moved = sql<object>`
    with said as materialized (
      select product_id, head, coalesce(brand, '') as brand, lexeme, 'A' = any(weights) as in_name
      from search_product, unnest(words) as word(lexeme, positions, weights)
      where weights && '{A,B,C}' and lexeme !~ '[0-9]' and lexeme <> all(tsvector_to_array(to_tsvector('english', coalesce(brand, ''))))),
    brands as (select head, count(distinct coalesce(brand, ''))::real as brands from search_product group by head),
    usual as (
      select head, in_name, lexeme, count(distinct brand) / min(brands.brands) as share
      from said join brands using (head) group by head, in_name, lexeme),
    typical as (
      select product_id, coalesce(avg(share) filter (where in_name), 1) + ${sql.lit(USUAL_SHELF)} * coalesce(avg(share) filter (where not in_name), 0.5) as share
      from said join usual using (head, in_name, lexeme) group by product_id),
    popular as (select o.product_id, ${POPULARITY} as popularity from offer o group by o.product_id),
    ranked as (
      select product_id as id, prior as former, tier as former_tier, family_keys as former_keys,
        (popularity + coalesce(share, 1))::real as prior
      from search_product join popular using (product_id) left join typical using (product_id)),
    placed as (select *, cume_dist() over (order by prior desc, id) as place from ranked),
    tiered as (
      select placed.*, product.family_keys,
        case when place <= ${sql.lit(TIER_SHARES[0])} then 0 when place <= ${sql.lit(TIER_SHARES[1])} then 1 else 2 end as tier
      from placed join product using (id))
    select id, prior, tier, family_keys as "familyKeys" from tiered
    where abs(prior - former) > ${LEAST_CHANGE}::real or tier <> former_tier or family_keys <> former_keys order by id`;
  await updateInBatches(
    em,
    moved,
    sql`prior = x.prior, tier = x.tier, family_keys = x."familyKeys"`,
    sql`prior real, tier smallint, "familyKeys" text[]`,
  );
}

/** Writes changed columns of search rows, given as rows with an id. Locks by id, as every writer of these rows does: others deadlock. */
async function updateInBatches(
  em: EntityManager,
  changed: RawBuilder<object>,
  assignments: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): Promise<void> {
  for await (const group of inBatches(em, changed, BATCH)) {
    await sql`update search_product s set ${assignments} from (
        select x.* from jsonb_to_recordset(${JSON.stringify(group)}::jsonb) as x(id uuid, ${columns})
        join search_product l on l.product_id = x.id order by id for update of l) x
      where s.product_id = x.id`.execute(tables(em));
  }
}

/** The least share of a category's products that state a specification; searches ask for more of their own products (spec-facets.ts). */
const LEAST_SHARE = 0.3;
/** Longer names and values are sentences. */
const LONGEST = { name: 30, value: 40 } as const;

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
  await updateInBatches(em, changed, sql`specs = x.specs`, sql`specs text[]`);
}
