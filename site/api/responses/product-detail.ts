import { z } from 'zod';
import { similarProducts } from '#db/queries/products/catalogue.ts';
import {
  familyOf,
  isListed,
  type ProductWithOffers,
  productRatings,
  productWithOffers,
} from '#db/queries/products/product-detail.ts';
import {
  type OfferRhythm,
  type ProductYear,
  productYear,
  rhythmOfYear,
} from '#db/queries/products/product-history.ts';
import type { RecommendedOffer } from '#db/queries/products/recommendations.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { PublicError } from '#domain/errors.ts';
import { dollars } from '#domain/money.ts';
import { isGone } from '#domain/offers/availability.ts';
import { RHYTHM_RISK, rhythmText } from '#domain/prices/rhythm-text.ts';
import { groupedBy } from '#domain/products/grouped-by.ts';
import { printedGtin } from '#domain/products/gtin.ts';
import { pooledRating } from '#domain/products/pooled-rating.ts';
import { variantAxes } from '#domain/products/variant-axes.ts';
import { productPath } from '#domain/public-path.ts';
import { iso } from '#domain/time.ts';
import type { ApiServices } from '../core/services.ts';
import {
  deliveredShape,
  deliveryShape,
  priceMatchShape,
  toDelivered,
  toDelivery,
  toPriceMatches,
} from './retailer-facts.ts';
import { judged, scoresOf, searchProduct, toJudgedProducts } from './search-product.ts';

const score100 = z.number().min(0).max(100);
const scores = z.object({
  overall: score100,
  priceScore: score100,
  qualityScore: score100,
  popularityScore: score100,
});

const moment = z.iso.datetime();
const chance = z.number().min(0).max(1);

/** How often an offer goes on special, and when the next special is likely. */
const rhythmShape = z.object({
  offerId: z.uuid(),
  shop: z.string(),
  everyWeeks: z.number().int().describe('Median interval between specials'),
  offPercent: z.number().int(),
  price: z.number().describe('Median special price, in dollars'),
  isOnSpecial: z.boolean(),
  next: z
    .object({
      from: moment,
      to: moment,
      chance: chance.describe('Probability that the special starts in these days'),
    })
    .describe('`to` is exclusive'),
  week: z
    .object({ chance, plainChance: chance.describe('Probability without the pattern') })
    .describe('Probability that a special starts within 7 days'),
  specials: z
    .array(z.object({ from: moment, to: moment, price: z.number() }))
    .describe('The observed specials, oldest first'),
  text: z.string(),
  risk: z.string().describe('How often such forecasts are wrong'),
});

function toRhythm(rhythm: OfferRhythm | null): z.output<typeof rhythmShape> | null {
  if (!rhythm) return null;
  const { offerId, retailerName, everyWeeks, offPercent, isOnSpecial, next, week } = rhythm;
  return {
    offerId,
    shop: retailerName,
    everyWeeks,
    offPercent,
    isOnSpecial,
    week,
    price: dollars(rhythm.specialCents),
    next: { from: iso(next.fromMs), to: iso(next.toMs), chance: next.chance },
    specials: rhythm.specials.map(({ fromMs, toMs, priceCents }) => ({
      from: iso(fromMs),
      to: iso(toMs),
      price: dollars(priceCents),
    })),
    text: rhythmText(rhythm, retailerName),
    risk: RHYTHM_RISK,
  };
}

/** A product with all its offers (spec §3 "Product detail"); scores 0–100. */
export const productDetail = searchProduct.omit({ aiScore: true, aiRecommendation: true }).extend({
  id: z.uuid(),
  aiScore: scores,
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
  variants: z
    .array(
      z.object({
        by: z.string().describe('The attribute: Storage, Size, Colour …'),
        choices: z.array(
          z.object({
            productId: z.uuid(),
            path: z.string().describe('The public page'),
            name: z.string(),
            label: z.string(),
            price: z.number().nullable().describe('Best price; null if sold out'),
            unitPrice: searchProduct.shape.unitPrice,
            isCurrent: z.boolean(),
          }),
        ),
      }),
    )
    .describe('Variants of the model, by attribute'),
  offers: z.array(
    searchProduct.extend({
      groupedBy: z.string(),
      delivery: deliveryShape.nullable().describe('Null where nobody has read the shop’s delivery'),
      delivered: deliveredShape.nullable().describe('Ordered alone; null if not known'),
    }),
  ),
  priceMatches: z
    .array(priceMatchShape)
    .describe('Price promises of the shops that sell it, lowest price first'),
  rhythm: rhythmShape
    .nullable()
    .describe('When the next special is likely; null without a proven pattern'),
});

