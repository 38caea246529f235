import { z } from 'zod';
import {
  askingPrices,
  type ProductYear,
  productYears,
} from '#db/queries/products/product-history.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { dayOf } from '#domain/calendar.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { cents, dollars, dollarsOrNull } from '#domain/money.ts';
import { AVAILABILITIES } from '#domain/offers/availability.ts';
import { parsePackSize } from '#domain/pack/pack-size.ts';
import { shrunkPack } from '#domain/pack/shrinkflation.ts';
import { unitPriceOfOffer } from '#domain/pack/unit-price.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { BUY_WORDS, scoreBeside, yearStanding } from '#domain/prices/buy-verdict.ts';
import { discountPercent } from '#domain/prices/price-change.ts';
import type { PricePoint } from '#domain/prices/price-history.ts';
import {
  type PriceVerdict,
  priceVerdict,
  VERDICTS,
  wasPrice,
} from '#domain/prices/price-verdict.ts';
import { isRefused } from '#domain/prices/refused-claim.ts';
import type { ApiServices } from '../core/services.ts';

const score10 = z.number().min(0).max(10);
/** Price changes, oldest first: [days ago, dollars]. */
export const changes = z.array(z.tuple([z.number().int(), z.number()]));

/** Range of a product's sparkline in days, and its points at most. */
const RECENT_DAYS = 90;
const MOST_CHANGES = 30;

/** The latest price changes, oldest first, one a day: the last change of the day. */
export function changesOf(
  prices: readonly PricePoint[],
  nowMs: number,
): [daysAgo: number, price: number][] {
  const today = dayOf(nowMs);
  const held = prices.findLastIndex(({ atMs }) => dayOf(atMs) <= today - RECENT_DAYS);
  const byDay = new Map(
    prices.slice(Math.max(0, held)).map(({ atMs, priceCents }) => {
      const daysAgo = today - dayOf(atMs);
      return [Math.min(RECENT_DAYS, Math.max(0, daysAgo)), dollars(priceCents)];
    }),
  );
  const changes = [...byDay].filter(([, price], index, all) => price !== all[index - 1]?.[1]);
  return changes.slice(-MOST_CHANGES);
}

/** Whether to buy a product today, in one sentence. */
export const buyVerdictShape = z.object({ word: z.enum(BUY_WORDS), text: z.string() });

/** A search result (spec §3): one offer; prices in dollars, scores 0–10. */
export const searchProduct = z.object({
  _id: z.uuid().describe('Product id, for /product/{id}'),
  offerId: z.uuid(),
  name: z.string(),
  imageUrl: z.string(),
  productUrl: z.string(),
  currentPrice: z.number().positive(),
  originalPrice: z
    .number()
    .positive()
    .nullable()
    .describe('The former price that the shop claims, genuine or not'),
  discountPercentage: z.number().int().min(0).max(100).describe('0 unless on sale'),
  isOnSale: z.boolean().describe('False if nobody was charged the former price'),
  claim: z
    .object({ verdict: z.enum(VERDICTS), text: z.string() })
    .optional()
    .describe('Verdict of the price history on the former price'),
  buyVerdict: buyVerdictShape
    .optional()
    .describe('Verdict on the product: its best price against its own year and other shops'),
  category: z.string(),
  brand: z.string().nullable(),
  description: z.string(),
  availability: z.enum(AVAILABILITIES),
  canBuy: z
    .boolean()
    .describe('Can be bought now: in stock, or stock not stated and seen within 14 days'),
  rating: z.object({ average: z.number(), count: z.number().int() }),
  retailer: z.object({
    name: z.string(),
    trustScore: score10,
    category: z.string(),
    region: z.string(),
    website: z.string(),
  }),
  aiScore: z.object({
    overall: score10,
    price: score10,
    quality: score10,
    value: score10,
    by: z.enum(['rules', 'model']).describe('Source of the quality and value scores'),
  }),
  aiRecommendation: z.object({ reason: z.string(), highlights: z.array(z.string()) }),
  priceMeta: z
    .object({
      priceSource: z.enum(['live', 'demo', 'feed', 'estimate']),
      priceFetchedAt: z.iso.datetime(),
    })
    .optional(),
  seller: z.string().nullable(),
  unitPrice: z
    .object({ price: z.string(), quantity: z.number(), unit: z.string() })
    .nullable()
    .describe('Per 100 g, L, m or each'),
  shrunk: z
    .object({ percent: z.number(), unitPricePercent: z.number(), text: z.string() })
    .optional()
    .describe('Set if the pack shrank within the past year while the price stayed or rose'),
  conditions: z
    .object({
      memberPrice: z.number().positive().optional().describe('Price for members of the shop'),
      multiBuy: z
        .object({ quantity: z.number().int(), total: z.number(), each: z.number() })
        .optional()
        .describe('`quantity` together cost `total` dollars, `each` dollars apiece'),
      delivery: z.number().min(0).optional().describe('Dollars; 0 if free'),
    })
    .optional()
    .describe('Conditions that the shop states; never part of a price, score or sort'),
  sku: z.string().optional().describe('The shop’s article number'),
});

