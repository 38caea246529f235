import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { confirmWith } from '#site/client/dialog.ts';
import { readTexts, STORAGE_KEYS } from '#site/client/stored-values.ts';
import { hasToken } from './session.ts';

/** Free searches of a guest (spec §9). */
export const FREE_SEARCHES = 3;

/** Queries counted in this tab, because a reload, Try Again or Back is not a new search. */
const COUNTED_KEY = 'countedSearches';

const $used = persistentAtom<number>(STORAGE_KEYS.freeSearchCount, 0, {
  encode: String,
  decode: (text) => Math.max(0, Math.trunc(Number(text))) || 0,
});

/** Free searches left, 0–3. */
export const $freeSearchesLeft = computed($used, (used) => Math.max(0, FREE_SEARCHES - used));

/** True for a guest without free searches left, unless the query was already counted in this tab. */
export function isSearchRefused(query: string): boolean {
  return !hasToken() && $freeSearchesLeft.get() === 0 && !countedQueries().includes(keyOf(query));
}

/** Counts a guest's new query; returns false if it is refused. Signed-in shoppers are not counted. */
export function takeFreeSearch(query: string): boolean {
  if (hasToken()) return true;
  if (isSearchRefused(query)) return false;
  if (!countedQueries().includes(keyOf(query))) {
    continueFreeSearch(query);
    $used.set($used.get() + 1);
  }
  return true;
}

/** Treats a query as part of the previous search, so that it is not counted. */
export function continueFreeSearch(query: string): void {
  keepCounted([...otherQueries(query), keyOf(query)]);
}

/** Refunds a query that found nothing. */
export function returnFreeSearch(query: string): void {
  if (hasToken() || !countedQueries().includes(keyOf(query))) return;
  keepCounted(otherQueries(query));
  $used.set(Math.max(0, $used.get() - 1));
}

/** The path of /login that returns to `returnTo` after signing in (spec §4). */
export function signUpPath(returnTo: string): string {
  return `/login?redirect=${encodeURIComponent(returnTo)}`;
}

/** The path of /login that returns to this page. */
export function loginPath(): string {
  return signUpPath(location.pathname + location.search + location.hash);
}

const SIGN_UP_OFFER = `You have used your ${FREE_SEARCHES} free searches. Sign up for a free account to keep searching?`;

/** Asks a guest at the limit to sign up, and then returns to `returnTo` (spec §4). */
export async function offerSignUp(returnTo: string): Promise<void> {
  const accepted = await confirmWith(SIGN_UP_OFFER, 'Sign up free', 'Not now');
  if (accepted) location.assign(signUpPath(returnTo));
}

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
