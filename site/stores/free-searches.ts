import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { readTexts, STORAGE_KEYS } from '#site/client/stored-values.ts';
import { hasToken } from './session.ts';

/** Searches a guest may make before an account is needed (spec §9). */
export const FREE_SEARCHES = 3;

/** Queries counted in this tab: a reload, Try Again or the way back is not a new search. */
const COUNTED_KEY = 'countedSearches';

const $used = persistentAtom<number>(STORAGE_KEYS.freeSearchCount, 0, {
  encode: String,
  decode: (text) => Math.max(0, Math.trunc(Number(text))) || 0,
});

/** Free searches left, 0–3. */
export const $freeSearchesLeft = computed($used, (used) => Math.max(0, FREE_SEARCHES - used));

/** True when this query would be refused: a guest, none left, and not one already counted in this tab. */
export function isSearchRefused(query: string): boolean {
  return !hasToken() && $freeSearchesLeft.get() === 0 && !countedQueries().includes(keyOf(query));
}

/** Counts a guest's new query; false when it is refused. Signed-in shoppers are never counted. */
export function takeFreeSearch(query: string): boolean {
  if (hasToken()) return true;
  if (isSearchRefused(query)) return false;
  const counted = countedQueries();
  if (!counted.includes(keyOf(query))) {
    sessionStorage.setItem(COUNTED_KEY, JSON.stringify([...counted, keyOf(query)]));
    $used.set($used.get() + 1);
  }
  return true;
}

/** Where accepting the sign-up offer leads: /login, and back to the search afterwards (spec §4). */
export function signUpPath(returnTo: string): string {
  return `/login?redirect=${encodeURIComponent(returnTo)}`;
}

/** The confirm at the limit. */
export const SIGN_UP_OFFER = `You have used your ${FREE_SEARCHES} free searches. Sign up for a free account to keep searching?`;

function keyOf(query: string): string {
  return query.trim().toLowerCase();
}

function countedQueries(): string[] {
  return readTexts('[free-searches]', sessionStorage.getItem(COUNTED_KEY));
}
