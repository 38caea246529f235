/*
 * Which offers and products a search finds, as SQL text: the order of its look-ups makes it fast, and a query builder has no words for
 * that. `:name` stands for a value. All statements go from tier to tier (tiers.ts), the most popular offers first, and stop where they
 * have found enough: a condition that counts the tiers before is evaluated once, before Postgres reads a tier. They find ids; only the
 * rows that are answered are read. `limit` is part of the text, because a plan for any limit would join whole tables.
 *   bestFits    offers with all words, in the order of docs/api.md     mostFits       offers with at least half of them
 *   firstFits   offers for a list, which sorts them itself             fittingNames   names of products, as the shopper types
 */
import { BESIDE, singularOf } from '#domain/text/name-head.ts';
import { HEAD_MARK } from '#domain/text/search-words.ts';
import { LISTED } from '../sql/offer-conditions.ts';
import { LAST_TIER } from './tiers.ts';

/** Offers that are enough for a list of products, and for a search where a name of the tiers before has all words. */
const ENOUGH = 500;
/** Offers of one retailer that are enough, and those of its popular and of its other ones that are looked at. */
const ENOUGH_OF_ONE = 100;
const MOST_OF_ONE = 2_000;
/** Offers whose words are counted when half of them must fit; common words fit a large part of all. */
const MOST_COUNTED = 500;

/** What is wrong with a hit: each fault counts more than all that follow it. */
const [NOT_NAMED, IS_BESIDE, OTHER_CATEGORY, OTHER_SHELF, NO_PHRASE, OTHER_HEAD] = [
  32, 16, 8, 4, 2, 1,
];
/** A demerit is the faults times this, and the number of words in the name. */
const FAULT = 1_000;

/** An offer that a search answers with, and its place, from 1. */
export interface Hit {
  id: string;
  place: number;
}

/** The values of bestFits. */
export interface Meaning {
  /** A tsquery. */
  words: string;
  /** Our category that the query names. */
  category: string | null;
  /** A pattern of the words side by side; null for a single word. */
  phrase: string | null;
  /** A pattern of what the query says that the thing is; null where it does not say. */
  head: string | null;
  /** The query asks for something that goes with a thing, such as a case. */
  isBeside: boolean;
}

/** The values of bestFits that follow from a query's words. */
export function meaningOf(words: readonly string[]): Pick<Meaning, 'phrase' | 'head' | 'isBeside'> {
  const things = words.filter((word) => !/\d/.test(word)).map(singularOf);
  const head = things.at(-1);
  return {
    phrase: words.length > 1 ? `%${words.join(' ')}%` : null,
    head: head === undefined ? null : `%${HEAD_MARK}${head}`,
    isBeside: things.some((thing) => BESIDE.includes(thing)),
  };
}

/**
 * The best offers that have all :words, at most `limit`, as Hit. Names that have all words come before those that need the words of
 * their category; then the more popular tier, the smaller demerit, the better score. Within the page, goods that go with the thing
 * come last, other categories before them, and among equals names where the words stand nearer to each other come first. The other
 * values are those of Meaning.
 */
export function bestFits(limit: number): string {
  return `with asked as materialized (${ASKED}),
  ${TIERS.map(
    (tier) => `
  fit${tier} as materialized (
    select o.id, o.name, ${tier} as tier, ${DEMERIT} as demerit
    from offer o where ${fitsIn(tier)} and ${leavesRoom(tier, limit)}),
  named${tier} as materialized (
    select * from (${bestOf(`select * from fit${tier} where demerit < ${NOT_NAMED * FAULT}`, 'demerit', 2 * limit)}) best
    where to_tsvector('english', name) @@ (select words from asked) limit ${limit}),
  ${seenUpTo(tier)}`,
  ).join()},
  named as materialized (${ofAllTiers('named')}),
  unnamed as (
    select * from (${ofAllTiers('fit')}) fit
    where (select named from seen${LAST_TIER}) < ${limit} and id not in (select id from named)),
  page as materialized (
    select *, true as in_name from named
    union all
    select *, false from (${bestOf('select * from unnamed', 'tier, demerit', limit)}) others
    order by in_name desc, tier, demerit, overall desc, id limit ${limit})
  select id, row_number() over (
    order by demerit / ${OTHER_CATEGORY * FAULT} % ${NOT_NAMED / OTHER_CATEGORY}, in_name desc, demerit / ${FAULT},
      ts_rank(to_tsvector('english', name), (select words from asked), 1) desc, demerit, overall desc, id) as place
  from page`;
}

/** The first `count` of some rows of offers with their scores, which are looked up for no more rows than that takes. */
function bestOf(rows: string, order: string, count: number): string {
  return `select *, coalesce((select overall from score where offer_id = first.id), -1) as overall
      from (${rows} order by ${order} fetch first ${count} rows with ties) first
      order by ${order}, overall desc, id limit ${count}`;
}

/** The best offers that :words (a tsquery) fit, as Hit: by how many of :single (a JSON array) fit, then :category, then scores. */
export function mostFits(limit: number): string {
  return `with asked as materialized (select to_tsquery('english', :words) as words),
  single as materialized (select plainto_tsquery('english', word) as word from jsonb_array_elements_text(:single::jsonb) word),
  ${fitsOfTiers(
    // A look-up: a join would read all scores.
    `o.id, o.search_text, (select overall from score where offer_id = o.id) as overall, coalesce(o.category = :category, false) as meant`,
    MOST_COUNTED,
  )},
  best as materialized (
    select id, overall, meant, to_tsvector('english', search_text) as vector
    from (${ofAllTiers('fit')}) fit order by tier, meant desc, overall desc nulls last, id limit ${MOST_COUNTED}),
  counted as materialized (
    select id, overall, meant, (select count(*) from single where vector @@ word) as fitting from best)
  select id, row_number() over (order by fitting desc, meant desc, overall desc nulls last, id) as place
  from counted order by place limit ${limit}`;
}

