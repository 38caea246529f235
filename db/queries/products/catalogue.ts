import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { foundOffers } from '../search/search.ts';
import { BUYABLE, listedOffers } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/** Categories with a current offer, by name. */
export async function listCategories(em: EntityManager): Promise<string[]> {
  const db = tables(em);
  const rows = await db
    .selectFrom('product as p')
    .select('p.category')
    .distinct()
    .where('p.category', 'is not', null)
    .where(({ exists }) =>
      exists(listedOffers(db).select('o.id').where('o.product', '=', sql.ref<string>('p.id'))),
    )
    .orderBy('p.category')
    .execute();
  return rows.flatMap(({ category }) => category ?? []);
}

/** Similar products cost between a quarter and four times the price. */
const PRICE_FACTOR = 4;
/** A shared brand outweighs this price difference, as a natural logarithm: about 20 %. */
const BRAND_BONUS = 0.2;

/** SQL: true when product p shares a family key with the given product. */
const IS_VARIANT = sql<boolean>`p.family_keys && it.family_keys`;

const nearOffers = preparedQuery(
  'similar-products',
  (db, value: Named<{ productId: string }>, limit: number) => {
    const chosen = db
      .with(
        (cte) => cte('it').materialized(),
        () =>
          db
            .selectFrom('product as p')
            .innerJoin('offer as o', 'o.product', 'p.id')
            .select(['p.id', 'p.familyKeys', 'p.category', 'p.brand'])
            .select(({ fn }) => fn.min('o.priceCents').as('low'))
            .where('p.id', '=', value('productId'))
            .groupBy('p.id'),
      )
      .with('near', (on) =>
        on
          .selectFrom('it')
          .innerJoin('product as p', (join) =>
            join
              .onRef('p.id', '<>', 'it.id')
              .on(({ or, eb, ref }) => or([IS_VARIANT, eb('p.category', '=', ref('it.category'))])),
          )
          .innerJoin('offer as o', 'o.product', 'p.id')
          .innerJoin('retailer as r', 'r.id', 'o.retailer')
          .distinctOn('o.product')
          .select(({ eb, ref }) => [
            'o.id',
            IS_VARIANT.as('isVariant'),
            eb('p.brand', '=', ref('it.brand')).as('isSameBrand'),
            sql<number>`abs(ln(greatest(o.price_cents, 1)::real / greatest(it.low, 1)))`.as(
              'distance',
            ),
          ])
          .where('r.status', '=', sql.lit('enabled'))
          .where(sql.raw<boolean>(BUYABLE))
          .where(
            sql<boolean>`o.price_cents between it.low / ${sql.lit(PRICE_FACTOR)} and it.low * ${sql.lit(PRICE_FACTOR)}`,
          )
          .orderBy('o.product')
          .orderBy('o.priceCents')
          .orderBy('o.id'),
      )
      .selectFrom('near')
      .select([
        'near.id',
        sql<number>`row_number() over (order by "isVariant" desc nulls last,
          distance - case when "isSameBrand" then ${sql.lit(BRAND_BONUS)} else 0 end, id)`.as(
          'place',
        ),
      ])
      .orderBy('place')
      .limit(sql.lit(limit));
    return foundOffers(db)
      .innerJoin(chosen.as('chosen'), 'chosen.id', 'o.id')
      .orderBy('chosen.place');
  },
);

/** Similar products: variants of the family first, then its category by nearest price. Each is shown by its best offer. */
export function similarProducts(em: EntityManager, productId: string, limit: number) {
  return nearOffers(em, { productId }, limit);
}
