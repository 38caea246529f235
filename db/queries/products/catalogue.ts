import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { otherModels, VARIANTS_OF_A_MODEL } from '#domain/search/families.ts';
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

/** The best offer of each other product of the category: the same kind of thing first, then the nearest price. */
const nearProducts = preparedQuery(
  'similar-products',
  (db, value: Named<{ productId: string }>, limit: number) =>
    db
      .with(
        (cte) => cte('it').materialized(),
        () =>
          db
            .selectFrom('product as p')
            .innerJoin('offer as o', 'o.product', 'p.id')
            .leftJoin('search_product as s', 's.product', 'p.id')
            .select(['p.id', 'p.familyKeys', 'p.category', 'p.brand', 's.head'])
            .select(({ fn }) => fn.min('o.priceCents').as('low'))
            .where('p.id', '=', value('productId'))
            .groupBy(['p.id', 's.head']),
      )
      .with('near', (on) =>
        on
          .selectFrom('it')
          .innerJoin('product as p', 'p.category', 'it.category')
          .innerJoin('offer as o', 'o.product', 'p.id')
          .innerJoin('retailer as r', 'r.id', 'o.retailer')
          .leftJoin('search_product as s', 's.product', 'p.id')
          .distinctOn('o.product')
          .select(['o.id', 'p.id as productId', 'p.familyKeys', 'it.familyKeys as ownKeys'])
          .select(({ eb, ref }) => [
            eb('s.head', '=', ref('it.head')).as('isSameKind'),
            eb('p.brand', '=', ref('it.brand')).as('isSameBrand'),
            sql<number>`abs(ln(greatest(o.price_cents, 1)::real / greatest(it.low, 1)))`.as(
              'distance',
            ),
          ])
          .whereRef('p.id', '<>', 'it.id')
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
      .select(['near.id', 'near.productId', 'near.familyKeys as familyKeys'])
      .select('near.ownKeys as ownKeys')
      .orderBy(sql`"isSameKind" desc nulls last,
        distance - case when "isSameBrand" then ${sql.lit(BRAND_BONUS)} else 0 end, id`)
      .limit(sql.lit(limit)),
);

const offersById = preparedQuery('offers-by-id', (db, value: Named<{ ids: readonly string[] }>) =>
  foundOffers(db).where('o.id', '=', sql<string>`any(${value('ids')}::uuid[])`),
);

/**
 * Similar products: other models of the category, the same kind of thing (milk beside milk) first, then by nearest price. Each model is
 * shown once, by the best offer of its nearest variant.
 */
export async function similarProducts(em: EntityManager, productId: string, limit: number) {
  const near = await nearProducts(em, { productId }, limit * VARIANTS_OF_A_MODEL);
  const it = { productId, familyKeys: near[0]?.ownKeys ?? [] };
  const ids = otherModels(it, near)
    .slice(0, limit)
    .map(({ id }) => id);
  const offers = await offersById(em, { ids });
  return offers.toSorted((a, b) => ids.indexOf(a.offerId) - ids.indexOf(b.offerId));
}
