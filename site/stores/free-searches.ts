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
  if (!countedQueries().includes(keyOf(query))) {
    continueFreeSearch(query);
    $used.set($used.get() + 1);
  }
  return true;
}

/** Takes a query for a part of the search before it: its reload is none that counts. */
export function continueFreeSearch(query: string): void {
  keepCounted([...otherQueries(query), keyOf(query)]);
}

/** Gives back what a query took: nothing was found. */
export function returnFreeSearch(query: string): void {
  if (hasToken() || !countedQueries().includes(keyOf(query))) return;
  keepCounted(otherQueries(query));
  $used.set(Math.max(0, $used.get() - 1));
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

function keepCounted(queries: string[]): void {
  sessionStorage.setItem(COUNTED_KEY, JSON.stringify(queries));
}

function otherQueries(query: string): string[] {
  return countedQueries().filter((counted) => counted !== keyOf(query));
}

function countedQueries(): string[] {
  return readTexts('[free-searches]', sessionStorage.getItem(COUNTED_KEY));
}
