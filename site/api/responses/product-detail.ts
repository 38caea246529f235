import { z } from 'zod';
import type { ProductWithOffers } from '#db/queries/products/product-detail.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { isBuyable, isGone } from '#domain/offers/availability.ts';
import { searchProduct, toSearchProduct } from './search-product.ts';

const score100 = z.number().min(0).max(100);

/** A product with all its offers (spec §3 "Product detail"); scores 0–100. */
export const productDetail = searchProduct.omit({ aiScore: true, aiRecommendation: true }).extend({
  id: z.uuid(),
  aiScore: z.object({
    overall: score100,
    priceScore: score100,
    qualityScore: score100,
    popularityScore: score100,
  }),
  recommendationReasons: z.array(z.object({ reason: z.string() })),
  reviews: z.array(
    z.object({
      author: z.string(),
      rating: z.number(),
      date: z.iso.datetime(),
      comment: z.string(),
    }),
  ),
  specifications: z.record(z.string(), z.string()),
  gtin: z.string().nullable(),
  offers: z.array(searchProduct),
});

export type ProductDetail = z.infer<typeof productDetail>;

/** The offer that stands for a product: its cheapest that can be bought, else that is not gone, else its cheapest; null without offers. */
export function bestOffer(offers: FoundOffer[]): FoundOffer | null {
  const canBeBought = offers.find((offer) => isBuyable(offer.availability));
  return canBeBought ?? offers.find((offer) => !isGone(offer.availability)) ?? offers[0] ?? null;
}

/** The detail answer; `offers` cheapest first, `best` among them. */
export function toProductDetail(
  { product, offers, reviews }: ProductWithOffers,
  best: FoundOffer,
  siteUrl: string,
): ProductDetail {
  const { aiScore: _score, aiRecommendation, ...top } = toSearchProduct(best, siteUrl);
  return {
    ...top,
    id: product.id,
    name: product.name,
    rating: pooledRating(offers),
    aiScore: {
      overall: best.overall ?? 50,
      priceScore: best.priceScore ?? 50,
      qualityScore: best.qualityScore ?? 50,
      popularityScore: best.popularityScore ?? 50,
    },
    recommendationReasons: [aiRecommendation.reason, ...aiRecommendation.highlights]
      .filter(Boolean)
      .map((reason) => ({ reason })),
    reviews: reviews.map((review) => ({ ...review, date: new Date(review.date).toISOString() })),
    specifications: product.specifications,
    gtin: product.gtin,
    offers: offers.map((offer) => toSearchProduct(offer, siteUrl)),
  };
}

/** What buyers of all shops say together, each shop's average weighed by its count; 0 of 0 where none is rated. */
export function pooledRating(
  offers: readonly Pick<FoundOffer, 'ratingAverage' | 'ratingCount'>[],
): ProductDetail['rating'] {
  const rated = offers.map(({ ratingAverage, ratingCount }) => ({
    stars: ratingAverage ?? 0,
    count: ratingAverage === null ? 0 : Math.max(0, ratingCount ?? 0),
  }));
  const count = rated.reduce((sum, one) => sum + one.count, 0);
  const stars = rated.reduce((sum, one) => sum + one.stars * one.count, 0);
  return { average: count > 0 ? Math.round((stars / count) * 10) / 10 : 0, count };
}
