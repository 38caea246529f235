import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { normaliseQuery } from '#domain/search/query-text.ts';
import { HOUR_MS } from '#domain/time.ts';
import { Search } from '../../entities/search.ts';
import { tables } from '../sql/tables.ts';

/** Days that each timeframe looks back (spec §9). */
export const TIMEFRAMES = { '1d': 1, '7d': 7, '30d': 30 } as const;

/** Condition on a group of searches: a query is shown to others once three visitors searched for it, as it may identify a single one. */
export const MAY_BE_SHOWN = sql<boolean>`(count(distinct visitor) >= 3 or bool_or(source = 'demo'))`;

/** Records a search that had results. A query counts once an hour for each visitor; `visitor` is a keyed hash. */
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
  const { visitor, userId: user, resultsCount, source, at: searchedAt } = search;
  const hour = Math.floor(searchedAt.getTime() / HOUR_MS);
  const db = tables(em);
  const counted = await db
    .selectFrom('search')
    .select('id')
    .where('query', '=', query)
    .where('visitor', '=', visitor)
    .where('searchedAt', '>', new Date(searchedAt.getTime() - HOUR_MS))
    .where('searchedAt', '<=', searchedAt)
    .limit(1)
    .executeTakeFirst();
  if (counted) return;
  // The unique hour also stops the second of two simultaneous searches.
  await db
    .insertInto('search')
    .values({ query, visitor, hour, user, resultsCount, source, searchedAt })
    .onConflict((conflict) => conflict.columns(['query', 'visitor', 'hour']).doNothing())
    .execute();
}

/**
 * Ranks the queries of a timeframe by the sum of e^(−age / third of the timeframe) over their searches, times the square root of the number
 * of visitors. Leaves out queries of one or two visitors.
 */
export function trendingSearches(
  em: EntityManager,
  timeframe: keyof typeof TIMEFRAMES,
  limit: number,
) {
  const span = sql`make_interval(days => ${TIMEFRAMES[timeframe]})`;
  const heat = sql`sum(exp(-3 * extract(epoch from now() - searched_at) / extract(epoch from ${span})))`;
  return tables(em)
    .selectFrom('search')
    .select(({ fn }) => [
      'query',
      fn.countAll<number>().as('searchCount'),
      fn.count<number>('visitor').distinct().as('uniqueUsers'),
      sql<number>`round(avg(results_count))::int`.as('avgResults'),
      fn.max('searchedAt').as('lastSearched'),
      sql<number>`round((${heat} * sqrt(count(distinct visitor)))::numeric, 1)::real`.as(
        'trendingScore',
      ),
      sql<boolean>`bool_or(source = 'demo')`.as('isDemo'),
    ])
    .where('searchedAt', '>', sql<Date>`now() - ${span}`)
    .groupBy('query')
    .having(MAY_BE_SHOWN)
    .orderBy('trendingScore', 'desc')
    .orderBy('query')
    .limit(limit)
    .execute();
}

/** Whether the demonstration's search log is recorded. */
export async function hasDemoSearches(em: EntityManager): Promise<boolean> {
  return (await em.findOne(Search, { source: 'demo' }, { fields: ['id'] })) !== null;
}
