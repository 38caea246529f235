import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { productRatings } from '#db/queries/products/product-detail.ts';
import { productYears } from '#db/queries/products/product-history.ts';
import {
  firstOffers,
  type SearchChoice,
  type SearchResult,
  searchOffers,
} from '#db/queries/search/search.ts';
import { recordSearch, type trendingSearches } from '#db/queries/search/trending.ts';
import { addSearchHistory } from '#db/queries/shoppers/histories.ts';
import { dateOf } from '#domain/calendar.ts';
import { categoryOfWords, departmentOf } from '#domain/categories/category.ts';
import { dollars, dollarsOrNull } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { pricedPoints } from '#domain/prices/best-price-series.ts';
import { percentAbove } from '#domain/prices/price-change.ts';
import { pooledRating } from '#domain/products/pooled-rating.ts';
import { productPath } from '#domain/public-path.ts';
import { DEFAULT_ORDER } from '#domain/search/arrange-products.ts';
import { WEEK_MS } from '#domain/time.ts';
import type { CallEnv, Caller } from '../core/env.ts';
import { networkOf } from '../core/limits.ts';
import type { ApiServices } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import {
  changesOf,
  type RankedProduct,
  type SearchProduct,
  toJudgedProducts,
} from '../responses/search-product.ts';

export const DEPTH = { products: 24, offers: 96 };
/** A page of results with products in place of offers. */
export type Found = Omit<SearchResult, 'offers' | 'nearest'> & {
  products: RankedProduct[];
  nearest: { query: string; label: string; products: RankedProduct[] } | null;
};

/** Answers the best offers of a query, each with its product's sparkline. Searches within some seconds share an answer. */
export function foundProducts(
  services: ApiServices,
  query: string,
  choice: SearchChoice,
): Promise<Found> {
  const key = `offers ${JSON.stringify([query, choice])}`;
  return services.sharedAnswers.get(key, SHARED_FOR_MS.prices, async () => {
    const { offers, nearest, ...meant } = await searchOffers(services.em(), query, DEPTH, {
      usualOrder: DEFAULT_ORDER,
      ...choice,
    });
    const products = await rankedProducts(services, offers);
    const near = nearest && {
      query: nearest.query,
      label: nearest.label,
      products: await rankedProducts(services, nearest.offers),
    };
    return { ...meant, products, nearest: near };
  });
}

async function rankedProducts(services: ApiServices, offers: SearchResult['offers']) {
  if (!offers[0]) return [];
  const nowMs = Date.now();
  const byProduct = Map.groupBy(offers, ({ productId }) => productId);
  const inPart = [...byProduct].flatMap(([id, [first, ...others]]) =>
    first && others.length + 1 < first.offersOfProduct ? id : [],
  );
  const ratingOfPart = inPart[0] && (await productRatings(services.em(), inPart));
  const ofProducts = new Map<string, Omit<RankedProduct, Exclude<keyof SearchProduct, 'rating'>>>();
  return toJudgedProducts(services, offers, (product, offer, year) => ({
    ...product,
    ...ofProducts.getOrInsertComputed(offer.productId, (productId) => ({
      rating:
        ratingOfPart && inPart.includes(productId)
          ? ratingOfPart(productId)
          : pooledRating(byProduct.get(productId) ?? []),
      productId,
      productName: offer.productName,
      productPath: productPath(productId, offer.productName),
      isTheThing: offer.isTheThing,
      isSimilar: offer.isSimilar,
      offersOfProduct: offer.offersOfProduct,
      shopsOfProduct: offer.shopsOfProduct,
      shopsSelling: offer.shopsSelling,
      variantsOfProduct: offer.variantsOfProduct,
      lowest: dollarsOrNull(offer.lowestCents),
      highest: dollarsOrNull(offer.highestCents),
      history: changesOf(pricedPoints(year?.best ?? []), nowMs),
    })),
  }));
}

/** A shop counts as read from this share of its pages, as new pages turn up all the time. */
const READ_SHARE = 0.9;

