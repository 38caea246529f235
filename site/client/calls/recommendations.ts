import type { z } from 'zod';
import type { recommendedProduct } from '#site/api/responses/recommended-product.ts';
import { callForData, queryOf } from '../api.ts';

/** A recommended product; scores 0–100. */
export type RecommendedProduct = z.infer<typeof recommendedProduct>;

export type RecommendationKind = 'personalized' | 'trending' | 'deals';

/** The products of one tab; `category` '' for all. */
export async function recommendations(
  kind: RecommendationKind,
  category: string,
): Promise<RecommendedProduct[]> {
  const path = `/recommendations/${kind}${queryOf({ category })}`;
  const { products } = await callForData<{ products: RecommendedProduct[] }>('GET', path);
  return products;
}