/** A search result in responses. */
export type SearchProduct = z.infer<typeof searchProduct>;

/** An offer in a search answer, with figures of its product. */
export const rankedProduct = searchProduct.extend({
  productId: z.uuid(),
  productName: z.string().describe('Name of the product across all shops'),
  productPath: z.string().describe('Path of its public page'),
  isTheThing: z.boolean().describe('True if the product is the thing that the query names'),
  isSimilar: z
    .boolean()
    .describe('True if the product matches only part of the query; such products come last'),
  offersOfProduct: z.number().int().describe('Number of offers in all shops'),
  shopsOfProduct: z.number().int().describe('Shops that list it'),
  shopsSelling: z.number().int().describe('Shops that can sell it now'),
  variantsOfProduct: z.number().int().describe('Matching variants of its model, including itself'),
  lowest: z.number().nullable().describe('Among buyable offers; null without any'),
  highest: z.number().nullable().describe('Among buyable offers; null without any'),
  history: changes.describe(
    'Changes of the best price in the last 90 days: [days ago, dollars], oldest first; at most 30',
  ),
});

/** A ranked search result in responses. */
export type RankedProduct = z.infer<typeof rankedProduct>;

/** The conditions that a shop states, without deals that save nothing; undefined if there are none. */
function conditionsOf(
  offer: Pick<FoundOffer, 'priceCents' | 'memberPriceCents' | 'multiBuy' | 'deliveryCents'>,
): SearchProduct['conditions'] {
  const { priceCents, memberPriceCents, multiBuy, deliveryCents } = offer;
  const eachCents = multiBuy && cents(Math.round(multiBuy.totalCents / multiBuy.quantity));
  const conditions: SearchProduct['conditions'] = {
    ...(memberPriceCents !== null &&
      memberPriceCents < priceCents && { memberPrice: dollars(cents(memberPriceCents)) }),
    ...(multiBuy &&
      eachCents !== null &&
      eachCents < priceCents && {
        multiBuy: {
          quantity: multiBuy.quantity,
          total: dollars(cents(multiBuy.totalCents)),
          each: dollars(eachCents),
        },
      }),
    ...(deliveryCents !== null && { delivery: dollars(cents(deliveryCents)) }),
  };
  return Object.keys(conditions).length > 0 ? conditions : undefined;
}

/** Converts offers, each with the verdicts on its product and its claimed former price. Reads the past year of the products. */
export async function toJudgedProducts<Offer extends FoundOffer, Answer = SearchProduct>(
  services: ApiServices,
  offers: readonly Offer[],
  complete = (product: SearchProduct, _offer: Offer, _year?: ProductYear) => product as Answer,
): Promise<Answer[]> {
  const ids = offers.map((offer) => offer.productId);
  const years = await productYears(services.em(), ids, Date.now());
  return offers.map((offer) => {
    const year = years.get(offer.productId);
    return complete(judged(services, offer, year), offer, year);
  });
}

