import { callForData, queryOf } from '../api.ts';

/** Spec §9. */
const TRENDING_LIMIT = 20;
export const TIMEFRAMES = ['1d', '7d', '30d'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];
export const DEFAULT_TIMEFRAME: Timeframe = '7d';

/** Trending search (spec §3). */
export interface TrendingSearch {
  query: string;
  searchCount: number;
  uniqueUsers: number;
  avgResults: number;
  lastSearched: string;
  trendingScore: number;
}

export function trendingSearches(timeframe: Timeframe): Promise<TrendingSearch[]> {
  return callForData('GET', `/search/trending${queryOf({ timeframe, limit: TRENDING_LIMIT })}`);
}
