/*
 * The one statement that ranks: the products that have enough of a query's terms, with prices and states of their listed offers. SQL text, as
 * the query builder has no tsqueries; `:name` stands for a value of Params.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sameAs } from '#domain/lexicon/synonyms.ts';
import type { Cents } from '#domain/money.ts';
import type { UnitPrice } from '#domain/offers/page-reading.ts';
import type { MatchedOffer } from '#domain/search/filter-products.ts';
import { isModel, partOf, type Term, tsqueryOf, type Weights } from '#domain/search/query-terms.ts';
import { typedOf } from '#domain/search/query-type.ts';
import {
  LEVEL,
  leastSets,
  levelFactors,
  type RankTerm,
  type Reading,
  weightOf,
} from '#domain/search/rank-terms.ts';
import weights from '#domain/search/rank-weights.json' with { type: 'json' };
import type { RankedProduct } from '#domain/search/score-products.ts';
import { BUYABLE, IN_STOCK, LISTED_OFFERS, ON_SALE } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { TIER_SHARES } from './search-products.ts';

/** Each array has an element for each term. */
interface Params {
  /** tsquery: products that can fit well enough. */
  candidates: string;
  /** tsquery: what products must not have in their names; null for nothing. */
  excluded: string | null;
  /** tsqueries: a term in the shopper's own words, in names. */
  typed: string[];
  /** tsqueries: a term in any of its forms, in names. */
  named: string[];
  /** tsqueries: a term in any of its forms, in names or shelves of the product's own, or with its last word in the name and the others on any shelf. */
  shelved: string[];
  /** tsqueries: the last word of a phrase in names, or a term in shelves that the product shares. */
  parts: string[];
  /** tsqueries: a term in any of its forms, anywhere. */
  anywhere: string[];
  /** tsqueries: a term and the next one side by side, in names; an empty one for the last. */
  pairs: string[];
  /** Shares of all weight. */
  shares: number[];
  headNouns: string[];
  isOnSale: boolean;
  isRated: boolean;
}

/** Products that a search ranks and reads the offers of. */
const MOST_PRODUCTS = 500;

/** The offers of products with less of the query are read only of the first so many: a page of similar ones, and what limits leave out. */
const WELL_FITTING = 0.5;
const MOST_PARTIAL = 60;

/** Fewer products than this do not answer a search of a tier. Some of them may have no listed offer. */
const ENOUGH = 0.9 * MOST_PRODUCTS;

/** A word is searched in the first tier where so many offers can be expected. */
const OFFERS_OF_TIER = 3_000;

/** Where to look: among all products, or among those up to a tier, each of which has an index of its own (search-products.ts). */
type Scope = 'all' | number;

/** Which columns of offers to read; few searches need more than prices. Postgres prepares even what a statement never evaluates. */
type OfferDetail = 'prices' | 'scores' | 'full';

/** Bits of `states`. */
const STATES = { canBuy: 1, inStock: 2, isOnSale: 4 };

/** A product with its offers as columns: one JSON object for each offer would cost more than the rest of the statement. */
type ProductRow = Omit<RankedProduct, 'offers'> & {
  shops: string[];
  prices: Cents[];
  trusts: number[];
  states: number[];
  unitPrices?: (UnitPrice | null)[];
  scores?: (number | null)[];
  ratings?: MatchedOffer['rating'][];
};

const PRICE_STATES = `${BUYABLE}::int * ${STATES.canBuy} + ${IN_STOCK}::int * ${STATES.inStock}`;
const SALE_STATE = `case when params.is_on_sale and ${ON_SALE} then ${STATES.isOnSale} else 0 end`;

const SCORES = `, to_json(array_agg((select overall from score where offer_id = o.id)::real)) as scores`;
const FULL_DETAIL = `${SCORES}, to_json(array_agg(o.unit_price)) as unit_prices,
  to_json(array_agg(case when params.is_rated then json_build_object(
    'average', coalesce(o.rating_average, 0), 'count', coalesce(o.rating_count, 0)) end)) as ratings`;

const AGGREGATES: Record<OfferDetail, string> = { prices: '', scores: SCORES, full: FULL_DETAIL };
const COLUMNS: Record<OfferDetail, string> = {
  prices: '',
  scores: ', scores',
  full: ', scores, unit_prices as "unitPrices", ratings',
};

