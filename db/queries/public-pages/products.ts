/*
 * Products of public pages, each with its shops and price range. A product gets its own page once enough shops sell it
 * (domain/products/worth-a-page.ts).
 *   products   lists of products, all categories, the sitemap's products
 *   shops      the shops of a category, the products of a shop
 *   status     results of the last runs, and versions for the page cache
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { FEWEST_SHOPS_OF_A_PAGE } from '#domain/products/worth-a-page.ts';
import { otherModels, VARIANTS_OF_A_MODEL } from '#domain/search/families.ts';
import { BEST_FIRST, BUYABLE, GONE, listedOffers } from '../sql/offer-conditions.ts';
import { type Tables, tables } from '../sql/tables.ts';

/** An aggregate over buyable offers; over all offers when none is buyable. */
const ofBuyable = <T>(aggregate: string) =>
  sql.raw<T>(`coalesce(nullif(${aggregate} filter (where ${BUYABLE}), 0), ${aggregate})`);
const LOW = ofBuyable<Cents>('min(o.price_cents)');

/** Products c with their shops and prices, from offers o, products p, retailers r and scores s. */
export function pricedProducts(db: Kysely<Tables>) {
  return listedOffers(db)
    .innerJoin('product as p', 'p.id', 'o.product')
    .leftJoin('score as s', 's.offer', 'o.id')
    .select(({ fn }) => [
      'o.product as id',
      ofBuyable<number>('count(distinct o.retailer_id)').as('shops'),
      LOW.as('low'),
      ofBuyable<Cents>('max(o.price_cents)').as('high'),
      sql<boolean>`bool_or(not ${sql.raw(GONE)})`.as('sold'),
      // The score of the offer that represents the product on its own page.
      sql<number | null>`(array_agg(s.overall order by ${sql.raw(BEST_FIRST)}))[1]`.as('score'),
      fn.max('o.priceChangedAt').as('changedAt'),
    ])
    .groupBy('o.product');
}
type Priced = ReturnType<typeof pricedProducts>;

/** Restricts priced products to one of our categories; null for products without one. */
export function ofCategory(priced: Priced, category: string | null): Priced {
  return priced.where('p.category', category === null ? 'is' : '=', category);
}

/** True of a priced product that gets its own page. */
export const IS_WORTH_A_PAGE = sql<boolean>`(sold and shops >= ${sql.lit(FEWEST_SHOPS_OF_A_PAGE)})`;

/** A product of a list with its shops and price range; `score` is 0–100, null before it is computed. */
export type ListedProduct = Awaited<ReturnType<typeof listed>>[number];

const BY_SCORE = sql`score desc nulls last, shops desc, id`;

/** A page of the priced products worth their own page, in the given order. */
function listed(
  db: Kysely<Tables>,
  priced: Priced,
  {
    order = BY_SCORE,
    limit,
    offset = 0,
  }: { order?: typeof BY_SCORE; limit: number; offset?: number },
) {
  const chosen = db
    .selectFrom(priced.as('c'))
    .select(['c.id', 'c.shops', 'c.low', 'c.high', 'c.score'])
    .select(sql<number>`row_number() over (order by ${order})`.as('place'))
    .where(IS_WORTH_A_PAGE)
    .orderBy('place')
    .limit(limit)
    .offset(offset);
  return (
    db
      .selectFrom(chosen.as('c'))
      .innerJoin('product as p', 'p.id', 'c.id')
      // The product's cheapest offer with a picture.
      .crossJoinLateral((eb) =>
        eb
          .selectFrom('offer')
          .select('offer.imageUrl')
          .whereRef('offer.product', '=', 'c.id')
          .orderBy(sql`image_url is null`)
          .orderBy('offer.priceCents')
          .orderBy('offer.id')
          .limit(1)
          .as('o'),
      )
      .leftJoin('picture_source as own', 'own.url', 'o.imageUrl')
      .leftJoin('picture_source as general', 'general.url', 'p.imageUrl')
      .select(({ fn }) => [
        'p.id',
        'p.name',
        'p.brand',
        'p.familyKeys as familyKeys',
        fn.coalesce('p.imageUrl', 'o.imageUrl').as('imageUrl'),
        fn.coalesce('general.hash', 'own.hash').as('pictureHash'),
        'c.shops',
        'c.low as lowCents',
        'c.high as highCents',
        'c.score',
      ])
      .orderBy('c.place')
      .execute()
  );
}

