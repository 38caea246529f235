/*
 * The statements of a search, as text. All go from tier to tier (search-tiers.ts), the most popular offers first, and stop
 * where enough was found: what counts the tiers before is a condition that Postgres asks once, before it looks at a tier.
 * First come ids, then only the rows that are answered. `limit` stands in the text, since a plan for any number of hits
 * would join whole tables.
 */
import { BESIDE, singularOf } from '#domain/text/name-head.ts';
import { HEAD_MARK } from '#domain/text/search-words.ts';
import { LISTED } from '../sql/offer-conditions.ts';
import { LAST_TIER } from './tiers.ts';

/** So many offers that fit are enough: for a list of products, and for a search where a name of the tiers before holds all words. */
const ENOUGH = 500;
/** So many offers of one retailer are enough; so many of its popular and of its other ones are looked at. */
const ENOUGH_OF_ONE = 100;
const MOST_OF_ONE = 2_000;
/** Offers whose words are counted when half of them must fit; common words fit a large part of all. */
const MOST_COUNTED = 500;

/** A look into a small table in memory; a join would compare each offer with each retailer. */
const OF_ENABLED_RETAILER = `o.retailer_id not in (select id from retailer where status <> 'enabled')`;

const TIERS = Array.from({ length: LAST_TIER + 1 }, (_, tier) => tier);

/**
 * SQL, to be followed by a select: `hits` (id, place), the best offers that all words of $1 fit, at most `limit`. Names
 * that hold all words come before those that need the words of their category; then the more popular tier, the smaller
 * demerit, the better score. On the page, what goes with the thing comes last, other categories before it, and among
 * equals names where the words stand nearer to each other come first. $2 is the category that the query means, or null,
 * $3 to $5 are whatIsMeant.
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
    order by in_name desc, tier, demerit, overall desc, id limit ${limit}),
  hits as materialized (
    select id, row_number() over (
      order by demerit / ${OTHER_CATEGORY * FAULT} % ${NOT_NAMED / OTHER_CATEGORY}, in_name desc, demerit / ${FAULT},
        ts_rank(to_tsvector('english', name), (select words from asked), 1) desc, demerit, overall desc, id) as place
    from page)`;
}

/** The first `count` of some rows of offers, and their scores, which are looked up for no more rows than that takes. */
function bestOf(rows: string, order: string, count: number): string {
  return `select *, coalesce((select overall from score where offer_id = first.id), -1) as overall
      from (${rows} order by ${order} fetch first ${count} rows with ties) first
      order by ${order}, overall desc, id limit ${count}`;
}

/**
 * SQL, to be followed by a select: `hits` (id, place), the best offers that $1 fits, at most `limit`: those that most of
 * the words of $2 (a JSON array) fit, then those of the category $3 (which the query means, or null), then the better scores.
 */
export function mostFits(limit: number): string {
  return `with asked as materialized (select to_tsquery('english', $1) as words),
  single as materialized (select plainto_tsquery('english', word) as word from jsonb_array_elements_text($2::jsonb) word),
  ${TIERS.map(
    (tier) => `
  fit${tier} as materialized (
    select o.id, o.search_text, ${tier} as tier, ${OVERALL}, coalesce(o.category = $3, false) as meant
    from offer o where ${fitsIn(tier)} and ${sumBefore(tier, 'fit')} < ${MOST_COUNTED})`,
  ).join()},
  best as materialized (
    select id, overall, meant, to_tsvector('english', search_text) as vector
    from (${ofAllTiers('fit')}) fit order by tier, meant desc, overall desc nulls last, id limit ${MOST_COUNTED}),
  counted as materialized (
    select id, overall, meant, (select count(*) from single where vector @@ word) as fitting from best),
  hits as materialized (
    select id, row_number() over (order by fitting desc, meant desc, overall desc nulls last, id) as place
    from counted order by place limit ${limit})`;
}

/**
 * SQL, one of `with`: `fits`, offers that $1 fits, with the columns that lists of products need: whole
 * tiers, the most popular first, until they hold enough. All offers of a product are in one tier, so that its best one is
 * among them.
 */
export function firstFits(): string {
  return `asked as materialized (select to_tsquery('english', $1) as words),
  ${TIERS.map(
    (tier) => `
  fit${tier} as materialized (
    select ${LIST_COLUMNS} from offer o where ${fitsIn(tier)} and ${sumBefore(tier, 'fit')} < ${ENOUGH})`,
  ).join()},
  fits as (${ofAllTiers('fit')})`;
}

/**
 * As firstFits, of the one retailer whose slug or name is $2: first those of all tiers but the last, which is looked at where
 * they are few. Indexes of the words and of the retailer say together which these are.
 */
export function firstFitsAt(): string {
  const fitsThere = `select ${LIST_COLUMNS} from offer o
      where to_tsvector('english', o.search_text) @@ to_tsquery('english', $1) and ${LISTED} and o.retailer_id = (
        select id from retailer where (slug = $2 or name = $2) and status = 'enabled' order by slug = $2 desc limit 1)`;
  return `popular as materialized (${fitsThere} and o.search_tier <= ${LAST_TIER - 1} limit ${MOST_OF_ONE}),
  others as materialized (
    ${fitsThere} and o.search_tier = ${LAST_TIER} and (select count(*) from popular) < ${ENOUGH_OF_ONE} limit ${MOST_OF_ONE}),
  fits as (select * from popular union all select * from others)`;
}

