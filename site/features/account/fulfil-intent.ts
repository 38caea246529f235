import { bodyOf } from '#site/client/api.ts';
import { tell } from '#site/client/dialog.ts';
import { setAlert } from '#site/client/set-alert.ts';
import { forgetIntent, keptIntent, SAVE_FAILED } from '#site/stores/intent.ts';

/**
 * Does what is kept, after signing in, and tells of an alert or a failure. Forgets it first, so that nothing is done twice. Returns where to
 * go on: the product on the page that it was asked on; null when nothing was kept.
 */
export async function fulfilIntent(): Promise<string | null> {
  const kept = keptIntent();
  forgetIntent();
  if (!kept) return null;
  const { alert, favorite: json } = kept;
  if (alert) await tell((await setAlert(alert)).text);
  // The API client logs the failure.
  if (json) await bodyOf((api) => api.favorites.$post({ json })).catch(() => tell(SAVE_FAILED));
  return `${kept.returnTo}#${kept.productId}`;
}
