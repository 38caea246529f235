import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { normaliseQuery } from '#domain/search/query-text.ts';
import { HOUR_MS } from '#domain/time.ts';
import { Search } from '../../entities/search.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';

/** Days that each timeframe looks back (spec §9). */
export const TIMEFRAMES = { '1d': 1, '7d': 7, '30d': 30 } as const;

/** Condition on a group of searches: a query is shown to others once three visitors searched for it, as it may identify a single one. */
export const MAY_BE_SHOWN = sql<boolean>`(count(distinct visitor) >= 3 or bool_or(source = 'demo'))`;

interface NewSearch {
  query: string;
  visitor: string;
  userId: string | null;
  resultsCount: number;
  source: 'site' | 'demo';
  at: Date;
}

const addSearch = preparedQuery(
  'add-search',
  (_db, value: Named<NewSearch & { since: Date; hour: number }>) =>
    // The unique hour also stops the second of two simultaneous searches.
    value.text<object>(`
      insert into search (query, visitor, hour, user_id, results_count, source, searched_at)
      select :query, :visitor, :hour::int, :userId::uuid, :resultsCount::int, :source, :at::timestamptz
      where not exists (select from search where query = :query and visitor = :visitor
        and searched_at > :since::timestamptz and searched_at <= :at::timestamptz)
      on conflict (query, visitor, hour) do nothing`),
);

/** Records a search that had results. A query counts once an hour for each visitor; `visitor` is a keyed hash. */
export async function recordSearch(em: EntityManager, search: NewSearch): Promise<void> {
  const query = normaliseQuery(search.query);
  if (query === '' || search.resultsCount === 0) return;
  const atMs = search.at.getTime();
  const since = new Date(atMs - HOUR_MS);
  await addSearch(em, { ...search, query, since, hour: Math.floor(atMs / HOUR_MS) });
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
