/*
 * Which products a query means, with what their offers cost. SQL text: ranking by tsqueries, which the query builder has no words for.
 * `:name` stands for a value of Asked.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FittingProduct } from '#domain/search/arrange-products.ts';
import { BESIDE } from '#domain/search/name-head.ts';
import { tsqueryOf, type Understood } from '#domain/search/understand-query.ts';
import { BUYABLE, IN_STOCK, LISTED_OFFERS, ON_SALE } from '../sql/offer-conditions.ts';
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
  isOnSale: boolean;
  /** Only products that are what one of the words says. */
  isRelaxed: boolean;
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
/** Products that are looked at: the best of those that fit. */
const MOST_RANKED = 1_000;

const BESIDE_HEADS = BESIDE.map((thing) => `'${thing}'`).join();

const fitting = preparedQuery('find-products', (_db, value: Named<Asked>) =>
  value.text<FittingProduct>(`
    with asked as materialized (
      select to_tsquery('english', :words) as words, to_tsquery('english', :named) as named, to_tsquery('english', :typed) as typed),
    best as materialized (
      select product_id, brand, category, sizes, usual_cents,
        (words @@ (select named from asked))::int * ${NAMED} + (words @@ (select typed from asked))::int * ${AS_TYPED}
        + (head = any(:heads::text[]))::int * ${IS_THE_THING} + coalesce(category = :category, false)::int * ${OF_THE_CATEGORY}
        + (not :isBeside::boolean and head in (${BESIDE_HEADS}))::int * ${GOES_WITH_IT} + prior as points
      from search_product
      where words @@ (select words from asked) and (not :isRelaxed::boolean or head = any(:heads::text[]))
      order by points desc, product_id limit ${MOST_RANKED})
    select product_id as "productId", best.brand, best.category, sizes, usual_cents as "usualCents", points, p.family_keys as "familyKeys", offers
    from best join product p on p.id = product_id cross join lateral (
      select json_agg(json_build_object('shop', r.name, 'priceCents', o.price_cents, 'isOnSale', :isOnSale::boolean and coalesce(${ON_SALE}, false),
        'canBuy', ${BUYABLE}, 'inStock', ${IN_STOCK}, 'unitPrice', o.unit_price)) as offers
      from ${LISTED_OFFERS} where o.product_id = best.product_id) listed
    where offers is not null order by points desc, product_id`),
);

/** The products that a query means with their listed offers, best first; empty when it names no thing. */
export async function findProducts(
  em: EntityManager,
  { groups, heads, isBeside, isOnSale }: Understood,
  { category, isRelaxed }: { category: string | null; isRelaxed: boolean },
): Promise<FittingProduct[]> {
  if (groups.length === 0) return [];
  return fitting(em, {
    words: tsqueryOf(groups),
    named: tsqueryOf(groups, 'A'),
    typed: tsqueryOf(groups.map(([typed = '']) => [typed])),
    ...{ heads, category, isBeside, isOnSale, isRelaxed },
  });
}
