import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { pooledRating } from '#domain/products/pooled-rating.ts';
import { listedOffers } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';

/** The pooled rating of each product over all shops: 0 of 0 without ratings. */
export async function productRatings(em: EntityManager, productIds: readonly string[]) {
  const rows = await listedOffers(tables(em))
    .select(['o.product as productId', 'o.ratingAverage', 'o.ratingCount'])
    .where(sql<boolean>`o.product_id = any(${productIds}::uuid[])`)
    .execute();
  const byProduct = Map.groupBy(rows, ({ productId }) => productId);
  return (productId: string) => pooledRating(byProduct.get(productId) ?? []);
}
