import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/** The keys under which an offer's product may already be known; see worker/match/identity.ts. */
export interface ProductKeys {
  gtin: string | null;
  modelKey: string | null;
  titleKey: string | null;
  familyKey: string | null;
}

/** A product as an offer describes it. */
export interface NewProduct extends ProductKeys {
  name: string;
  brand: string | null;
  category: string | null;
  description: string | null;
  imageUrl: string | null;
  specifications: Record<string, string>;
}

/**
 * A product that an offer might belong to, with one offer's words to compare against; the keys of one that was merged name the product
 * it became part of. `isOfOtherWorld`: demo shops sell it and the offer is a real one, or the other way round, so it cannot be the
 * offer's product. `wasSplit`: operators took offers out of it.
 */
export type ProductCandidate = Awaited<ReturnType<typeof findCandidates>>[number];

const candidates = preparedQuery(
  'product-candidates',
  (
    db,
    value: Named<{ gtins: string[]; modelKeys: string[]; titleKeys: string[]; isDemo: boolean }>,
  ) => {
    const isDemoOffer = sql`retailer_id in (select id from retailer where kind = 'demo')`;
    const id = sql<string>`coalesce(p.merged_into, p.id)`;
    const wasSplit = sql<boolean>`exists (select 1 from match_decision
      where product_id in (p.id, p.merged_into) and kind = 'split' and undone_at is null)`;
    return db
      .selectFrom('product as p')
      .select([
        id.as('id'),
        'p.name',
        'p.brand',
        'p.category',
        'p.gtin',
        'p.modelKey',
        'p.titleKey',
      ])
      .select(
        sql<boolean>`exists (select 1 from offer where product_id = ${id} and (${isDemoOffer}) <> ${value('isDemo')})`.as(
          'isOfOtherWorld',
        ),
      )
      .select(wasSplit.as('wasSplit'))
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

/** Adds a product (and its family), or finds the one another worker has just added under the same key. */
export async function createProduct(
  em: EntityManager,
  { familyKey, ...product }: NewProduct,
): Promise<string> {
  const db = tables(em);
  const { gtin, modelKey, name, brand } = product;
  if (familyKey !== null) {
    const row = { key: familyKey, name, brand };
    const added = db.insertInto('family').values(row);
    await added.onConflict((conflict) => conflict.column('key').doNothing()).execute();
  }
  const family = db.selectFrom('family').select('id').where('key', '=', familyKey);
  const created = await db
    .insertInto('product')
    .values({ ...product, family: familyKey === null ? null : family })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created) return created.id;
  const found = await db
    .selectFrom('product')
    .select(sql<string>`coalesce(merged_into, id)`.as('id'))
    .where(({ or, eb }) => or([eb('gtin', '=', gtin), eb('modelKey', '=', modelKey)]))
    .orderBy(sql`gtin = ${gtin}`, (order) => order.desc().nullsLast())
    .executeTakeFirst();
  if (!found) throw new Error('a product was neither added nor found');
  return found.id;
}

/** The product that one became part of, or itself. Null when there is no such product. */
export async function survivorOf(em: EntityManager, id: string): Promise<string | null> {
  const survivor = sql<string>`coalesce(merged_into, id)`.as('id');
  const product = tables(em).selectFrom('product').select(survivor).where('id', '=', id);
  return (await product.executeTakeFirst())?.id ?? null;
}

/** A name all in small letters, or all in capitals, is one shop's style; one with both shows shoppers where words begin. */
const isUncased = (name: string) => name === name.toLowerCase() || name === name.toUpperCase();

type Enriching = Omit<NewProduct, 'specifications' | 'titleKey' | 'familyKey'> & {
  id: string;
  specifications: string;
  isCased: boolean;
};

const enrich = preparedQuery('enrich-product', (db, value: Named<Enriching>) => {
  const namesBetter = sql<boolean>`(${value('isCased')}::boolean and product.name in (lower(product.name), upper(product.name)))`;
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
      gtin: unlessTaken('gtin'),
      modelKey: unlessTaken('modelKey'),
    }))
    .where('product.id', '=', value('id'))
    .where(({ or, eb }) => or([namesBetter, ...ENRICHED.map((key) => eb(key, 'is', null))]));
});

/**
 * Fills in what a product did not know yet; what it knows stays, but for a name without capitals. A key that another product
 * holds is left out.
 */
export async function enrichProduct(
  em: EntityManager,
  id: string,
  { titleKey: _title, familyKey: _family, ...more }: NewProduct,
): Promise<void> {
  const specifications = JSON.stringify(more.specifications);
  await enrich(em, { ...more, id, specifications, isCased: !isUncased(more.name) });
}
