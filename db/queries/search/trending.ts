import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { normaliseQuery } from '#domain/search/query-text.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { Search } from '../../entities/search.ts';
import { productYears } from '../products/product-history.ts';
import { tables } from '../sql/tables.ts';
import { firstOffers, searchProducts } from './search.ts';

/** Days that each timeframe looks back (spec §9). */
export const TIMEFRAMES = { '1d': 1, '7d': 7, '30d': 30 } as const;

/** Of the searches of one query: it is shown to others once several people asked it, as it may name its only asker. */
export const MAY_BE_SHOWN = sql<boolean>`(count(distinct visitor) >= 3 or bool_or(source = 'demo'))`;

/** Counts a search with results; the same words of the same visitor within an hour count once. `visitor` is a keyed hash. */
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
  // Of two at the same moment the unique hour lets one through.
  await db
    .insertInto('search')
    .values({ query, visitor, hour, user, resultsCount, source, searchedAt })
    .onConflict((conflict) => conflict.columns(['query', 'visitor', 'hour']).doNothing())
    .execute();
}

/**
 * The hottest queries of a timeframe: each search weighs e^(−age / third of the timeframe), times the root of how many visitors
 * asked. Leaves out what only one or two visitors asked.
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

const WEEK_MS = 7 * DAY_MS;

/** The product that fits each query best: its cheapest offer, and its best price a week ago, if one was seen. */
export async function trendingProducts(em: EntityManager, queries: readonly string[]) {
  const ids = new Map<string, string>();
  for (const query of queries) {
    const [id] = await searchProducts(em, query, 1);
    if (id) ids.set(query, id);
  }
  const offers = await firstOffers(em, [...ids.values()]);
  const byProduct = new Map(offers.map((offer) => [offer.productId, offer]));
  const nowMs = Date.now();
  const years = await productYears(em, [...byProduct.keys()], nowMs);
  return new Map(
    [...ids].flatMap(([query, id]) => {
      const offer = byProduct.get(id);
      const best = years.get(id)?.best;
      const weekAgo = best?.findLast(({ atMs }) => atMs <= nowMs - WEEK_MS)?.priceCents ?? null;
      return offer ? [[query, { ...offer, weekAgoCents: weekAgo }] as const] : [];
    }),
  );
}

/** True when the demonstration's search log is recorded. */
export async function hasDemoSearches(em: EntityManager): Promise<boolean> {
  return (await em.findOne(Search, { source: 'demo' }, { fields: ['id'] })) !== null;
}
