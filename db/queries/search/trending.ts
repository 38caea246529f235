import type { EntityManager } from '@mikro-orm/postgresql';
import { normaliseQuery } from '#domain/text/search-words.ts';
import { HOUR_MS } from '#domain/time.ts';

/** One trending query (spec §3). */
export interface TrendingRow {
  query: string;
  searchCount: number;
  uniqueUsers: number;
  avgResults: number;
  lastSearched: Date;
  trendingScore: number;
  /** The demonstration's crowd is counted too. */
  isDemo: boolean;
}

/** Days that each timeframe looks back (spec §9). */
export const TIMEFRAMES = { '1d': 1, '7d': 7, '30d': 30 } as const;

/** Of a group of searches: a query is shown to others once several people asked it, as it may name its only asker. */
export const MAY_BE_SHOWN = `(count(distinct visitor) >= 3 or bool_or(source = 'demo'))`;

/**
 * Counts a search: one visitor counts once an hour for a query. `visitor` is a keyed hash of who asks;
 * searches without a result are not counted.
 */
export async function recordSearch(
  em: EntityManager,
  search: {
    query: string;
    visitor: string;
    userId: string | null;
    resultsCount: number;
    source: 'site' | 'demo';
    at: Date;
  },
): Promise<void> {
  const query = normaliseQuery(search.query);
  if (query === '' || search.resultsCount === 0) return;
  await em.execute(
    `insert into search (query, visitor, hour, user_id, results_count, source, searched_at)
     values (?, ?, ?, ?, ?, ?, ?) on conflict (query, visitor, hour) do nothing`,
    [
      query,
      search.visitor,
      Math.floor(search.at.getTime() / HOUR_MS),
      search.userId,
      search.resultsCount,
      search.source,
      search.at,
    ],
  );
}

/**
 * The hottest queries of a timeframe. Each search weighs e^(−age / third of the timeframe), times the root of how
 * many different visitors asked, so that neither the past nor one busy visitor decides. Leaves out what only one or
 * two visitors asked.
 */
export async function trendingSearches(
  em: EntityManager,
  timeframe: keyof typeof TIMEFRAMES,
  limit: number,
): Promise<TrendingRow[]> {
  const days = TIMEFRAMES[timeframe];
  return em.execute<TrendingRow[]>(
    `select query, count(*)::int as "searchCount", count(distinct visitor)::int as "uniqueUsers",
       round(avg(results_count))::int as "avgResults", max(searched_at) as "lastSearched",
       round((sum(exp(-extract(epoch from now() - searched_at) / ${(days * 86_400) / 3}))
         * sqrt(count(distinct visitor)))::numeric, 1)::real as "trendingScore", bool_or(source = 'demo') as "isDemo"
     from search where searched_at > now() - interval '${days} days'
     group by query having ${MAY_BE_SHOWN} order by "trendingScore" desc, query limit ?`,
    [limit],
  );
}

/** True when the demonstration's search log is recorded. */
export async function hasDemoSearches(em: EntityManager): Promise<boolean> {
  const rows = await em.execute<{ found: number }[]>(
    `select 1 as found from search where source = 'demo' limit 1`,
  );
  return rows.length > 0;
}
