import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Cents } from '#domain/money.ts';
import { isSameModel, type Variant } from '#domain/products/family.ts';
import { pooledRating } from '#domain/products/pooled-rating.ts';
import { foundOffers } from '../search/search.ts';
import { BUYABLE, enabledOffers, listedOffers } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';
import { survivorOf } from './products.ts';

const productOffers = preparedQuery(
  'product-with-offers',
  (db, value: Named<{ id: string; maxReviews: number }>) =>
    foundOffers(db)
      .select((eb) => [
        'p.name as productName',
        'p.gtin',
        'p.specifications',
        'o.matchMethod as matchMethod',
        'o.extraction',
        'r.delivery as shopDelivery',
        'r.priceMatch as priceMatch',
        jsonArrayFrom(
          eb
            .selectFrom('review as v')
            .innerJoin('user_account as u', 'u.id', 'v.user')
            .select(['u.name as author', 'v.rating', 'v.createdAt as date', 'v.comment'])
            .where('v.product', '=', value('id'))
            .orderBy('v.createdAt', 'desc')
            .orderBy('v.id')
            .limit(value('maxReviews')),
        ).as('reviews'),
      ])
      .where('o.product', '=', value('id'))
      .orderBy('o.priceCents')
      .orderBy('o.id'),
);

/** A product with its listed offers, cheapest first, and our shoppers' newest reviews. */
export type ProductWithOffers = NonNullable<Awaited<ReturnType<typeof productWithOffers>>>;

/**
 * Everything a product page shows, in one statement; a merged product returns its survivor. Null when no enabled retailer lists the
 * product.
 */
export async function productWithOffers(
  em: EntityManager,
  requestedId: string,
  maxReviews: number,
) {
  const read = (id: string) => productOffers(em, { id, maxReviews });
  let offers = await read(requestedId);
  const survivor = offers.length === 0 ? await survivorOf(em, requestedId) : null;
  if (survivor !== null && survivor !== requestedId) offers = await read(survivor);
  const [first] = offers;
  if (!first) return null;
  const { productId: id, productName: name, gtin, specifications, reviews } = first;
  return { product: { id, name, gtin, specifications }, offers, reviews };
}

/** Most variants on a product page. */
const MAX_VARIANTS = 100;

const productsOfFamily = preparedQuery('family-of-product', (db, value: Named<{ id: string }>) => {
  const it = db.selectFrom('product').select('familyKeys').where('id', '=', value('id'));
  return listedOffers(db)
    .innerJoin(
      db
        .selectFrom('product')
        .select(['id', 'name', 'familyKeys'])
        .where(sql<boolean>`family_keys && (${it})`)
        .orderBy(sql`id <> ${value('id')}`)
        .orderBy('id')
        .limit(sql.lit(MAX_VARIANTS))
        .as('p'),
      'p.id',
      'o.product',
    )
    .select(['p.id', 'p.name', 'p.familyKeys as familyKeys'])
    .select(
      sql<Cents | null>`min(o.price_cents) filter (where ${sql.raw(BUYABLE)})`.as('priceCents'),
    )
    .select(sql<boolean>`bool_or(r.kind = 'demo')`.as('isDemo'))
    .groupBy(['p.id', 'p.name', 'p.familyKeys']);
});

/** The listed variants of a product's model, each with its best available price, the product itself first. */
export async function familyOf(em: EntityManager, id: string): Promise<Variant[]> {
  const products = await productsOfFamily(em, { id });
  const it = products.find((product) => product.id === id);
  const variants = products.filter(
    (product) =>
      it &&
      product !== it &&
      product.isDemo === it.isDemo &&
      isSameModel(it.familyKeys, product.familyKeys),
  );
  return it ? [it, ...variants] : [];
}

/** True when an enabled retailer has an offer of the product, of any age. */
export async function isListed(em: EntityManager, id: string): Promise<boolean> {
  const offers = enabledOffers(tables(em)).select('o.id').where('o.product', '=', id);
  return (await offers.limit(1).executeTakeFirst()) !== undefined;
}

const ratingsOfProducts = preparedQuery(
  'ratings-of-products',
  (db, value: Named<{ productIds: readonly string[] }>) =>
    listedOffers(db)
      .select(['o.product as productId', 'o.ratingAverage', 'o.ratingCount'])
      .where('o.ratingCount', '>', 0)
      .where(sql<boolean>`o.product_id = any(${value('productIds')}::uuid[])`),
);

/** The pooled rating of each product over all shops: 0 of 0 without ratings. */
export async function productRatings(em: EntityManager, productIds: readonly string[]) {
  const rows = await ratingsOfProducts(em, { productIds });
  const byProduct = new Map(
    [...Map.groupBy(rows, ({ productId }) => productId)].map(([id, own]) => [
      id,
      pooledRating(own),
    ]),
  );
  const none = pooledRating([]);
  return (productId: string) => byProduct.get(productId) ?? none;
}
