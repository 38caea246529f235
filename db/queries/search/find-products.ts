/*
 * Step 2 of search.ts, and the one statement that ranks: the products that match a query, with prices and states of their listed offers.
 * SQL text, as the query builder has no tsqueries; `:name` stands for a value of Params.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import type { UnitPrice } from '#domain/offers/page-reading.ts';
import type { Order } from '#domain/search/arrange-products.ts';
import {
  type MatchedOffer,
  type MatchedProduct,
  offersWithin,
} from '#domain/search/filter-products.ts';
import { ACCESSORY_NOUNS } from '#domain/search/name-head.ts';
import type { ParsedQuery } from '#domain/search/parse-query.ts';
import { exactlyTyped, tsqueryOf } from '#domain/search/query-terms.ts';
import type { RelaxedQuery } from '#domain/search/relax-query.ts';
import { BUYABLE, IN_STOCK, LISTED_OFFERS, ON_SALE } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { TIER_SHARES } from './search-products.ts';

interface Params {
  /** tsquery: every term, in names or shelves. */
  terms: string;
  /** tsquery: every term, in names. */
  termsInName: string;
  /** tsquery: every term, in names or shelves of the product's own. */
  termsNotShared: string;
  /** tsquery: every term in the shopper's own words, and no other edition of a model. */
  typedTerms: string;
  /** tsqueries: terms that need not match. */
  optionalTerms: string[];
  headNouns: string[];
  category: string | null;
  isAccessory: boolean;
  /** tsquery: names of goods for audiences that the query does not name; null for none. */
  unasked: string | null;
  mustMatchHeadNoun: boolean;
  isOnSale: boolean;
  order: Order;
  isRated: boolean;
}

/** Points of a product, beside its `prior` of 0 to 4.5. */
const POINTS = {
  allTermsInName: 4,
  isTheThing: 3,
  ofTheCategory: 2,
  asTyped: 2,
  optionalTerm: 3,
  /** Outweighs a name that has all terms: a case is no phone. */
  isAccessory: -8,
  isForOthers: -1,
};

/** Products that a search ranks and reads the offers of. */
const MOST_PRODUCTS = 500;

/** Fewer products than this do not answer a search of a tier. Some of them may have no listed offer. */
const ENOUGH = 0.9 * MOST_PRODUCTS;

/** A word is searched in the first tier where so many offers can be expected. */
const OFFERS_OF_TIER = 3_000;

/**
 * Where to look: among all products, among all with points for optional terms, or among the products up to a tier, each of which has an
 * index of its own (search-products.ts).
 */
type Scope = 'all' | 'relaxed' | number;

/** Which columns of offers to read; few searches need more than prices. Postgres prepares even what a statement never evaluates. */
type OfferDetail = 'prices' | 'full';

/** Bits of `states`. */
const STATES = { canBuy: 1, inStock: 2, isOnSale: 4 };

/** A product with its offers as columns: one JSON object for each offer would cost more than the rest of the statement. */
type ProductRow = Omit<MatchedProduct, 'offers'> & {
  shops: string[];
  prices: Cents[];
  states: number[];
  unitPrices?: (UnitPrice | null)[];
  merits?: (number | null)[];
  ratings?: MatchedOffer['rating'][];
};

const PRICE_STATES = `${BUYABLE}::int * ${STATES.canBuy} + ${IN_STOCK}::int * ${STATES.inStock}`;
const SALE_STATE = `case when params.is_on_sale and ${ON_SALE} then ${STATES.isOnSale} else 0 end`;

const FULL_DETAIL = `,
  to_json(array_agg(o.unit_price)) as unit_prices,
  to_json(array_agg(case params.in_order
    when 'score' then (select overall from score where offer_id = o.id)::real
    when 'trust' then r.trust_score10 end)) as merits,
  to_json(array_agg(case when params.is_rated then json_build_object(
    'average', coalesce(o.rating_average, 0), 'count', coalesce(o.rating_count, 0)) end)) as ratings`;

const IS_THE_THING = 'head = any(params.head_nouns)';
const IS_ACCESSORY = `head in (${ACCESSORY_NOUNS.map((noun) => `'${noun}'`).join()})`;
const OPTIONAL_POINTS = `(select count(*) from unnest(params.optional_terms) term
  where words @@ term) * ${POINTS.optionalTerm}`;

const pointsSql = (scope: Scope) => `
  (words @@ params.in_name and coalesce(search_product.category = params.category or ${IS_THE_THING}, true))::int * ${POINTS.allTermsInName}
  + (words @@ params.typed)::int * ${POINTS.asTyped}
  + (${IS_THE_THING})::int * ${POINTS.isTheThing}
  + coalesce(search_product.category = params.category, false)::int * ${POINTS.ofTheCategory}
  + (not params.is_accessory and ${IS_ACCESSORY})::int * ${POINTS.isAccessory}
  + coalesce(words @@ params.unasked, false)::int * ${POINTS.isForOthers}
  + prior ${scope === 'relaxed' ? `+ ${OPTIONAL_POINTS}` : ''}`;

