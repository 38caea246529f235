import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { callApi, callForData } from '../api.ts';

export type { SearchProduct };

/** How far the shops that a search woke have been read. */
export interface Crawling {
  pages: number;
  checked: number;
  due: number;
}

/** The answer of POST /search/ai-search. */
export interface SearchAnswer {
  products: SearchProduct[];
  isDemoMode: boolean;
  /** Set while shops are still being read for this search. */
  crawling?: Crawling | null;
}

/** Runs a search; the server records it. */
export function aiSearch(query: string): Promise<SearchAnswer> {
  return callForData('POST', '/search/ai-search', { query });
}

/** Records a search that the server made before it knew who asks (results in the first HTML). */
export function recordSearch(query: string, resultsCount: number): Promise<unknown> {
  return callApi('POST', '/user/search-history', { query, resultsCount });
}
