import { persistentAtom } from '@nanostores/persistent';
import { readTexts, STORAGE_KEYS } from '#site/client/stored-values.ts';

/** Recent searches kept in this browser (spec §9). */
const SEARCH_HISTORY_LIMIT = 10;

/** Recent searches, newest first, each once. */
export const $searchHistory = persistentAtom<string[]>(STORAGE_KEYS.searchHistory, [], {
  encode: JSON.stringify,
  decode: (text) => readTexts('[search-history]', text).slice(0, SEARCH_HISTORY_LIMIT),
});

/** Puts a query at the top; spellings that differ in case only are one entry. */
export function rememberSearch(query: string): void {
  const others = $searchHistory.get().filter((entry) => !isSame(entry, query));
  $searchHistory.set([query.trim(), ...others].slice(0, SEARCH_HISTORY_LIMIT));
}

export function forgetSearch(query: string): void {
  $searchHistory.set($searchHistory.get().filter((entry) => !isSame(entry, query)));
}

export function forgetAllSearches(): void {
  $searchHistory.set([]);
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
