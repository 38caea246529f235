/*
 * Which products a query means, with what their offers cost. SQL text: ranking by tsqueries, which the query builder has no words for.
 * `:name` stands for a value of Asked.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { UnitPrice } from '#domain/offers/page-reading.ts';
import type { FittingOffer, FittingProduct, Order } from '#domain/search/arrange-products.ts';
import type { LooserQuery } from '#domain/search/looser-query.ts';
import { BESIDE } from '#domain/search/name-head.ts';
import { tsqueryOf } from '#domain/search/query-groups.ts';
import type { Understood } from '#domain/search/understand-query.ts';
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
  order: Order;
  isRated: boolean;
  /** Only products that are what one of the words says. */
  isOnlyTheThing: boolean;
  /** Only products of the category. */
  isOfCategory: boolean;
  /** tsqueries that need not fit. */
  wished: string[];
}

/*
 * What counts for a product, in points; `prior` adds 0 to 4.5. A name that holds all words outweighs all but a thing that only goes with
 * the thing asked for.
 *
 * Values stand in `asked`, where the planner cannot look at them: one plan serves all.
 */
const NAMED = 4;
const IS_THE_THING = 3;
const OF_THE_CATEGORY = 2;
const AS_TYPED = 2;
const AS_WISHED = 3;
const GOES_WITH_IT = -8;
/** Products that are looked at: the best of those that fit. */
const MOST_RANKED = 500;

/** Some of the usual ones may be listed nowhere. Where fewer fit, their offers are not read. */
const ENOUGH_USUAL = 0.9 * MOST_RANKED;

const BESIDE_HEADS = BESIDE.map((thing) => `'${thing}'`).join();

/** What an offer's place in `states` says. */
const STATES = { canBuy: 1, inStock: 2, isOnSale: 4 };

/** A product with its offers by columns: an object for each offer would cost more than all else. */
type FittingRow = Omit<FittingProduct, 'offers'> & {
  shops: string[];
  prices: Cents[];
  states: number[];
  unitPrices?: (UnitPrice | null)[];
  merits?: (number | null)[];
  ratings?: FittingOffer['rating'][];
};

/** All products, all with wishes, or the usual ones alone. */
type Kind = 'strict' | 'looser' | 'usual';

/** What few searches need of offers: half of what there is to read. */
type Read = 'prices' | 'all';

const ALL = `, to_json(array_agg(o.unit_price)) as unit_prices,
        to_json(array_agg(case (select in_order from asked) when 'score' then (select overall from score where offer_id = o.id)::real
          when 'trust' then r.trust_score10 end)) as merits,
        to_json(array_agg(case when (select is_rated from asked) then json_build_object('average', coalesce(o.rating_average, 0),
          'count', coalesce(o.rating_count, 0)) end)) as ratings`;

/** Looked at for each product only where something is wished for. */
const WISHES = `+ (select count(*) from unnest((select wished from asked)) wish where words @@ wish) * ${AS_WISHED}`;

const fitting = preparedQuery('find-products', (_db, value: Named<Asked>, kind: Kind, read: Read) =>
  value.text<FittingRow>(`
    with asked as materialized (
      select to_tsquery('english', :words) as words, to_tsquery('english', :named) as named, to_tsquery('english', :typed) as typed,
        :isOnSale::boolean as is_on_sale, :order::text as in_order, :isRated::boolean as is_rated,
        array(select to_tsquery('english', wish) from unnest(:wished::text[]) wish) as wished),
    best as materialized (
      select product_id, brand, category, sizes, usual_cents, prior, head = any(:heads::text[]) as is_the_thing,
        (words @@ (select named from asked) and coalesce(category = :category or head = any(:heads::text[]), true))::int * ${NAMED} + (words @@ (select typed from asked))::int * ${AS_TYPED}
        + (head = any(:heads::text[]))::int * ${IS_THE_THING} + coalesce(category = :category, false)::int * ${OF_THE_CATEGORY}
        + (not :isBeside::boolean and head in (${BESIDE_HEADS}))::int * ${GOES_WITH_IT} + prior ${kind === 'looser' ? WISHES : ''} as points
      from search_product
      where ${kind === 'usual' ? 'is_usual and ' : ''}words @@ (select words from asked) and (not :isOnlyTheThing::boolean or head = any(:heads::text[]))
        and (not :isOfCategory::boolean or category = :category)
      order by points desc, product_id limit ${MOST_RANKED})
    select product_id as "productId", brand, category, sizes, usual_cents as "usualCents", points, prior, is_the_thing as "isTheThing", family_keys as "familyKeys",
      shops, prices, states ${read === 'all' ? ', unit_prices as "unitPrices", merits, ratings' : ''}
    from best cross join lateral (
      select to_json(array_agg(r.name)) as shops, to_json(array_agg(o.price_cents)) as prices,
        to_json(array_agg(${BUYABLE}::int * ${STATES.canBuy} + ${IN_STOCK}::int * ${STATES.inStock}
          + case when (select is_on_sale from asked) and ${ON_SALE} then ${STATES.isOnSale} else 0 end)) as states ${read === 'all' ? ALL : ''}
      from ${LISTED_OFFERS} where o.product_id = best.product_id) listed
      cross join lateral (select family_keys from product where id = best.product_id limit 1) named
    where shops is not null ${kind === 'usual' ? `and (select count(*) from best) > ${ENOUGH_USUAL}` : ''} order by points desc, product_id`),
);

/** What is wanted beside the query's words. */
interface Wanted extends OffersRead {
  category: string | null;
  /** Very many products have its words. */
  isBroad: boolean;
}

/** What is read of offers beside what each search needs. */
export interface OffersRead {
  order: Order;
  isRated: boolean;
}

/** The products that a query means with their listed offers, best first; empty when it names no thing. */
export async function findProducts(
  em: EntityManager,
  { groups, heads, isBeside, isOnSale, ...looser }: Understood & Partial<LooserQuery>,
  { category, isBroad, order, isRated }: Wanted,
): Promise<FittingProduct[]> {
  if (groups.length === 0) return [];
  const { wished = [], isOnlyTheThing = false, isOfCategory = false } = looser;
  const values = {
    words: tsqueryOf(groups),
    named: tsqueryOf(groups, 'A'),
    typed: tsqueryOf(groups.map(([typed = '']) => [typed])),
    ...{ heads, category, isBeside, isOnSale, isOnlyTheThing, isOfCategory, order, isRated },
    wished: wished.map((group) => tsqueryOf([group])),
  };
  // Of a word that very many products have, the best are usual ones.
  const columns = isRated || ['unit-price', 'score', 'trust'].includes(order) ? 'all' : 'prices';
  const usual = isBroad ? await fitting(em, values, 'usual', columns) : [];
  const rows =
    usual.length > ENOUGH_USUAL
      ? usual
      : await fitting(em, values, wished[0] ? 'looser' : 'strict', columns);
  return rows.map(({ shops, prices, states, unitPrices, merits, ratings, ...product }) => ({
    ...product,
    offers: prices.map((priceCents, nth) => {
      const state = states[nth] ?? 0;
      return {
        shop: shops[nth] ?? '',
        priceCents,
        isOnSale: (state & STATES.isOnSale) > 0,
        canBuy: (state & STATES.canBuy) > 0,
        inStock: (state & STATES.inStock) > 0,
        unitPrice: unitPrices?.[nth] ?? null,
        merit: merits?.[nth] ?? null,
        rating: ratings?.[nth] ?? null,
      };
    }),
  }));
}
