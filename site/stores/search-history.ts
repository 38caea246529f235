import { persistentAtom } from '@nanostores/persistent';
import { readTexts, STORAGE_KEYS } from '#site/client/stored-values.ts';

/** Maximum number of recent searches (spec §9). */
const SEARCH_HISTORY_LIMIT = 10;

/** Recent searches, newest first, without duplicates. */
export const $searchHistory = persistentAtom<string[]>(STORAGE_KEYS.searchHistory, [], {
  encode: JSON.stringify,
  decode: (text) => readTexts('[search-history]', text).slice(0, SEARCH_HISTORY_LIMIT),
});

/** Adds a query at the top; case is ignored when removing duplicates. */
export function rememberSearch(query: string): void {
  const others = $searchHistory.get().filter((entry) => !isSame(entry, query));
  $searchHistory.set([query.trim(), ...others].slice(0, SEARCH_HISTORY_LIMIT));
}

/** Removes one recent search. */
export function forgetSearch(query: string): void {
  $searchHistory.set($searchHistory.get().filter((entry) => !isSame(entry, query)));
}

/** Removes all recent searches. */
export function forgetAllSearches(): void {
  $searchHistory.set([]);
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