/** Progress of the shops that are not read yet and could sell what the query names; null where there are none. */
export async function stillReading(services: ApiServices, query: string, { facets }: Found) {
  const unread = (await services.freshness()).filter(
    ({ kind, pages, pagesRead }) =>
      kind !== 'feed' && (pages === 0 || pagesRead < READ_SHARE * pages),
  );
  if (unread.length === 0) return null;
  const category = categoryOfWords(query) ?? facets.category[0]?.value ?? null;
  const department = category === null ? null : departmentOf(category);
  const shops = unread.filter((shop) => {
    const sold = departmentOf(shop.category);
    return !department || !sold || sold === department;
  });
  if (shops.length === 0) return null;
  const pages = shops.reduce((sum, shop) => sum + shop.pages, 0);
  const checked = shops.reduce((sum, shop) => sum + shop.pagesRead, 0);
  return { pages, checked, due: pages - checked };
}

/** Records a search for trending and in a signed-in shopper's history. Only logs a failure, as the results matter more. */
export async function recordShopperSearch(
  env: CallEnv,
  caller: Caller | null,
  query: string,
  resultsCount: number,
): Promise<void> {
  const at = new Date();
  const userId = caller?.id ?? null;
  // By network, not account: anyone can open three accounts in a minute.
  const visitor = visitorOf(env.config.authSecret, networkOf(env.remoteAddress), at);
  const em = env.em();
  try {
    await recordSearch(em, { query, visitor, userId, resultsCount, source: 'site', at });
    if (caller) await addSearchHistory(em, caller.id, query, resultsCount);
  } catch (error) {
    env.log.warn({ err: error }, 'a search was not recorded');
  }
}

/**
 * Identifies the visitors of a network on a day by its address, hashed with the server's secret and the day. Without the secret, nobody can
 * trace the hash back or link two days; with it, one can test whether a guessed address searched on a day.
 */
function visitorOf(secret: string, who: string, at: Date): string {
  return createHmac('sha256', secret)
    .update(`visitor:${dateOf(at.getTime())}:${who}`)
    .digest('base64url')
    .slice(0, 22);
}

/** The best match of a trending query at its cheapest shop; the price in dollars. */
const trendingProduct = z.object({
  name: z.string(),
  imageUrl: z.string(),
  price: z.number(),
  weekPercent: z.number().int().nullable().describe('Change of its best price in a week'),
});

/** A trending search (spec §3) with its best match. */
export const trendingSearch = z.object({
  query: z.string(),
  category: z.string().nullable().describe('The category that the words of the query name'),
  searchCount: z.number().int(),
  uniqueUsers: z.number().int(),
  avgResults: z.number().int(),
  lastSearched: z.iso.datetime(),
  trendingScore: z.number(),
  product: trendingProduct.nullable().describe('What fits the query best, at its cheapest shop'),
});

/** Adds to each trending search its category, and its best match; null where nothing fits. */
export async function withTrendingProducts(
  { em: open, firstProduct }: ApiServices,
  rows: Awaited<ReturnType<typeof trendingSearches>>,
) {
  const em = open();
  const ids = new Map<string, string>();
  for (const { query } of rows) {
    const id = await firstProduct(query);
    if (id) ids.set(query, id);
  }
  const offers = await firstOffers(em, [...new Set(ids.values())]);
  const nowMs = Date.now();
  const products = offers.map(({ productId }) => productId);
  const years = await productYears(em, products, nowMs);
  return rows.map(({ isDemo: _, ...own }) => {
    const row = { ...own, category: categoryOfWords(own.query) };
    const offer = offers.find(({ productId }) => productId === ids.get(row.query));
    if (!offer) return { ...row, product: null };
    const { productName: name, priceCents } = offer;
    const best = years.get(offer.productId)?.best;
    const weekAgo = best?.findLast(({ atMs }) => atMs <= nowMs - WEEK_MS)?.priceCents;
    const weekPercent = weekAgo ? percentAbove(priceCents, weekAgo) : null;
    const product = { name, imageUrl: pictureUrl(offer), price: dollars(priceCents), weekPercent };
    return { ...row, product };
  });
}
