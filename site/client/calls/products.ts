import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { callApi, callForData } from '../api.ts';

export type { PriceHistoryAnswer, ProductDetail };

export function productDetail(id: string): Promise<ProductDetail> {
  return callForData('GET', `/products/${encodeURIComponent(id)}`);
}

export function similarProducts(id: string): Promise<SearchProduct[]> {
  return callForData('GET', `/products/${encodeURIComponent(id)}/similar`);
}

/** The best price of a product over the past year, and whether what it is said to have cost was ever charged. */
export function priceHistory(id: string): Promise<PriceHistoryAnswer> {
  return callForData('GET', `/products/${encodeURIComponent(id)}/history?range=1y`);
}

/** Records that the signed-in shopper looked at a product. */
export function recordView(productId: string): Promise<unknown> {
  return callApi('POST', '/user/view-history', { productId });
}

export async function productCategories(): Promise<string[]> {
  const { categories } = await callForData<{ categories: string[] }>(
    'GET',
    '/products/categories/list',
  );
  return categories;
}

/** Questions that an offer is the product it stands under; an operator decides. */
export function reportWrongMatch(offerId: string): Promise<unknown> {
  return callApi('POST', '/recommendations/feedback', { kind: 'not-the-same-product', offerId });
}
