import type { EntityManager } from '@mikro-orm/postgresql';
import { pgArray } from '../sql/pg-array.ts';

/** The keys under which an offer's product may already be known; see worker/match/identity/product-key.ts. */
export interface ProductKeys {
  gtin: string | null;
  modelKey: string | null;
  titleKey: string | null;
  familyKey: string | null;
}

/** A product that an offer might belong to, with one offer's words to compare against. */
export interface ProductCandidate {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  gtin: string | null;
  modelKey: string | null;
  titleKey: string | null;
  /** Demo shops sell it and the offer is a real one, or the other way round: it cannot be the offer's product. */
  isOfOtherWorld: boolean;
}

export interface NewProduct extends ProductKeys {
  name: string;
  brand: string | null;
  category: string | null;
  description: string | null;
  imageUrl: string | null;
  specifications: Record<string, string>;
}

const CANDIDATE_COLUMNS = 'id, name, brand, category, gtin, model_key, title_key';

/** Every product that shares a key with one of these, which are of real shops, or of demo shops. */
export async function findCandidates(
  em: EntityManager,
  keys: ProductKeys[],
  isDemo: boolean,
): Promise<ProductCandidate[]> {
  const list = (pick: (key: ProductKeys) => string | null) =>
    pgArray([...new Set(keys.map(pick).filter((value) => value !== null))]);
  const any = (column: string) => `${column} = any(?::text[])`;
  return em.execute<ProductCandidate[]>(
    `select id, name, brand, category, gtin, model_key as "modelKey", title_key as "titleKey", exists (
       select 1 from offer where product_id = p.id
         and (retailer_id in (select id from retailer where kind = 'demo')) <> ?) as "isOfOtherWorld"
     from (
       select ${CANDIDATE_COLUMNS} from product where ${any('gtin')}
       union select ${CANDIDATE_COLUMNS} from product where ${any('model_key')}
       union select ${CANDIDATE_COLUMNS} from product where ${any('title_key')}) p`,
    [isDemo, list((key) => key.gtin), list((key) => key.modelKey), list((key) => key.titleKey)],
  );
}

/** Adds a product (and its family), or finds the one another worker has just added under the same key. */
export async function createProduct(em: EntityManager, product: NewProduct): Promise<string> {
  const familyId = product.familyKey ? await ensureFamily(em, product) : null;
  const created = await em.execute<{ id: string }[]>(
    `insert into product (family_id, name, brand, category, description, image_url, specifications, gtin, model_key, title_key)
     values (?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?) on conflict do nothing returning id`,
    [
      familyId,
      product.name,
      product.brand,
      product.category,
      product.description,
      product.imageUrl,
      JSON.stringify(product.specifications),
      product.gtin,
      product.modelKey,
      product.titleKey,
    ],
  );
  if (created[0]) return created[0].id;
  const found = await em.execute<{ id: string }[]>(
    'select id from product where gtin = ? or model_key = ? order by (gtin = ?) desc nulls last limit 1',
    [product.gtin, product.modelKey, product.gtin],
  );
  if (!found[0]) throw new Error('a product was neither added nor found');
  return found[0].id;
}

/** A name all in small letters, or all in capitals, is one shop's style; of one with both, shoppers see where words begin. */
const isUncased = (name: string) => `${name} in (lower(${name}), upper(${name}))`;
const NAMES_BETTER = `${isUncased('p.name')} and not ${isUncased('more.name')}`;

/**
 * Fills in what a product did not know yet; what it knows stays, but for a name without capitals. A key that another product
 * holds is left out.
 */
export async function enrichProduct(
  em: EntityManager,
  productId: string,
  more: NewProduct,
): Promise<void> {
  await em.execute(
    `update product p set name = case when ${NAMES_BETTER} then more.name else p.name end,
       description = coalesce(p.description, ?), image_url = coalesce(p.image_url, ?),
       brand = coalesce(p.brand, ?), category = coalesce(p.category, ?),
       specifications = ?::jsonb || p.specifications,
       gtin = coalesce(p.gtin, (select ?::text where not exists (select 1 from product where gtin = ?))),
       model_key = coalesce(p.model_key, (select ?::text where not exists (select 1 from product where model_key = ?)))
     from (select ?::text as name) more
     where p.id = ? and (description is null or image_url is null or brand is null or category is null
       or gtin is null or model_key is null or ${NAMES_BETTER})`,
    [
      more.description,
      more.imageUrl,
      more.brand,
      more.category,
      JSON.stringify(more.specifications),
      more.gtin,
      more.gtin,
      more.modelKey,
      more.modelKey,
      more.name,
      productId,
    ],
  );
}

async function ensureFamily(em: EntityManager, product: NewProduct): Promise<string | null> {
  const rows = await em.execute<{ id: string }[]>(
    `with added as (
       insert into family (key, name, brand) values (?, ?, ?) on conflict (key) do nothing returning id)
     select id from added union all select id from family where key = ? limit 1`,
    [product.familyKey, product.name, product.brand, product.familyKey],
  );
  return rows[0]?.id ?? null;
}
