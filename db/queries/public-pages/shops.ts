import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { BUYABLE, buyableOffers } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';
import { IS_WORTH_A_PAGE, ofCategory, pricedProducts } from './products.ts';

/** Shops that sell a category, most products first. `compared`: products that others sell too; `cheapest`: those with the best price. */
export function categoryShops(em: EntityManager, category: string | null, limit: number) {
  const db = tables(em);
  const offers = buyableOffers(db)
    .innerJoin('product as p', 'p.id', 'o.product')
    .select(['o.retailer', sql<number>`min(o.price_cents)`.as('price')])
    .select([
      sql<number>`min(min(o.price_cents)) over (partition by o.product_id)`.as('lowest'),
      sql<number>`count(*) over (partition by o.product_id)`.as('shops'),
    ])
    .where('p.category', category === null ? 'is' : '=', category)
    .groupBy(['o.retailer', 'o.product']);
  return db
    .selectFrom(offers.as('a'))
    .innerJoin('retailer as r', 'r.id', 'a.retailer')
    .select(({ fn }) => [
      'r.slug',
      'r.name',
      'r.trustScore10',
      fn.countAll<number>().as('products'),
      fn.countAll<number>().filterWhere('a.shops', '>', 1).as('compared'),
      sql<number>`count(*) filter (where shops > 1 and price = lowest)`.as('cheapest'),
    ])
    .groupBy('r.id')
    .orderBy('products', 'desc')
    .orderBy('r.name')
    .orderBy('r.id')
    .limit(limit)
    .execute();
}

/**
 * Price figures of a category over products worth their own page; `known` counts all products. `prices` are best prices, ascending;
 * `widestCents` is the largest price difference between shops on one product. Null or 0 when no shop sells the category.
 */
export function categoryFigures(em: EntityManager, category: string | null) {
  const db = tables(em);
  return db
    .selectFrom(ofCategory(pricedProducts(db), category).as('c'))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(IS_WORTH_A_PAGE).as('products'),
      fn.countAll<number>().as('known'),
      fn.min<Cents | null>('c.low').filterWhere(IS_WORTH_A_PAGE).as('lowCents'),
      fn.max<Cents | null>('c.low').filterWhere(IS_WORTH_A_PAGE).as('highCents'),
      sql<Cents | null>`percentile_disc(0.5) within group (order by low) filter (where ${IS_WORTH_A_PAGE})`.as(
        'middleCents',
      ),
      sql<
        Cents[]
      >`coalesce(jsonb_agg(low order by low) filter (where ${IS_WORTH_A_PAGE}), '[]')`.as('prices'),
      sql<Cents | null>`max(high - low) filter (where ${IS_WORTH_A_PAGE})`.as('widestCents'),
    ])
    .executeTakeFirstOrThrow();
}

/** A retailer's buyable products by category, most first. */
export function retailerCategories(em: EntityManager, retailerId: string) {
  return tables(em)
    .selectFrom('offer as o')
    .innerJoin('product as p', 'p.id', 'o.product')
    .select(({ fn }) => ['p.category', fn.count<number>('o.product').distinct().as('products')])
    .where('o.retailer', '=', retailerId)
    .where(sql.raw<boolean>(BUYABLE))
    .groupBy('p.category')
    .orderBy('products', 'desc')
    .orderBy('p.category')
    .execute();
}

/**
 * Compares a retailer's prices with the lowest of other shops: how many products are `compared`, how many are `cheapest`, and by how
 * much its median price exceeds the lowest; null when nothing is comparable.
 */
export function retailerStanding(em: EntityManager, retailerId: string) {
  const db = tables(em);
  const its = db
    .selectFrom('offer as o')
    .select(({ fn }) => ['o.product', fn.min('o.priceCents').as('price')])
    .where('o.retailer', '=', retailerId)
    .where(sql.raw<boolean>(BUYABLE))
    .groupBy('o.product');
  const against = buyableOffers(db)
    .innerJoin(its.as('its'), 'its.product', 'o.product')
    .select(({ fn }) => ['its.price', fn.min('o.priceCents').as('others')])
    .where('o.retailer', '<>', retailerId)
    .groupBy(['its.product', 'its.price']);
  return db
    .selectFrom(against.as('a'))
    .select(({ fn, ref }) => [
      fn.countAll<number>().as('compared'),
      fn.countAll<number>().filterWhere('a.price', '<=', ref('a.others')).as('cheapest'),
      sql<number | null>`(percentile_cont(0.5) within group (
        order by greatest(0, (price::real / others - 1) * 100)))::real`.as('middlePercentAbove'),
    ])
    .executeTakeFirstOrThrow();
}