/** The columns of firstFits and firstFitsAt. */
const LIST_COLUMNS = `o.id, o.product_id, o.retailer_id, o.price_cents, o.original_price_cents, o.rating_average, o.availability,
      o.last_seen_at`;

/** Offers that have all :words: whole tiers, most popular first, until they hold enough. All offers of a product are in one tier. */
export function firstFits(): string {
  return `with asked as materialized (select to_tsquery('english', :words) as words), ${fitsOfTiers(LIST_COLUMNS, ENOUGH)}
  ${ofAllTiers('fit')}`;
}

/** As firstFits, of the retailer with slug or name :retailer: all tiers but the last, which is read where they are few. */
export function firstFitsAt(): string {
  const fitsThere = `select ${LIST_COLUMNS} from offer o
      where to_tsvector('english', o.search_text) @@ to_tsquery('english', :words) and ${LISTED} and o.retailer_id = (
        select id from retailer where (slug = :retailer or name = :retailer) and status = 'enabled'
        order by slug = :retailer desc limit 1)`;
  return `with popular as materialized (${fitsThere} and o.search_tier <= ${LAST_TIER - 1} limit ${MOST_OF_ONE}),
  others as materialized (
    ${fitsThere} and o.search_tier = ${LAST_TIER} and (select count(*) from popular) < ${ENOUGH_OF_ONE} limit ${MOST_OF_ONE})
  select * from popular union all select * from others`;
}

/** Names of products that :words fit, at most `limit`: of the more popular tier first, then the most offered. */
export function fittingNames(limit: number): string {
  return `with asked as materialized (select to_tsquery('english', :words) as words),
  ${fitsOfTiers('o.product_id as id, count(*) as offers', limit, 'group by o.product_id')}
  select p.name from (${ofAllTiers('fit')}) fit join product p on p.id = fit.id
  order by fit.tier, fit.offers desc, length(p.name), p.name limit ${limit}`;
}

/** For `asked`, evaluated once: the query, and the beginnings that its words' forms share, found as text for a tenth of the cost. */
export const ASKED = `
    select to_tsquery('english', :words) as words, array_agg('%' || start || '%') as in_name,
      array_agg('%' || start || '% ' || start || '%') as on_shelf
    from (select case when length(word) > 3 then left(word, -1) else rtrim(word, 'i') end as start
      from unnest(tsvector_to_array(to_tsvector('english', :words))) word) starts`;

const BESIDE_HEADS = BESIDE.map((thing) => `'${HEAD_MARK}${thing}'`).join();

/** Sorts the offers o of a tier by one number: faults, then words in the name. Computed for each fit, so written to cost little. */
export const DEMERIT = `${FAULT} * (
        case when not :isBeside and split_part(o.search_text, ' ', -1) in (${BESIDE_HEADS}) then ${IS_BESIDE} else 0 end
        + case when o.category = :category then 0 else ${OTHER_CATEGORY} end
        + case when not lower(o.name) like all ((select in_name from asked)::text[]) then ${NOT_NAMED} else
            case when o.search_text like all ((select on_shelf from asked)::text[]) then 0 else ${OTHER_SHELF} end
            + case when o.search_text not like :phrase then ${NO_PHRASE} else 0 end
            + case when o.search_text not like :head then ${OTHER_HEAD} else 0 end end)
      + least(cardinality(string_to_array(o.name, ' ')), ${FAULT - 1})`;

const TIERS = Array.from({ length: LAST_TIER + 1 }, (_, tier) => tier);

/** The tables fit0, fit1 …: offers of each tier, until those before hold `enough`. */
function fitsOfTiers(columns: string, enough: number, group = ''): string {
  return TIERS.map((tier) => {
    const before = TIERS.slice(0, tier).map((each) => `(select count(*) from fit${each})`);
    return `fit${tier} as materialized (
    select ${columns}, ${tier} as tier from offer o
    where ${fitsIn(tier)} and ${before.join(' + ') || '0'} < ${enough} ${group})`;
  }).join();
}

/** Offers o of the tier that the words fit. The tier's index covers the more popular tiers too, hence both comparisons. */
function fitsIn(tier: number): string {
  const indexed = tier === LAST_TIER ? '' : `and o.search_tier <= ${tier}`;
  // The retailers are a look into a small table in memory; a join would compare each offer with each retailer.
  return `to_tsvector('english', o.search_text) @@ (select words from asked)
    and o.search_tier = ${tier} ${indexed} and ${LISTED}
    and o.retailer_id not in (select id from retailer where status <> 'enabled')`;
}

/** True while the tiers before have too few names with all words, unless a page of offers fits by their categories' words alone. */
function leavesRoom(tier: number, limit: number): string {
  if (tier === 0) return 'true';
  const isEnough = `named >= ${limit} or fit >= case when named > 0 then ${ENOUGH} else ${limit} end`;
  return `(select not (${isEnough}) from seen${tier - 1})`;
}

/** How many offers this tier and those before it hold, each counted once. */
function seenUpTo(tier: number): string {
  const before = tier === 0 ? '' : ` from seen${tier - 1}`;
  const count = (table: string) =>
    `(select count(*) from ${table}${tier})${tier === 0 ? '' : ` + ${table}`} as ${table}`;
  return `seen${tier} as materialized (select ${count('named')}, ${count('fit')}${before})`;
}

function ofAllTiers(table: string): string {
  return TIERS.map((tier) => `select * from ${table}${tier}`).join(' union all ');
}
