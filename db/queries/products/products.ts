import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Offer } from '../../entities/offer.ts';
import { invalidateProductScores } from '../offers/invalidate-scores.ts';
import type { OfferToStore } from '../offers/offer-columns.ts';
import { refreshSearchProducts } from '../search/search-products.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/** The keys under which an offer's product may already be known; see worker/match/match-keys.ts. */
export interface ProductKeys {
  gtin: string | null;
  modelKey: string | null;
  titleKey: string | null;
  matchKeys: string[];
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

/** What a shop sells a product as. */
export interface SoldAs {
  name: string;
  priceCents: number;
  unitPrice: { price: string; quantity: number; unit: string } | null;
}

/**
 * A product that an offer might belong to, with what some shops sell it as; the keys of a merged one name its survivor. What an
 * operator joined does not speak for a product: the matcher may see a contradiction there.
 * `isOfOtherWorld`: demo shops sell it and the offer is a real one, or the other way round, so it cannot be the offer's product.
 */
export type ProductCandidate = Awaited<ReturnType<typeof findCandidates>>[number];

/** Candidates for one reading are no more; those that share most keys come first. */
const CANDIDATES = 50;
/** So many of a product's offers speak for it. */
const SPEAKERS = 8;

/** Of product p: the one that it became part of, or itself. */
const SURVIVOR = sql<string>`coalesce(p.merged_into, p.id)`;

type Sought = { keys: string[]; isDemo: boolean; limit: number };

const candidates = preparedQuery('product-candidates', (db, value: Named<Sought>) =>
  db
    .selectFrom('product as p')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('offer as o')
          .innerJoin('retailer as r', 'r.id', 'o.retailer')
          .where('o.product', '=', SURVIVOR)
          .select(
            sql<
              SoldAs[]
            >`coalesce((array_agg(jsonb_build_object('name', o.name, 'priceCents', o.price_cents,
              'unitPrice', o.unit_price)) filter (where p.merged_into is null and o.match_method <> 'operator'))
              [1:${sql.lit(SPEAKERS)}], '{}')`.as('soldAs'),
          )
          .select(
            sql<boolean>`coalesce(bool_or((r.kind = 'demo') <> ${value('isDemo')}), false)`.as(
              'isOfOtherWorld',
            ),
          )
          .as('sold'),
      (on) => on.onTrue(),
    )
    .select([SURVIVOR.as('id'), 'p.brand', 'p.category', 'p.gtin', 'p.modelKey', 'p.matchKeys'])
    .select(({ fn }) => fn.coalesce('p.readAs', 'p.name').as('name'))
    .select(sql<string | null>`left(p.description, 200)`.as('description'))
    .select(['sold.soldAs', 'sold.isOfOtherWorld'])
    .where(sql<boolean>`p.match_keys && ${value('keys')}::text[]`)
    .orderBy(
      sql`(select count(*) from unnest(p.match_keys) as key where key = any(${value('keys')}::text[]))`,
      'desc',
    )
    .limit(value('limit')),
);

/** The products that share a key with one of `readings` readings, which are of real shops, or of demo shops. */
export function findCandidates(
  em: EntityManager,
  keys: readonly string[],
  { isDemo, readings }: { isDemo: boolean; readings: number },
) {
  return candidates(em, { keys: [...new Set(keys)], isDemo, limit: CANDIDATES * readings });
}

/**
 * Gives an offer, with its history, to another product, with the proof; not one that an operator placed, nor one that has moved
 * meanwhile.
 */
export async function moveOffer(
  em: EntityManager,
  { offerId, from }: { offerId: string; from: string },
  {
    productId,
    ...proof
  }: Pick<OfferToStore, 'productId' | 'matchMethod' | 'matchConfidence' | 'matchBecause'>,
): Promise<void> {
  await em.transactional(async (tx) => {
    await invalidateProductScores(tx, [offerId]);
    const which = { id: offerId, product: from, matchMethod: { $ne: 'operator' as const } };
    await tx.nativeUpdate(Offer, which, { product: productId, ...proof });
    await refreshSearchProducts(tx, [from, productId]);
    await invalidateProductScores(tx, [offerId]);
  });
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

/** A product whose offers brought so many keys is found well enough. */
const MAX_KEYS = 60;

type Enriching = Omit<NewProduct, 'specifications' | 'titleKey' | 'category'> & {
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
  const ENRICHED = ['description', 'imageUrl', 'brand', 'gtin', 'modelKey'] as const;
  return db
    .updateTable('product')
    .set(({ fn }) => ({
      name: sql<string>`case when ${namesBetter} then ${value('name')} else product.name end`,
      description: fn.coalesce('product.description', value('description')),
      imageUrl: fn.coalesce('product.imageUrl', value('imageUrl')),
      brand: fn.coalesce('product.brand', value('brand')),
      specifications: sql<
        Record<string, string>
      >`${value('specifications')}::jsonb || product.specifications`,
      familyKeys: sql<
        string[]
      >`array(select unnest(product.family_keys) union select unnest(${value('familyKeys')}::text[]))`,
      gtin: unlessTaken('gtin'),
      modelKey: unlessTaken('modelKey'),
      matchKeys: sql<string[]>`case when cardinality(product.match_keys) < ${sql.lit(MAX_KEYS)}
        then array(select distinct unnest(product.match_keys || ${value('matchKeys')}::text[])) else product.match_keys end`,
    }))
    .where('product.id', '=', value('id'))
    .where(({ or, eb }) =>
      or([
        namesBetter,
        tellsFamily,
        sql<boolean>`not product.match_keys @> ${value('matchKeys')}::text[] and cardinality(product.match_keys) < ${sql.lit(MAX_KEYS)}`,
        ...ENRICHED.map((key) => eb(key, 'is', null)),
      ]),
    );
});

/**
 * Fills in what a product did not know yet; what it knows stays, but for a name without capitals. Family keys are collected, the
 * category follows from all offers (describe-products.ts), and a key that another product holds is left out.
 */
export async function enrichProduct(
  em: EntityManager,
  id: string,
  { titleKey: _title, category: _category, ...more }: NewProduct,
): Promise<void> {
  const specifications = JSON.stringify(more.specifications);
  await enrich(em, { ...more, id, specifications, isCased: !isUncased(more.name) });
}
