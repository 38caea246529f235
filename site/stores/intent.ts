/* What a guest asked for before signing in: kept in this tab while they do, and done once when their session begins. */
import type { AlertWish } from '#site/api/routes/alerts.ts';
import { readJson } from '#site/client/stored-values.ts';
import type { SearchWish } from '#site/client/watch-search.ts';
import { signUpPath } from './free-searches.ts';

const KEY = 'intent';

export const forgetIntent = () => sessionStorage.removeItem(KEY);

export const SAVE_FAILED = 'Failed to update favorite. Please try again.';

/** Exactly one of `favorite`, `alert` and `watch` is set, the first two with `productId`. The server validates both when they are sent. */
export interface Intent {
  /** Path and query of the page that it was asked on. */
  returnTo: string;
  productId?: string;
  favorite?: { productUrl: string; offerId: string };
  alert?: AlertWish;
  watch?: SearchWish;
}

/** Keeps what a guest asks for on this page, replacing what was kept; returns the path of /login that leads back here. */
export function keepIntent(asked: Omit<Intent, 'returnTo'> | null): string {
  const returnTo = location.pathname + location.search;
  if (asked) sessionStorage.setItem(KEY, JSON.stringify({ ...asked, returnTo }));
  else forgetIntent();
  return signUpPath(returnTo);
}

/** What is kept in this tab; null when there is nothing or it is damaged. */
export function keptIntent(): Intent | null {
  const kept = Object(readJson('[intent]', sessionStorage.getItem(KEY))) as Partial<Intent>;
  const isWhole =
    typeof kept.returnTo === 'string' &&
    (kept.watch !== undefined || /^[\da-f-]{36}$/.test(String(kept.productId))) &&
    [kept.favorite, kept.alert, kept.watch].filter(Boolean).length === 1;
  return isWhole ? (kept as Intent) : null;
}

/** The kept intent if it belongs to a sign-in that returns to `returnTo`; forgets one of an abandoned sign-in. */
export function intentFor(returnTo: string | null): Intent | null {
  const kept = keptIntent();
  if (kept?.returnTo === returnTo) return kept;
  forgetIntent();
  return null;
}
