import type { z } from 'zod';
import type { favorite } from '#site/api/responses/favorite.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { callForData, callToRemove, queryOf } from '../api.ts';

export type { SearchProduct };

/** Saves an offer; the server takes price and name from its own record of it. */
export function saveFavorite(product: SearchProduct): Promise<unknown> {
  const { _id, aiRecommendation, ...fields } = product;
  return callForData('POST', '/favorites', {
    productSnapshot: { ...fields, priceAtFavorite: product.currentPrice },
  });
}

export function removeFavoriteByUrl(productUrl: string): Promise<void> {
  return callToRemove('/favorites/by-url', { productUrl });
}

/** Which of these offers are saved; only to be sent with a token (spec §7). */
export function checkFavorites(
  productUrls: string[],
): Promise<{ productUrl: string; isFavorited: boolean }[]> {
  return callForData('POST', '/favorites/check-batch', { productUrls });
}

/** A favourite as the favourites page shows it (spec §3). */
export type Favorite = z.infer<typeof favorite>;

export interface FavoriteStats {
  total: number;
  priceDropped: number;
  purchased: number;
}

/** Newest first, 50 at most (spec §9). */
export function listFavorites(): Promise<{ favorites: Favorite[]; stats: FavoriteStats }> {
  const query = queryOf({ sortBy: 'addedAt', sortOrder: 'desc', limit: 50 });
  return callForData('GET', `/favorites${query}`);
}

export function removeFavorite(id: string): Promise<void> {
  return callToRemove(`/favorites/${id}`);
}

/** Sets the price alert of a favourite, or ends it; `targetPrice` in dollars, null for any drop. */
export function setFavoriteAlert(
  id: string,
  enabled: boolean,
  targetPrice: number | null,
): Promise<Favorite> {
  return callForData('PATCH', `/favorites/${id}/price-alert`, { enabled, targetPrice });
}

export function setPurchased(id: string, purchased: boolean): Promise<Favorite> {
  return callForData('PATCH', `/favorites/${id}/purchased`, { purchased });
}
