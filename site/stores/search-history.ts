import { persistentAtom } from '@nanostores/persistent';
import { STORAGE_KEYS } from '#site/client/storage-keys.ts';

/** Recent searches kept in this browser (spec §9). */
const SEARCH_HISTORY_LIMIT = 10;

/** Recent searches, newest first, each once. */
export const $searchHistory = persistentAtom<string[]>(STORAGE_KEYS.searchHistory, [], {
  encode: JSON.stringify,
  decode: readHistory,
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

/** What cannot be read is logged and ignored (spec §4). */
function readHistory(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) throw new TypeError('not a list');
    return value.filter((entry) => typeof entry === 'string').slice(0, SEARCH_HISTORY_LIMIT);
  } catch (fault) {
    console.error('[search-history] cannot be read', fault);
    return [];
  }
}
