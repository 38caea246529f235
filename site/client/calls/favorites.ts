import type { SearchProduct } from '#site/api/answers/search-product.ts';
import { callForData } from '../api.ts';

export type { SearchProduct };

/** Saves an offer; the server takes price and link from its own offer with this URL. */
export function saveFavorite(product: SearchProduct): Promise<unknown> {
  const { _id, offerId, aiRecommendation, ...fields } = product;
  return callForData('POST', '/favorites', {
    productSnapshot: { ...fields, priceAtFavorite: product.currentPrice },
  });
}

export function removeFavoriteByUrl(productUrl: string): Promise<unknown> {
  return callForData('DELETE', '/favorites/by-url', { productUrl });
}

/** Which of these offers are saved; only to be sent with a token (spec §7). */
export function checkFavorites(
  productUrls: string[],
): Promise<{ productUrl: string; isFavorited: boolean }[]> {
  return callForData('POST', '/favorites/check-batch', { productUrls });
}