export type ProductDetail = z.infer<typeof productDetail>;

/** Converts a product with its offers (cheapest first), and reads the variants of its model. */
export async function readDetail(
  services: ApiServices,
  { found: { product, offers, reviews }, best, year }: KnownProduct,
  postcode: string | null = null,
): Promise<ProductDetail> {
  const { siteUrl } = services.config;
  const judge = (offer: FoundOffer) => judged(services, offer, year);
  const [current, ...siblings] = await familyOf(services.em(), product.id);
  const { aiScore: _score, aiRecommendation, ...top } = judge(best);
  return {
    ...top,
    id: product.id,
    name: product.name,
    rating: pooledRating(offers),
    aiScore: scoresOf(best, year),
    recommendationReasons: [aiRecommendation.reason, ...aiRecommendation.highlights]
      .filter(Boolean)
      .map((reason) => ({ reason })),
    reviews: reviews.map((review) => ({ ...review, date: new Date(review.date).toISOString() })),
    specifications: product.specifications,
    gtin: product.gtin && printedGtin(product.gtin),
    variants: (current ? variantAxes(current, siblings) : []).map(({ by, choices }) => ({
      by,
      choices: choices.map(({ id, name, label, priceCents, unitPrice, isCurrent }) => ({
        productId: id,
        path: productPath(id, name),
        name,
        label,
        unitPrice,
        isCurrent,
        price: priceCents === null ? null : dollars(priceCents),
      })),
    })),
    offers: offers.map((offer) => ({
      ...judge(offer),
      groupedBy: groupedBy({ method: offer.matchMethod, name: offer.name }),
      delivery: toDelivery(offer.shopDelivery, siteUrl),
      delivered: toDelivered(offer, postcode),
    })),
    priceMatches: toPriceMatches(offers, siteUrl),
    rhythm: toRhythm(rhythmOfYear(year)),
  };
}

/** A recommended product: like a search result, with scores 0–100 and the reasons. */
export const recommendedProduct = searchProduct.omit({ aiScore: true }).extend({
  aiScore: scores,
  recommendationReasons: z.array(z.object({ reason: z.string() })),
});

export type RecommendedProduct = z.infer<typeof recommendedProduct>;

/** Converts recommended offers without those to wait for; the reason for the recommendation comes first. */
export async function toRecommendedProducts(
  services: ApiServices,
  offers: readonly RecommendedOffer[],
): Promise<RecommendedProduct[]> {
  const ids = offers.map(({ productId }) => productId);
  const ratingOf = await productRatings(services.em(), ids);
  const products = await toJudgedProducts(
    services,
    offers,
    ({ aiScore: _score10, ...product }, offer, year) => ({
      ...product,
      rating: ratingOf(offer.productId),
      name: offer.productName,
      aiScore: scoresOf(offer, year),
      recommendationReasons: [offer.why, offer.reason].flatMap((reason) =>
        reason ? [{ reason }] : [],
      ),
    }),
  );
  return products.filter(({ buyVerdict }) => buyVerdict?.word !== 'wait');
}

/** A product with its offers and its past year; `best` represents it. */
export interface KnownProduct {
  found: ProductWithOffers;
  best: FoundOffer;
  year: ProductYear;
}

/** Reads a product with its best offer, its past year and up to `maxReviews` reviews. Throws PublicError 404 if no shop lists it. */
export async function productWithYear(
  services: ApiServices,
  id: string,
  maxReviews = 0,
): Promise<KnownProduct> {
  const found = await productWithOffers(services.em(), id, maxReviews);
  const offers = found?.offers ?? [];
  // The cheapest buyable offer, else the cheapest not gone, else the cheapest.
  const best =
    offers.find((offer) => offer.canBuy) ??
    offers.find((offer) => !isGone(offer.availability)) ??
    offers[0];
  if (!found || !best) throw unknownProduct();
  const year = await productYear(services.em(), found.product.id, Date.now());
  return { found, best, year };
}

/** Up to `limit` similar products, each as its best offer. Throws PublicError 404 if no shop lists the product. */
export async function findSimilar(services: ApiServices, id: string, limit: number) {
  const offers = await similarProducts(services.em(), id, limit);
  if (offers.length === 0 && !(await isListed(services.em(), id))) throw unknownProduct();
  return offers;
}

function unknownProduct(): PublicError {
  return new PublicError(404, 'product-not-found', 'This product does not exist.');
}
