/* Raw SQL: windows over all offers, and bulk updates from a list. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../sql/tables.ts';

/**
 * Where the tiers end: a usual word is ranked over the popular offers first, not over all. Tier 0 holds the first 5,000 offers, tier 1
 * those up to 50,000, tier 2 up to 250,000, tier 3 the rest and new offers. Each tier has its own index (entities/offer.ts). Products
 * with many ratings are the most popular, then those of many shops; all offers of a product count alike.
 */
const TIER_ENDS: readonly number[] = [5_000, 50_000, 250_000];

/** The tier of all that is in no other. */
export const LAST_TIER = 3;

/** A tier that would hold a larger share of all offers is left out: its index would save nothing. */
const LARGEST_SHARE = 0.5;

/** With fewer offers everything is ranked at once, and all are in the last tier. */
const SMALL_CATALOGUE = 50_000;

/** Rows changed in one statement: a fraction of a second, as a price update may wait for them. */
const BATCH = 1_000;

/** Brings the tiers up to date with the ratings; a pass over all offers, and a statement for each 1,000 that move. */
export async function refreshSearchTiers(
  em: EntityManager,
  { ends = TIER_ENDS, smallCatalogue = SMALL_CATALOGUE } = {},
): Promise<void> {
  const db = tables(em);
  const cases = ends.map(
    (end, tier) =>
      sql`when place <= ${end} and ${end} <= total * ${LARGEST_SHARE}::real then ${tier}::int`,
  );
  const { rows: moved } = await sql<{ id: string; tier: number }>`
    select id, tier from (
      select id, search_tier,
        case when total <= ${smallCatalogue} then ${LAST_TIER}::int ${sql.join(cases, sql` `)} else ${LAST_TIER}::int end as tier
      from (
        select id, search_tier, count(*) over () as total,
          rank() over (order by coalesce(ratings, 0) desc, offers desc, product_id) as place
        from (
          select id, product_id, search_tier, max(rating_count) over product as ratings, count(*) over product as offers
          from offer window product as (partition by product_id)
        ) rated
      ) ranked
    ) placed
    where tier <> search_tier order by id`.execute(db);
  for (let from = 0; from < moved.length; from += BATCH) {
    await sql`update offer set search_tier = x.tier
      from jsonb_to_recordset(${JSON.stringify(moved.slice(from, from + BATCH))}::jsonb) as x(id uuid, tier smallint)
      where offer.id = x.id`.execute(db);
  }
}
