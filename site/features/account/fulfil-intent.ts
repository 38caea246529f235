import { bodyOf } from '#site/client/api.ts';
import { tell } from '#site/client/dialog.ts';
import { setAlert } from '#site/client/set-alert.ts';
import { watchSearch } from '#site/client/watch-search.ts';
import { moveGuestsPasses } from '#site/features/price-pass/kept-passes.ts';
import { forgetIntent, keptIntent, SAVE_FAILED } from '#site/stores/intent.ts';

/**
 * Moves a guest's purchases to the account, then does what is kept, after signing in, and tells of an alert, a watched search or a failure. Forgets it first, so that nothing is done twice. Returns where to
 * go on: the product on the page that it was asked on; null when nothing was kept.
 */
export async function fulfilIntent(): Promise<string | null> {
  // The API client logs the failure; the purchases stay in the browser until the next sign-in.
  await moveGuestsPasses().catch(() => undefined);
  const kept = keptIntent();
  forgetIntent();
  if (!kept) return null;
  const { alert, watch, favorite: json, returnTo, productId } = kept;
  if (alert) await tell((await setAlert(alert)).text);
  if (watch) await tell((await watchSearch(watch)).text);
  // The API client logs the failure.
  if (json) await bodyOf((api) => api.favorites.$post({ json })).catch(() => tell(SAVE_FAILED));
  return productId ? `${returnTo}#${productId}` : returnTo;
}
