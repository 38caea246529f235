import { map } from 'nanostores';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { bodyOf, dataOf, removed } from '#site/client/api.ts';
import { isSignedOut } from '#site/client/api-error.ts';
import { confirmWith, tell } from '#site/client/dialog.ts';
import { keepIntent, SAVE_FAILED } from './intent.ts';
import { hasToken } from './session.ts';

export type FavoriteState = 'not-saved' | 'saved' | 'busy';

/** Favourite state by product URL; absent means not saved. */
export const $favorites = map<Record<string, FavoriteState>>({});

const LOGIN_FIRST = 'Please login to save favorites';

/** Loads which offers are favourites. Does nothing without a token; failures are only logged (spec §4). */
export async function loadFavoriteStates(productUrls: string[]): Promise<void> {
  if (!hasToken() || productUrls.length === 0) return;
  try {
    const json = { productUrls };
    const checked = await dataOf((api) => api.favorites['check-batch'].$post({ json }));
    for (const { productUrl, isFavorited } of checked) {
      // Do not overwrite a heart that the shopper pressed meanwhile.
      if ($favorites.get()[productUrl] === 'busy') continue;
      $favorites.setKey(productUrl, isFavorited ? 'saved' : 'not-saved');
    }
  } catch (fault) {
    console.error('[favorites] the check of a batch failed', fault);
  }
}

/** Saves or removes an offer; the button is disabled while busy (spec §4). */
export async function toggleFavorite(product: SearchProduct): Promise<void> {
  const url = product.productUrl;
  const before = $favorites.get()[url] ?? 'not-saved';
  if (before === 'busy') return;
  const wish = before === 'saved' ? null : product;
  if (!hasToken()) return askToSignIn(wish);
  $favorites.setKey(url, 'busy');
  try {
    await (before === 'saved'
      ? removed((api) => api.favorites['by-url'].$delete({ json: { productUrl: url } }))
      : save(product));
    $favorites.setKey(url, before === 'saved' ? 'not-saved' : 'saved');
  } catch (fault) {
    $favorites.setKey(url, before);
    await (isSignedOut(fault) ? askToSignIn(wish) : tell(SAVE_FAILED));
  }
}

/** Asks a guest to sign in, which saves `wish`. */
async function askToSignIn(wish: SearchProduct | null): Promise<void> {
  if (!(await confirmWith(LOGIN_FIRST, 'Sign in', 'Not now'))) return;
  const asked = wish && {
    productId: wish._id,
    favorite: { productUrl: wish.productUrl, offerId: wish.offerId },
  };
  location.assign(keepIntent(asked));
}

/** Saves an offer; the server takes price and name from its own record. */
async function save(product: SearchProduct): Promise<void> {
  const { _id, aiRecommendation, ...fields } = product;
  const productSnapshot = { ...fields, priceAtFavorite: product.currentPrice };
  await bodyOf((api) => api.favorites.$post({ json: { productSnapshot } }));
}
