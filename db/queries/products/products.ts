import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/** The keys under which an offer's product may already be known; see worker/match/identity.ts. */
export interface ProductKeys {
  gtin: string | null;
  modelKey: string | null;
  titleKey: string | null;
}

/** A product as an offer describes it. */
export interface NewProduct extends ProductKeys {
  name: string;
  brand: string | null;
  category: string | null;
  description: string | null;
  imageUrl: string | null;
  /** Of the product's family: variants of one model share one. */
  familyKeys: string[];
  specifications: Record<string, string>;
}

/**
 * A product that an offer might belong to, with one offer's words to compare against. `isOfOtherWorld`: demo shops sell it and the
 * offer is a real one, or the other way round, so it cannot be the offer's product.
 */
export type ProductCandidate = Awaited<ReturnType<typeof findCandidates>>[number];

const candidates = preparedQuery(
  'product-candidates',
  (
    db,
    value: Named<{ gtins: string[]; modelKeys: string[]; titleKeys: string[]; isDemo: boolean }>,
  ) => {
    const isDemoOffer = sql`retailer_id in (select id from retailer where kind = 'demo')`;
    return db
      .selectFrom('product as p')
      .select(['p.id', 'p.name', 'p.brand', 'p.category', 'p.gtin', 'p.modelKey', 'p.titleKey'])
      .select(
        sql<boolean>`exists (select 1 from offer where product_id = p.id and (${isDemoOffer}) <> ${value('isDemo')})`.as(
          'isOfOtherWorld',
        ),
      )
      .where(
        sql<boolean>`(p.gtin = any(${value('gtins')}::text[]) or p.model_key = any(${value('modelKeys')}::text[])
          or p.title_key = any(${value('titleKeys')}::text[]))`,
      );
  },
);

/** Every product that shares a key with one of these, which are of real shops, or of demo shops. */
export function findCandidates(em: EntityManager, keys: ProductKeys[], isDemo: boolean) {
  const list = (key: keyof ProductKeys) => [...new Set(keys.flatMap((each) => each[key] ?? []))];
  const [gtins, modelKeys, titleKeys] = [list('gtin'), list('modelKey'), list('titleKey')];
  return candidates(em, { gtins, modelKeys, titleKeys, isDemo });
}

/** Adds a product, or finds the one another worker has just added under the same key. */
export async function createProduct(em: EntityManager, product: NewProduct): Promise<string> {
  const db = tables(em);
  const { gtin, modelKey } = product;
  const created = await db
    .insertInto('product')
    .values(product)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created) return created.id;
  const found = await db
    .selectFrom('product')
    .select('id')
    .where(({ or, eb }) => or([eb('gtin', '=', gtin), eb('modelKey', '=', modelKey)]))
    .orderBy(sql`gtin = ${gtin}`, (order) => order.desc().nullsLast())
    .executeTakeFirst();
  if (!found) throw new Error('a product was neither added nor found');
  return found.id;
}

/** A name all in small letters, or all in capitals, is one shop's style; one with both shows shoppers where words begin. */
const isUncased = (name: string) => name === name.toLowerCase() || name === name.toUpperCase();

type Enriching = Omit<NewProduct, 'specifications' | 'titleKey'> & {
  id: string;
  specifications: string;
  isCased: boolean;
};

const enrich = preparedQuery('enrich-product', (db, value: Named<Enriching>) => {
  const namesBetter = sql<boolean>`(${value('isCased')}::boolean and product.name in (lower(product.name), upper(product.name)))`;
  const tellsFamily = sql<boolean>`not product.family_keys @> ${value('familyKeys')}::text[]`;
  const unlessTaken = (key: 'gtin' | 'modelKey') => {
    const holder = db.selectFrom('product as other').select('other.id');
    const isTaken = sql`exists (${holder.where(`other.${key}`, '=', value(key))})`;
    return sql<
      string | null
    >`coalesce(${sql.ref(`product.${key}`)}, case when not ${isTaken} then ${value(key)}::text end)`;
  };
  const ENRICHED = ['description', 'imageUrl', 'brand', 'category', 'gtin', 'modelKey'] as const;
  return db
    .updateTable('product')
    .set(({ fn }) => ({
      name: sql<string>`case when ${namesBetter} then ${value('name')} else product.name end`,
      description: fn.coalesce('product.description', value('description')),
      imageUrl: fn.coalesce('product.imageUrl', value('imageUrl')),
      brand: fn.coalesce('product.brand', value('brand')),
      category: fn.coalesce('product.category', value('category')),
      specifications: sql<
        Record<string, string>
      >`${value('specifications')}::jsonb || product.specifications`,
      familyKeys: sql<
        string[]
      >`array(select unnest(product.family_keys) union select unnest(${value('familyKeys')}::text[]))`,
      gtin: unlessTaken('gtin'),
      modelKey: unlessTaken('modelKey'),
    }))
    .where('product.id', '=', value('id'))
    .where(({ or, eb }) =>
      or([namesBetter, tellsFamily, ...ENRICHED.map((key) => eb(key, 'is', null))]),
    );
});

/**
 * Fills in what a product did not know yet; what it knows stays, but for a name without capitals. Family keys are collected. A key that another product
 * holds is left out.
 */
export async function enrichProduct(
  em: EntityManager,
  id: string,
  { titleKey: _title, ...more }: NewProduct,
): Promise<void> {
  const specifications = JSON.stringify(more.specifications);
  await enrich(em, { ...more, id, specifications, isCased: !isUncased(more.name) });
}
