/*
 * Which products a query means, in their order. SQL text: ranking by tsqueries, which the query builder has no words for. `:name` stands
 * for a value of Asked.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { BESIDE } from '#domain/search/name-head.ts';
import { tsqueryOf, type Understood } from '#domain/search/understand-query.ts';
import { BUYABLE, LISTED_OFFERS, ON_SALE } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';

/** The values of a look-up of products. */
interface Asked {
  /** tsqueries: all groups; the same in names; the words as they were typed. */
  words: string;
  named: string;
  typed: string;
  heads: string[];
  category: string | null;
  isBeside: boolean;
  minCents: Cents | null;
  maxCents: Cents | null;
  isOnSale: boolean;
  isCheapest: boolean;
  /** Only products that are what one of the words says. */
  isRelaxed: boolean;
}

/** A product that fits, and how well. */
export interface FittingProduct {
  productId: string;
  /** How many products fit in all. */
  total: number;
}

/*
 * What counts for a product, in points; `prior` adds 0 to 4.5. A name that holds all words outweighs all but a thing that only goes with
 * the thing asked for.
 */
const NAMED = 4;
const IS_THE_THING = 3;
const OF_THE_CATEGORY = 2;
const AS_TYPED = 1;
const GOES_WITH_IT = -8;
/** Each earlier product of the same brand takes off so much, so that a page shows several brands. */
const SAME_BRAND = 0.12;
/** What lacks fewer points than the best is as good, where the cheapest is asked for. */
const AS_GOOD = 3;
/** Products that are looked at for a place on the first pages. */
const MOST_RANKED = 600;

const BESIDE_HEADS = BESIDE.map((thing) => `'${thing}'`).join();

const fitting = preparedQuery('find-products', (_db, value: Named<Asked>, limit: number) =>
  value.text<FittingProduct>(`
    with asked as materialized (
      select to_tsquery('english', :words) as words, to_tsquery('english', :named) as named, to_tsquery('english', :typed) as typed),
    fitting as materialized (
      select product_id, brand,
        (words @@ (select named from asked))::int * ${NAMED} + (words @@ (select typed from asked))::int * ${AS_TYPED}
        + (head = any(:heads::text[]))::int * ${IS_THE_THING} + coalesce(category = :category, false)::int * ${OF_THE_CATEGORY}
        + (not :isBeside::boolean and head in (${BESIDE_HEADS}))::int * ${GOES_WITH_IT} + prior as points
      from search_product sp
      where words @@ (select words from asked) and (not :isRelaxed::boolean or head = any(:heads::text[]))
        and (:minCents::int is null and :maxCents::int is null and not :isOnSale::boolean or exists (
          select from ${LISTED_OFFERS} where o.product_id = sp.product_id and ${BUYABLE}
            and o.price_cents between coalesce(:minCents::int, 0) and coalesce(:maxCents::int, 2147483647)
            and (not :isOnSale::boolean or ${ON_SALE})))),
    ranked as (
      select product_id, points - ${SAME_BRAND} * (row_number() over (partition by brand order by points desc, product_id) - 1) as points,
        :isCheapest::boolean and points > max(points) over () - ${AS_GOOD} as by_price,
        case when :isCheapest::boolean then (
          select min(o.price_cents) from ${LISTED_OFFERS} where o.product_id = best.product_id and ${BUYABLE}) end as price
      from (select * from fitting order by points desc, product_id limit ${MOST_RANKED}) best
      where exists (select from ${LISTED_OFFERS} where o.product_id = best.product_id))
    select product_id as "productId", (select count(*) from fitting)::int as total
    from ranked order by by_price desc, case when by_price then price end, points desc, product_id limit ${limit}`),
);

/** The products that a query means, best first, at most `limit`; empty when it names no thing. */
export async function findProducts(
  em: EntityManager,
  understood: Understood,
  { category, isRelaxed, limit }: { category: string | null; isRelaxed: boolean; limit: number },
): Promise<FittingProduct[]> {
  const { groups, heads, isBeside, minCents, maxCents, isOnSale, isCheapest } = understood;
  if (groups.length === 0) return [];
  return fitting(
    em,
    {
      words: tsqueryOf(groups),
      named: tsqueryOf(groups, 'A'),
      typed: tsqueryOf(groups.map(([typed = '']) => [typed])),
      ...{ heads, category, isBeside, minCents, maxCents, isOnSale, isCheapest, isRelaxed },
    },
    limit,
  );
}
