import { z } from 'zod';
import type { RecommendedOffer } from '#db/queries/products/recommendations.ts';
import { searchProduct, toSearchProduct } from './search-product.ts';

const score100 = z.number().min(0).max(100);

/** A recommended product: like a search result, with scores 0–100 and the reasons. */
export const recommendedProduct = searchProduct.omit({ aiScore: true }).extend({
  aiScore: z.object({
    overall: score100,
    priceScore: score100,
    qualityScore: score100,
    popularityScore: score100,
  }),
  recommendationReasons: z.array(z.object({ reason: z.string() })),
});

/** The offer with why it is recommended first among its reasons. */
export function toRecommendedProduct(
  offer: RecommendedOffer,
  siteUrl: string,
): z.infer<typeof recommendedProduct> {
  const { aiScore: _score10, ...product } = toSearchProduct(offer, siteUrl);
  return {
    ...product,
    aiScore: {
      overall: offer.overall ?? 50,
      priceScore: offer.priceScore ?? 50,
      qualityScore: offer.qualityScore ?? 50,
      popularityScore: offer.popularityScore ?? 50,
    },
    recommendationReasons: [offer.why, offer.reason]
      .filter((reason): reason is string => Boolean(reason))
      .map((reason) => ({ reason })),
  };
}
