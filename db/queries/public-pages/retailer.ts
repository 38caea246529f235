import type { EntityManager } from '@mikro-orm/postgresql';
import { BUYABLE } from '../sql/offer-conditions.ts';

/** What a retailer sells of one category. */
export interface RetailerCategory {
  category: string | null;
  products: number;
}

/** What a retailer can sell now, by category, most products first. */
export async function retailerCategories(
  em: EntityManager,
  retailerId: string,
): Promise<RetailerCategory[]> {
  return em.execute<RetailerCategory[]>(
    `select p.category, count(distinct o.product_id)::int as products
     from offer o join product p on p.id = o.product_id where o.retailer_id = ? and ${BUYABLE}
     group by p.category order by products desc, p.category`,
    [retailerId],
  );
}

/** How a retailer's prices stand against those of others. */
export interface RetailerStanding {
  /** Products that it and at least one other shop can sell now. */
  compared: number;
  /** Of those: no one is cheaper. */
  cheapest: number;
  /** By how many percent the middle one of its prices lies above the lowest; null when nothing can be compared. */
  middlePercentAbove: number | null;
}

/** Compares each of a retailer's prices with the lowest that another shop asks for the same product. */
export async function retailerStanding(
  em: EntityManager,
  retailerId: string,
): Promise<RetailerStanding> {
  const [standing] = await em.execute<RetailerStanding[]>(
    `with its as (
       select o.product_id, min(o.price_cents) as price from offer o
       where o.retailer_id = ? and ${BUYABLE} group by o.product_id),
     against as (
       select its.price, min(o.price_cents) as others from its join offer o on o.product_id = its.product_id
         join retailer r on r.id = o.retailer_id and r.status = 'enabled'
       where o.retailer_id <> ? and ${BUYABLE} group by its.product_id, its.price)
     select count(*)::int as compared, count(*) filter (where price <= others)::int as cheapest,
       (percentile_cont(0.5) within group (order by greatest(0, (price::real / others - 1) * 100)))::real
         as "middlePercentAbove"
     from against`,
    [retailerId, retailerId],
  );
  if (!standing) throw new Error('an aggregate gave no row');
  return standing;
}