const LIST_COLUMNS = `o.id, o.product_id, o.retailer_id, o.price_cents, o.original_price_cents, o.rating_average, o.availability,
      o.last_seen_at`;

/** SQL: names of products that $1 fits, at most `limit`; those of the more popular tier, then the most offered first. */
export function fittingProducts(limit: number): string {
  return `with asked as materialized (select to_tsquery('english', $1) as words),
  ${TIERS.map(
    (tier) => `
  fit${tier} as materialized (
    select o.product_id as id, count(*) as offers, ${tier} as tier
    from offer o where ${fitsIn(tier)} and ${sumBefore(tier, 'fit')} < ${limit} group by o.product_id)`,
  ).join()}
  select p.name from (${ofAllTiers('fit')}) fit join product p on p.id = fit.id
  order by fit.tier, fit.offers desc, length(p.name), p.name limit ${limit}`;
}

/** Of an offer o; a join would read all scores. */
const OVERALL = '(select overall from score where offer_id = o.id) as overall';

/**
 * $3 to $5 of bestFits: the words side by side, or null where there is but one; what the query says that the thing is, or
 * null; and whether it asks for what goes with a thing.
 */
export function whatIsMeant(words: readonly string[]): [string | null, string | null, boolean] {
  const things = words.filter((word) => !/\d/.test(word)).map(singularOf);
  const head = things.at(-1);
  return [
    words.length > 1 ? `%${words.join(' ')}%` : null,
    head === undefined ? null : `%${HEAD_MARK}${head}`,
    things.some((thing) => BESIDE.includes(thing)),
  ];
}

/** What is wrong with a hit, the worst counting more than all that is less. */
const [NOT_NAMED, IS_BESIDE, OTHER_CATEGORY, OTHER_SHELF, NO_PHRASE, OTHER_HEAD] = [
  32, 16, 8, 4, 2, 1,
];
const FAULT = 1_000;

/**
 * What was asked, once: the query, and beginnings of its words that all their forms have, to look for as text, which
 * costs a tenth of taking a name apart: all of them in a name, and each twice in a search text, once as the shelf's.
 */
export const ASKED = `
    select to_tsquery('english', $1) as words, array_agg('%' || start || '%') as in_name,
      array_agg('%' || start || '% ' || start || '%') as on_shelf
    from (select case when length(word) > 3 then left(word, -1) else rtrim(word, 'i') end as start
      from unnest(tsvector_to_array(to_tsvector('english', $1))) word) starts`;

const BESIDE_HEADS = BESIDE.map((thing) => `'${HEAD_MARK}${thing}'`).join();

/**
 * What sets offers of a tier apart, in one number, as many rows are sorted by it: the faults above, words in the name.
 * Written to cost little: it is worked out for each offer that fits.
 */
export const DEMERIT = `${FAULT} * (
        case when not $5 and split_part(o.search_text, ' ', -1) in (${BESIDE_HEADS}) then ${IS_BESIDE} else 0 end
        + case when o.category = $2 then 0 else ${OTHER_CATEGORY} end
        + case when not lower(o.name) like all ((select in_name from asked)::text[]) then ${NOT_NAMED} else
            case when o.search_text like all ((select on_shelf from asked)::text[]) then 0 else ${OTHER_SHELF} end
            + case when o.search_text not like $3 then ${NO_PHRASE} else 0 end
            + case when o.search_text not like $4 then ${OTHER_HEAD} else 0 end end)
      + least(cardinality(string_to_array(o.name, ' ')), ${FAULT - 1})`;

/** Offers o of the tier that the words fit. `<=` is what the tier's index says, which holds the more popular ones too. */
function fitsIn(tier: number): string {
  const indexed = tier === LAST_TIER ? '' : `and o.search_tier <= ${tier}`;
  return `to_tsvector('english', o.search_text) @@ (select words from asked)
    and o.search_tier = ${tier} ${indexed} and ${LISTED} and ${OF_ENABLED_RETAILER}`;
}

/**
 * The tiers before hold too few names with all words. Where they hold none but a page of offers whose categories have
 * the words, that page is the answer: nobody names such goods so.
 */
function leavesRoom(tier: number, limit: number): string {
  if (tier === 0) return 'true';
  const isEnough = `named >= ${limit} or fit >= case when named > 0 then ${ENOUGH} else ${limit} end`;
  return `(select not (${isEnough}) from seen${tier - 1})`;
}

/** What this tier and those before it hold, each asked once. */
function seenUpTo(tier: number): string {
  const before = tier === 0 ? '' : ` from seen${tier - 1}`;
  const count = (table: string) =>
    `(select count(*) from ${table}${tier})${tier === 0 ? '' : ` + ${table}`} as ${table}`;
  return `seen${tier} as materialized (select ${count('named')}, ${count('fit')}${before})`;
}

/** How many rows the tables of the tiers before hold. */
function sumBefore(tier: number, table: string): string {
  const counts = TIERS.slice(0, tier).map((before) => `(select count(*) from ${table}${before})`);
  return counts.length === 0 ? '0' : counts.join(' + ');
}

function ofAllTiers(table: string): string {
  return TIERS.map((tier) => `select * from ${table}${tier}`).join(' union all ');
}
