/* Adds products and fills in missing fields. Raw SQL: a bulk insert and a bulk update. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type RowOf, tables } from '../sql/tables.ts';

/** The keys that may find an existing product; see worker/match/match-keys.ts. Variants of a model share a family. */
type ProductKeys = 'gtin' | 'modelKey' | 'matchKeys' | 'familyKeys';
type ProductFacts = 'name' | 'brand' | 'category' | 'description' | 'imageUrl' | 'specifications';

/** A product as an offer describes it. */
export type NewProduct = Pick<RowOf<'product'>, ProductFacts | ProductKeys>;

/** SQL: products as JSON, numbered from 1. */
function stated(products: readonly NewProduct[]) {
  return sql`rows from (jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as (id uuid, name text, brand text,
    category text, description text, "imageUrl" text, "familyKeys" text[], specifications jsonb, gtin text, "modelKey" text,
    "matchKeys" text[])) with ordinality as x (given, name, brand, category, description, image_url, family_keys, specifications,
    gtin, model_key, match_keys, nth)`;
}

/** SQL over x: its GTIN or model key, unless another product has it. */
const unlessTaken = (key: 'gtin' | 'model_key') =>
  sql.raw(`(select x.${key} where not exists (select 1 from product where ${key} = x.${key}))`);

/** Adds products, without a GTIN or model key that another product already holds. Returns their ids, in order. */
export async function createProducts(
  em: EntityManager,
  products: readonly NewProduct[],
): Promise<string[]> {
  if (products.length === 0) return [];
  const { rows } = await sql<{ id: string; isAdded: boolean }>`
    with x as materialized (select *, uuidv7() as id from ${stated(products)}),
    added as (
      insert into product (id, name, brand, category, description, image_url, family_keys, specifications, gtin, model_key,
        match_keys)
      select id, name, brand, category, description, image_url, family_keys, specifications, ${unlessTaken('gtin')},
        ${unlessTaken('model_key')}, match_keys
      from x order by nth on conflict do nothing returning id)
    select x.id, added.id is not null as "isAdded" from x left join added on added.id = x.id order by nth`.execute(
    tables(em),
  );
  // When two new products share a key, only the first keeps it.
  const bare = products
    .filter((_, nth) => !rows[nth]?.isAdded)
    .map((product) => ({ ...product, gtin: null, modelKey: null }));
  const others = await createProducts(em, bare);
  return rows.map(({ id, isAdded }) => (isAdded ? id : (others.shift() ?? '')));
}

/** The survivor of a product, or the product itself. Null when the product does not exist. */
export async function survivorOf(em: EntityManager, id: string): Promise<string | null> {
  const survivor = sql<string>`coalesce(merged_into, id)`.as('id');
  const product = tables(em).selectFrom('product').select(survivor).where('id', '=', id);
  return (await product.executeTakeFirst())?.id ?? null;
}

/** A product with this many keys is easy enough to find. */
const MAX_KEYS = 60;

/**
 * Fills in the missing fields of products, by id; known values stay. Family keys accumulate, name and category follow from all offers
 * (describe-products.ts), and a key held by another product is left out. Skips products that gain nothing.
 */
export async function enrichProducts(
  em: EntityManager,
  facts: ReadonlyMap<string, NewProduct>,
): Promise<void> {
  if (facts.size === 0) return;
  const given = [...facts].map(([id, product]) => ({ id, ...product }));
  const added = (key: 'family_keys' | 'match_keys') =>
    sql.raw(
      `p.${key} || array(select key from unnest(x.${key}) as key where key <> all (p.${key}))`,
    );
  await sql`
    with filled as (
      select p.id, coalesce(p.description, x.description) as description, coalesce(p.image_url, x.image_url) as image_url,
        coalesce(p.brand, x.brand) as brand, coalesce(p.gtin, ${unlessTaken('gtin')}) as gtin,
        coalesce(p.model_key, ${unlessTaken('model_key')}) as model_key, ${added('family_keys')} as family_keys,
        case when cardinality(p.match_keys) < ${MAX_KEYS} then ${added('match_keys')} else p.match_keys end as match_keys,
        x.specifications || p.specifications as specifications
      from ${stated(once(once(given, 'gtin'), 'modelKey'))} join product p on p.id = x.given
      order by p.id for no key update of p)
    update product p set description = filled.description, image_url = filled.image_url, brand = filled.brand, gtin = filled.gtin,
      model_key = filled.model_key, family_keys = filled.family_keys, match_keys = filled.match_keys, specifications = filled.specifications
    from filled where p.id = filled.id
      and (p.description, p.image_url, p.brand, p.gtin, p.model_key, p.family_keys, p.match_keys) is distinct from
        (filled.description, filled.image_url, filled.brand, filled.gtin, filled.model_key, filled.family_keys, filled.match_keys)`.execute(
    tables(em),
  );
}

/** Keeps each value of the key only on the first product that has it. */
function once<Row extends NewProduct>(rows: readonly Row[], key: 'gtin' | 'modelKey'): Row[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const value = row[key];
    if (value === null || !seen.has(value)) {
      if (value !== null) seen.add(value);
      return row;
    }
    return { ...row, [key]: null };
  });
}