/** SQL: how a product has the nth term (LEVEL). */
const levelSql = (nth: number) => `case when not words @@ anywhere_${nth} then ${LEVEL.none}
  when words @@ typed_${nth} then ${LEVEL.typed} when words @@ named_${nth} then ${LEVEL.synonym}
  when words @@ shelved_${nth} then ${LEVEL.shelf} when words @@ part_${nth} then ${LEVEL.part} else ${LEVEL.description} end`;

const FACTORS = `(array[${levelFactors().join()}]::real[])`;
const shareSql = (nth: number) => `weight_of[${nth}] * ${FACTORS}[levels[${nth}] + 1]`;

const QUERIES = [
  ['typed', 'typed'],
  ['named', 'named'],
  ['shelved', 'shelved'],
  ['parts', 'part'],
  ['anywhere', 'anywhere'],
  ['pairs', 'pair'],
] as const;

/** `params` hides values from the planner, so that one plan serves all queries of as many terms. */
const rankedProducts = preparedQuery(
  'rank-products',
  (_db, value: Named<Params>, terms: number, scope: Scope, detail: OfferDetail) => {
    const nths = Array.from({ length: terms }, (_, nth) => nth + 1);
    const pairs = nths.slice(1).map((nth) => `(words @@ pair_${nth - 1})::int`);
    const fit = nths.map(shareSql).join(' + ');
    const parsed = QUERIES.flatMap(([array, name]) =>
      nths.map((nth) => `to_tsquery('english', (:${array}::text[])[${nth}]) as ${name}_${nth}`),
    );
    return value.text<ProductRow>(`
    with params as materialized (
      select to_tsquery('english', :candidates) as candidates, to_tsquery('english', :excluded) as excluded, ${parsed.join()},
        :shares::real[] as shares, :headNouns::text[] as head_nouns, :isOnSale::boolean as is_on_sale,
        :isRated::boolean as is_rated),
    levelled as (
      select product_id, head, brand, search_product.category, sizes, specs, family_keys, usual_cents, prior, params.shares as weight_of,
        array[${nths.map(levelSql).join()}] as levels, ${pairs.join(' + ') || '0'} as pairs, params.head_nouns
      from params cross join search_product
      where ${typeof scope === 'number' ? `tier <= ${scope} and` : ''} words @@ candidates
        and not coalesce(words @@ excluded, false)
      offset 0),
    best as materialized (
      select *, row_number() over () as place from (select *, ${fit} as fit from levelled
      order by (${fit}) * ${weights.fit} + (head = any(head_nouns))::int * ${weights.head} + prior * ${weights.prior} desc, product_id
      limit ${MOST_PRODUCTS}) first)
    select product_id as "productId", head, brand, best.category, to_json(sizes) as sizes, to_json(specs) as specs, usual_cents as "usualCents", prior, to_json(family_keys) as "familyKeys",
      to_json(levels) as levels, pairs, shops, prices, trusts, states ${COLUMNS[detail]}
    from params cross join best cross join lateral (
      select to_json(array_agg(r.name)) as shops, to_json(array_agg(o.price_cents)) as prices, to_json(array_agg(r.trust_score10::real)) as trusts,
        to_json(array_agg(${PRICE_STATES} ${detail === 'full' ? `+ ${SALE_STATE}` : ''})) as states
        ${AGGREGATES[detail]}
      from ${LISTED_OFFERS} where o.product_id = best.product_id) listed
    where shops is not null and ${typeof scope === 'number' ? `(select count(*) from best) > ${ENOUGH}` : `(fit >= ${WELL_FITTING} or place <= ${MOST_PARTIAL})`}`);
  },
);

/** The tsquery of goods whose shelf says the rest of a phrase: "Classico Beans" among coffee are coffee beans. None for a word. */
function shelvedAs(phrase: string): string[] {
  const words = phrase.split(' ');
  const rest = words.slice(0, -1).map((word) => [word]);
  return rest[0] ? [`${tsqueryOf([[words.at(-1) ?? '']], 'A')} & ${tsqueryOf(rest, 'ABC')}`] : [];
}

/** Which columns of offers a search needs beside prices: `scores` for a page of results. */
export interface SearchNeeds {
  scores?: boolean;
  unitPrices?: boolean;
  ratings?: boolean;
  sales?: boolean;
}