const MISSING_SCORE = 50;

/** The scores of an offer, 0–100, the price part of this hour: stored ones are up to a day old. */
export function scoresOf(offer: FoundOffer, year: ProductYear | undefined) {
  const standing = yearStanding(year?.figures ?? null, offer.priceCents);
  return {
    overall: scoreBeside(standing, offer.overall ?? MISSING_SCORE),
    priceScore: standing ?? offer.priceScore ?? MISSING_SCORE,
    qualityScore: offer.qualityScore ?? MISSING_SCORE,
    popularityScore: offer.popularityScore ?? MISSING_SCORE,
  };
}

/** Converts an offer to a search result with the verdicts from its product's year. Missing scores become 5 of 10. */
export function judged(
  { config: { siteUrl } }: ApiServices,
  offer: FoundOffer,
  year: ProductYear | undefined,
): SearchProduct {
  const score10Of = (score100: number) => score100 / 10;
  const scores = scoresOf(offer, year);
  const original = wasPrice(offer);
  const claim = year && claimOf(offer, year);
  const isOnSale = claim ? !isRefused(claim.verdict) : original !== null;
  const asked = askingPrices(year, offer.offerId);
  const shrunk = shrunkPack(offer.earlierPack, offer, asked, Date.now());
  const conditions = conditionsOf(offer);
  return {
    _id: offer.productId,
    offerId: offer.offerId,
    name: offer.name,
    imageUrl: pictureUrl(offer),
    productUrl: publicDemoUrl(offer.url, siteUrl),
    currentPrice: dollars(offer.priceCents),
    originalPrice: dollarsOrNull(original),
    discountPercentage: isOnSale ? discountPercent(offer.priceCents, original) : 0,
    isOnSale,
    category: offer.category ?? 'Other',
    brand: offer.brand,
    description: offer.description ?? '',
    availability: offer.availability,
    canBuy: offer.canBuy,
    rating: { average: offer.ratingAverage ?? 0, count: offer.ratingCount ?? 0 },
    retailer: {
      name: offer.retailerName,
      trustScore: offer.trustScore10,
      category: offer.retailerCategory,
      region: offer.retailerRegion,
      website: publicDemoUrl(offer.retailerWebsite, siteUrl),
    },
    aiScore: {
      overall: score10Of(scores.overall),
      price: score10Of(scores.priceScore),
      quality: score10Of(scores.qualityScore),
      value: score10Of(offer.valueScore ?? MISSING_SCORE),
      by: offer.scoredBy ?? 'rules',
    },
    aiRecommendation: { reason: offer.reason ?? '', highlights: offer.highlights ?? [] },
    priceMeta: {
      priceSource: offer.source,
      priceFetchedAt: offer.lastSeenAt.toISOString(),
    },
    seller: offer.seller === '' ? null : offer.seller,
    unitPrice:
      offer.unitPrice &&
      unitPriceOfOffer(offer.unitPrice, offer.priceCents, parsePackSize(offer.name)),
    ...(claim && { claim: { verdict: claim.verdict, text: claim.text } }),
    ...(year?.verdict && { buyVerdict: year.verdict }),
    ...(conditions && { conditions }),
    ...(offer.sku && { sku: offer.sku }),
    ...(shrunk && {
      shrunk: {
        percent: shrunk.shrunkPercent,
        unitPricePercent: shrunk.unitPricePercent,
        text: shrunk.text,
      },
    }),
  };
}

/** The verdict of an offer's year on its claimed former price; null without a claim. */
export function claimOf(
  offer: Pick<FoundOffer, 'offerId' | 'priceCents' | 'originalPriceCents'>,
  year: ProductYear,
): PriceVerdict | null {
  const claimedWasCents = wasPrice(offer);
  if (claimedWasCents === null) return null;
  return priceVerdict({
    claimedWasCents,
    history: askingPrices(year, offer.offerId),
    nowMs: year.nowMs,
    year: year.figures,
  });
}
