/*
 * The statements of a search, as text. All go from tier to tier (search-tiers.ts), the most popular offers first, and stop
 * where enough was found: what counts the tiers before is a condition that Postgres asks once, before it looks at a tier.
 * First come ids, then only the rows that are answered. `limit` stands in the text, since a plan for any number of hits
 * would join whole tables.
 */
import { LISTED } from './offer-conditions.ts';
import { LAST_TIER } from './search-tiers.ts';

/** So many offers of a tier, its best, are asked whether their names hold all words; so many that fit are enough. */
const MOST_LOOKED_AT = 500;
/** Offers whose words are counted when half of them must fit; common words fit a large part of all. */
const MOST_COUNTED = 500;

/** A look into a small table in memory; a join would compare each offer with each retailer. */
const OF_ENABLED_RETAILER = `o.retailer_id not in (select id from retailer where status <> 'enabled')`;

const TIERS = Array.from({ length: LAST_TIER + 1 }, (_, tier) => tier);

/**
 * SQL, to be followed by a select: `hits` (id, place), the best offers that all words of $1 fit, at most `limit`. Names
 * that hold all words come before those that need the words of their category; then the more popular tier, the category
 * $2 (which the query means, or null), the shorter name, the better score. On the page, offers of that category and
 * names where the words stand nearer to each other come first.
 */
export function bestFits(limit: number): string {
  return `with asked as materialized (select to_tsquery('english', $1) as words),
  ${TIERS.map(
    (tier) => `
  fit${tier} as materialized (
    select o.id, o.name, ${tier} as tier, ${DEMERIT} from offer o where ${fitsIn(tier)} and ${leavesRoom(tier, limit)}),
  named${tier} as materialized (
    select * from (select * from fit${tier} order by demerit, id limit ${MOST_LOOKED_AT}) best
    where to_tsvector('english', name) @@ (select words from asked) limit ${limit})`,
  ).join()},
  named as materialized (${ofAllTiers('named')}),
  page as materialized (
    select * from (
      select *, true as in_name from named
      union all
      select *, false from (${ofAllTiers('fit')}) fit
      where (select count(*) from named) < ${limit} and id not in (select id from named)) best
    order by in_name desc, tier, demerit, id limit ${limit}),
  hits as materialized (
    select id, row_number() over (
      order by in_name desc, demerit >= ${OTHER_CATEGORY},
        ts_rank(to_tsvector('english', name), (select words from asked), 1) desc, demerit, id) as place
    from page)`;
}

/**
 * SQL, to be followed by a select: `hits` (id, place), the best offers that $1 fits, at most `limit`: those that most of
 * the words of $2 (a JSON array) fit, then the better scores.
 */
export function mostFits(limit: number): string {
  return `with asked as materialized (select to_tsquery('english', $1) as words),
  single as materialized (select plainto_tsquery('english', word) as word from jsonb_array_elements_text($2::jsonb) word),
  ${TIERS.map(
    (tier) => `
  fit${tier} as materialized (
    select o.id, o.search_text, ${tier} as tier, ${OVERALL}
    from offer o where ${fitsIn(tier)} and ${sumBefore(tier, 'fit')} < ${MOST_COUNTED})`,
  ).join()},
  best as materialized (
    select id, overall, to_tsvector('english', search_text) as vector
    from (${ofAllTiers('fit')}) fit order by tier, overall desc nulls last, id limit ${MOST_COUNTED}),
  counted as materialized (
    select id, overall, (select count(*) from single where vector @@ word) as fitting from best),
  hits as materialized (
    select id, row_number() over (order by fitting desc, overall desc nulls last, id) as place
    from counted order by place limit ${limit})`;
}

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

const OTHER_CATEGORY = 1_000_000;

/** What sets offers of a tier apart, in one number, as many rows are sorted by it: category, words in the name, score. */
const DEMERIT = `case when o.category = $2 then 0 else ${OTHER_CATEGORY} end
      + 1000 * least(cardinality(string_to_array(o.name, ' ')), 999)
      + 100 - coalesce((select overall from score where offer_id = o.id), -1) as demerit`;

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
  const named = sumBefore(tier, 'named');
  return `${named} < ${limit}
    and ${sumBefore(tier, 'fit')} < case when ${named} > 0 then ${MOST_LOOKED_AT} else ${limit} end`;
}

/** How many rows the tables of the tiers before hold. */
function sumBefore(tier: number, table: string): string {
  const counts = TIERS.slice(0, tier).map((before) => `(select count(*) from ${table}${before})`);
  return counts.length === 0 ? '0' : counts.join(' + ');
}

function ofAllTiers(table: string): string {
  return TIERS.map((tier) => `select * from ${table}${tier}`).join(' union all ');
}