/** Finds the products that have enough of the terms of a reading; at most two statements. */
export async function rankProducts(
  em: EntityManager,
  readings: readonly Reading[],
  needs: SearchNeeds,
  commonest: number,
): Promise<RankedProduct[]> {
  const queries = readings.map(({ query }) => query);
  const terms = readings.flatMap((reading) => reading.terms);
  const candidates = candidatesOf(readings);
  const [query] = queries;
  if (!query || !candidates) return [];
  const each = (tsquery: (term: RankTerm) => string) =>
    terms.map((term) => (term.isUnprinted ? '' : tsquery(term)));
  const excluded = queries.flatMap((one) => one.excluded);
  const params: Params = {
    candidates,
    excluded: excluded[0]
      ? excluded.map((terms) => `(${tsqueryOf(terms, 'A')})`).join(' | ')
      : null,
    typed: each(({ term }) => tsqueryOf([[typedOf(term)]], 'A')),
    named: each(({ term }) => formsOf(term, 'A')),
    shelved: each(({ term }) => [formsOf(term, 'AB'), ...term.flatMap(shelvedAs)].join(' | ')),
    parts: each(({ term }) => `${tsqueryOf([[partOf(term)]], 'A')} | ${formsOf(term, 'C')}`),
    anywhere: each(anywhereOf),
    pairs: terms.map(({ term }, nth) => pairOf(term, terms[nth + 1]?.term)),
    shares: readings.flatMap((reading) => {
      const all = reading.terms.reduce((sum, term) => sum + weightOf(term), 0);
      return reading.terms.map((term) => weightOf(term) / all);
    }),
    headNouns: queries.flatMap((one) => one.headNouns),
    isOnSale: query.isOnSale || needs.sales === true,
    isRated: needs.ratings === true,
  };
  const needsMore = params.isOnSale || params.isRated || needs.unitPrices;
  const detail = needsMore ? 'full' : needs.scores ? 'scores' : 'prices';
  const tier =
    terms.length > 1 ? -1 : TIER_SHARES.findIndex((share) => commonest * share >= OFFERS_OF_TIER);
  const first = tier < 0 ? [] : await rankedProducts(em, params, terms.length, tier, detail);
  const rows =
    first.length > ENOUGH ? first : await rankedProducts(em, params, terms.length, 'all', detail);
  return rows.map(toProduct);
}

/** The tsquery of the products that can fit well enough; empty for none. */
export function candidatesOf(readings: readonly Reading[]): string {
  return readings
    .flatMap((reading) => leastSets(reading.terms, weights.leastFit))
    .map((set) => set.map((term) => `(${anywhereOf(term)})`).join(' & '))
    .join(' | ');
}

function pairOf(term: Term, next: Term | undefined): string {
  const words = next ? `${typedOf(term)} ${typedOf(next)}`.split(/[ -]/) : [];
  return words[0] ? tsqueryOf([[words.join('-')]], 'A') : '';
}

/** The tsquery of a term in any of its forms; of a phrase also word by word: a child's painkiller for "kids painkiller". */
function formsOf(term: Term, weights: Weights = ''): string {
  const words = typedOf(term).split(' ');
  const apart = words.length > 1 ? [words.map((word) => [word, ...sameAs(word)])] : [];
  return [[term], ...apart].map((terms) => `(${tsqueryOf(terms, weights)})`).join(' | ');
}

const anywhereOf = ({ term, kind }: RankTerm) =>
  kind === 'type' || isModel(term)
    ? `${formsOf(term)} | ${tsqueryOf([[partOf(term)]])}`
    : formsOf(term);

function toProduct(row: ProductRow): RankedProduct {
  const { shops, prices, trusts, states, unitPrices, scores, ratings, ...product } = row;
  const offers = prices.map((priceCents, nth) => {
    const state = states[nth] ?? 0;
    return {
      shop: shops[nth] ?? '',
      priceCents,
      isOnSale: (state & STATES.isOnSale) > 0,
      canBuy: (state & STATES.canBuy) > 0,
      inStock: (state & STATES.inStock) > 0,
      unitPrice: unitPrices?.[nth] ?? null,
      score: scores?.[nth] ?? null,
      trust: trusts[nth] ?? 0,
      rating: ratings?.[nth] ?? null,
    };
  });
  return { ...product, offers };
}