/** `params` hides values from the planner, so that one plan serves all. */
const rankedProducts = preparedQuery(
  'find-products',
  (_db, value: Named<Params>, scope: Scope, detail: OfferDetail) =>
    value.text<ProductRow>(`
    with params as materialized (
      select to_tsquery('english', :terms) as terms, to_tsquery('english', :termsInName) as in_name, to_tsquery('english', :termsNotShared) as not_shared,
        to_tsquery('english', :typedTerms) as typed,
        array(select to_tsquery('english', term) from unnest(:optionalTerms::text[]) term) as optional_terms,
        :headNouns::text[] as head_nouns, :mustMatchHeadNoun::boolean as must_match_head_noun, :category::text as category,
        :isAccessory::boolean as is_accessory, to_tsquery('english', :unasked) as unasked, :isOnSale::boolean as is_on_sale, :order::text as in_order, :isRated::boolean as is_rated),
    ranked as (
      select search_product.*, ${pointsSql(scope)} as points
      from params cross join search_product
      where ${typeof scope === 'number' ? `tier <= ${scope} and` : ''} words @@ params.terms
        and (not params.must_match_head_noun or ${IS_THE_THING})
      order by points desc, product_id limit ${MOST_PRODUCTS}),
    best as materialized (
      select product_id, head, brand, ranked.category, sizes, family_keys, usual_cents, prior, points, ${IS_THE_THING} as is_the_thing,
        words @@ params.in_name as is_named, words @@ params.not_shared as is_sure, words @@ params.typed as is_typed
      from params cross join ranked)
    select product_id as "productId", head, brand, best.category, sizes, usual_cents as "usualCents", points, prior,
      is_the_thing as "isTheThing", is_named as "isNamed", is_sure as "isSure", is_typed as "isTyped", family_keys as "familyKeys",
      shops, prices, states ${detail === 'full' ? ', unit_prices as "unitPrices", merits, ratings' : ''}
    from best cross join params cross join lateral (
      select to_json(array_agg(r.name)) as shops, to_json(array_agg(o.price_cents)) as prices,
        to_json(array_agg(${PRICE_STATES} ${detail === 'full' ? `+ ${SALE_STATE}` : ''})) as states
        ${detail === 'full' ? FULL_DETAIL : ''}
      from ${LISTED_OFFERS} where o.product_id = best.product_id) listed
    where shops is not null ${typeof scope === 'number' ? `and (select count(*) from best) > ${ENOUGH}` : ''}
    order by points desc, product_id`),
);

/** How many statements a search may still run, whatever its text. */
export interface Budget {
  statements: number;
}

/** Takes a statement from the budget; false where none is left. */
export function spend(budget: Budget | undefined): boolean {
  if (!budget) return true;
  budget.statements -= 1;
  return budget.statements >= 0;
}

/** What a search needs beside the terms. `order` and `isRated` decide which columns of offers are read. */
export interface SearchNeeds {
  order: Order;
  isRated: boolean;
  /** Offers by word: the best products of a word that very many offers have are in the first tiers. */
  offerCounts?: ReadonlyMap<string, number>;
  /** Activities that no offer prints ("fishing"). They must not match by their stem: fish oil is no fishing goods. */
  unprinted?: readonly string[];
  budget?: Budget;
}

/**
 * Finds the products that match a query and have an offer within its limits, best first; none where the query names no thing, or the
 * budget is spent.
 */
export async function findProducts(
  em: EntityManager,
  query: ParsedQuery & Partial<RelaxedQuery>,
  { order, isRated, offerCounts, unprinted = [], budget }: SearchNeeds,
): Promise<MatchedProduct[]> {
  const { terms, category, headNouns, isAccessory, unasked, isOnSale } = query;
  const optional = [...query.preferred, ...(query.optional ?? [])];
  const { mustMatchHeadNoun = false } = query;
  const printed = terms.map((term) => term.filter((word) => !unprinted.includes(word)));
  if (printed.length === 0 || printed.some((term) => term.length === 0)) return [];
  const params: Params = {
    terms: tsqueryOf(printed),
    termsInName: tsqueryOf(printed, 'A'),
    termsNotShared: tsqueryOf(printed, 'AC'),
    typedTerms: exactlyTyped(printed),
    optionalTerms: optional.map((term) => tsqueryOf([term])),
    unasked: unasked[0] ? tsqueryOf([unasked], 'A') : null,
    category,
    headNouns,
    isAccessory,
    mustMatchHeadNoun,
    isOnSale,
    order,
    isRated,
  };
  const needsMore = isOnSale || isRated || ['unit-price', 'score', 'trust'].includes(order);
  const detail = needsMore ? 'full' : 'prices';
  const [[word = ''] = [], ...others] = [...printed, ...optional];
  const offers = others[0] ? 0 : (offerCounts?.get(word) ?? 0);
  const tier = TIER_SHARES.findIndex((share) => offers * share >= OFFERS_OF_TIER);
  const first = tier < 0 || !spend(budget) ? [] : await rankedProducts(em, params, tier, detail);
  const all = optional[0] ? 'relaxed' : 'all';
  const isEnough = first.length > ENOUGH || !spend(budget);
  const rows = isEnough ? first : await rankedProducts(em, params, all, detail);
  return rows.map(toProduct).filter((product) => offersWithin(query, product).length > 0);
}

function toProduct(row: ProductRow): MatchedProduct {
  const { shops, prices, states, unitPrices, merits, ratings, ...product } = row;
  const offers = prices.map((priceCents, nth) => {
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
  });
  return { ...product, isSimilar: false, offers };
}
