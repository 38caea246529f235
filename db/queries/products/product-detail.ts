import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { foundOffers } from '../search/search.ts';
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
        jsonArrayFrom(
          eb
            .selectFrom('review as v')
            .innerJoin('user_account as u', 'u.id', 'v.user')
            .select(['u.name as author', 'v.rating', 'v.createdAt as date', 'v.comment'])
            .where('v.product', '=', value('id'))
            .orderBy('v.createdAt', 'desc')
            .limit(value('maxReviews')),
        ).as('reviews'),
      ])
      .where('o.product', '=', value('id'))
      .orderBy('o.priceCents')
      .orderBy('o.id'),
);

/** A product, its listed offers, cheapest first, and the newest reviews of our shoppers. */
export type ProductWithOffers = NonNullable<Awaited<ReturnType<typeof productWithOffers>>>;

/**
 * All that a product's page shows, in one statement; of a merged product that of the one it became part of. Null when no enabled
 * retailer lists it.
 */
export async function productWithOffers(em: EntityManager, asked: string, maxReviews: number) {
  const read = (id: string) => productOffers(em, { id, maxReviews });
  let offers = await read(asked);
  const survivor = offers.length === 0 ? await survivorOf(em, asked) : null;
  if (survivor !== null && survivor !== asked) offers = await read(survivor);
  const [first] = offers;
  if (!first) return null;
  const { productId: id, productName: name, gtin, specifications, reviews } = first;
  return { product: { id, name, gtin, specifications }, offers, reviews };
}

/** True when an enabled retailer has an offer of the product, however old. */
export async function isListed(em: EntityManager, id: string): Promise<boolean> {
  const offer = await tables(em)
    .selectFrom('offer as o')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .select('o.id')
    .where('o.product', '=', id)
    .where('r.status', '=', sql.lit('enabled'))
    .limit(1)
    .executeTakeFirst();
  return offer !== undefined;
}
