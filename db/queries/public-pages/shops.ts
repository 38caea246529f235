import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { BUYABLE } from '../sql/offer-conditions.ts';
import { inCategory, PRICED_PRODUCTS, WORTH_A_PAGE } from './products.ts';

/** A shop that sells products of a category. */
export interface CategoryShop {
  slug: string;
  name: string;
  trustScore10: number;
  products: number;
  /** Products that at least one other shop sells too, and of those how many no one sells cheaper. */
  compared: number;
  cheapest: number;
}

/** The shops that can sell products of a category now, those with most of them first. */
export async function categoryShops(
  em: EntityManager,
  category: string | null,
  limit: number,
): Promise<CategoryShop[]> {
  const { sql, params } = inCategory(category);
  return em.execute<CategoryShop[]>(
    `with asked as (
       select o.retailer_id, o.product_id, min(o.price_cents) as price
       from product p join offer o on o.product_id = p.id
         join retailer r on r.id = o.retailer_id and r.status = 'enabled'
       where ${sql} and ${BUYABLE} group by o.retailer_id, o.product_id),
     ranked as (
       select *, min(price) over (partition by product_id) as lowest,
         count(*) over (partition by product_id) as shops from asked)
     select r.slug, r.name, r.trust_score10 as "trustScore10", count(*)::int as products,
       count(*) filter (where shops > 1)::int as compared,
       count(*) filter (where shops > 1 and price = lowest)::int as cheapest
     from ranked join retailer r on r.id = ranked.retailer_id group by r.id
     order by products desc, r.name limit ?`,
    [...params, limit],
  );
}

/** What a category costs, over its products that deserve a page. */
export interface CategoryFigures {
  products: number;
  /** All its products, those of a single shop too. */
  known: number;
  lowCents: Cents | null;
  middleCents: Cents | null;
  highCents: Cents | null;
  /** The best price of each product, in ascending order. */
  prices: Cents[];
  /** Of the widest spread between shops: the most that choosing the shop saves on one product. */
  widestCents: Cents | null;
  seenAt: Date | null;
}

/** The figures of a category; all null and 0 when no shop sells anything of it. */
export async function categoryFigures(
  em: EntityManager,
  category: string | null,
): Promise<CategoryFigures> {
  const { sql, params } = inCategory(category);
  const [figures] = await em.execute<CategoryFigures[]>(
    `with priced as (${PRICED_PRODUCTS(sql)})
     select count(*) filter (where ${WORTH_A_PAGE})::int as products, count(*)::int as known,
       min(low) filter (where ${WORTH_A_PAGE}) as "lowCents", max(low) filter (where ${WORTH_A_PAGE}) as "highCents",
       (percentile_disc(0.5) within group (order by low) filter (where ${WORTH_A_PAGE})) as "middleCents",
       coalesce(jsonb_agg(low order by low) filter (where ${WORTH_A_PAGE}), '[]') as prices,
       max(high - low) filter (where ${WORTH_A_PAGE}) as "widestCents", max(seen) as "seenAt"
     from priced`,
    params,
  );
  if (!figures) throw new Error('an aggregate gave no row');
  return figures;
}