/** A page of a category's products worth their own page, best score first, optionally of some brands only. */
export function categoryProducts(
  em: EntityManager,
  category: string | null,
  page: { limit: number; offset: number },
  brands?: readonly string[],
) {
  const db = tables(em);
  const priced = ofCategory(pricedProducts(db), category).$if(brands !== undefined, (all) =>
    all.where(sql<boolean>`p.brand = any(${brands}::text[])`),
  );
  return listed(db, priced, page);
}

/** The brands of a category's products worth their own page, those with the most products first. */
export function categoryBrands(em: EntityManager, category: string | null) {
  const db = tables(em);
  return db
    .selectFrom(ofCategory(pricedProducts(db), category).as('c'))
    .innerJoin('product as p', 'p.id', 'c.id')
    .select(({ fn }) => ['p.brand', fn.countAll<number>().as('products')])
    .where(IS_WORTH_A_PAGE)
    .where('p.brand', 'is not', null)
    .$narrowType<{ brand: string }>()
    .groupBy('p.brand')
    .orderBy('products', 'desc')
    .orderBy('p.brand')
    .execute();
}

/** Products of one retailer that others sell too, best score first; prices over all shops. */
export function retailerProducts(em: EntityManager, retailerId: string, limit: number) {
  const db = tables(em);
  const ofRetailer = db.selectFrom('offer').select('product').where('retailer', '=', retailerId);
  return listed(db, pricedProducts(db).where('p.id', 'in', ofRetailer), { limit });
}

/**
 * Other models of a category, each by the nearest price of a product worth its own page, from half to twice the price. `isKind`: all are
 * the same kind of thing (milk beside milk), because at least `limit` of them are; else anything in the category.
 */
export async function productsNear(
  em: EntityManager,
  near: { id: string; category: string | null; priceCents: Cents },
  limit: number,
) {
  const db = tables(em);
  const it = await db
    .selectFrom('product as p')
    .leftJoin('search_product as s', 's.product', 'p.id')
    .select(['p.id as productId', 'p.familyKeys as familyKeys', 's.head'])
    .where('p.id', '=', near.id)
    .executeTakeFirstOrThrow();
  const price = sql.lit(near.priceCents);
  const others = ofCategory(pricedProducts(db), near.category)
    .where('p.id', '<>', near.id)
    .having(sql<boolean>`${LOW} between ${price} / 2 and ${price} * 2`);
  const order = sql`abs(ln(low::real / ${price})), id`;
  const models = async (priced: Priced) => {
    const products = await listed(db, priced, { order, limit: limit * VARIANTS_OF_A_MODEL });
    const variants = products.map((product) => {
      return { productId: product.id, familyKeys: product.familyKeys, product };
    });
    return otherModels(it, variants)
      .slice(0, limit)
      .map(({ product }) => product);
  };
  const alike = others
    .innerJoin('search_product as thing', 'thing.product', 'p.id')
    .where('thing.head', '=', it.head);
  const products = await models(alike);
  const isKind = products.length === limit;
  return { isKind, products: isKind ? products : await models(others) };
}

/** Categories with products worth their own page (null: uncategorised), largest first. Reads all offers: cache the result. */
export function listedCategories(em: EntityManager) {
  const db = tables(em);
  return db
    .selectFrom(pricedProducts(db).as('c'))
    .innerJoin('product as p', 'p.id', 'c.id')
    .select(({ fn }) => [
      'p.category',
      fn.countAll<number>().as('products'),
      fn.min('c.low').as('lowCents'),
      fn.max('c.changedAt').as('changedAt'),
    ])
    .where(IS_WORTH_A_PAGE)
    .groupBy('p.category')
    .orderBy('products', 'desc')
    .orderBy('p.category')
    .execute();
}

/** The products worth their own page, by id, for one file of the sitemap. Reads all offers: cache the result. */
export function productEntries(em: EntityManager, page: { limit: number; offset: number }) {
  const db = tables(em);
  const chosen = db
    .selectFrom(pricedProducts(db).as('c'))
    .select(['c.id', 'c.changedAt'])
    .where(IS_WORTH_A_PAGE)
    .orderBy('c.id')
    .limit(page.limit)
    .offset(page.offset);
  return db
    .selectFrom(chosen.as('c'))
    .innerJoin('product as p', 'p.id', 'c.id')
    .select(['p.id', 'p.name', 'c.changedAt'])
    .orderBy('p.id')
    .execute();
}
