import { createHmac } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { productYears } from '#db/queries/products/product-history.ts';
import { productRatings } from '#db/queries/products/ratings.ts';
import {
  firstOffers,
  type SearchChoice,
  type SearchResult,
  searchOffers,
  searchProducts,
} from '#db/queries/search/search.ts';
import { recordSearch, type trendingSearches } from '#db/queries/search/trending.ts';
import { addSearchHistory } from '#db/queries/shoppers/histories.ts';
import { categoryOfWords, departmentOf } from '#domain/category.ts';
import { dollars, dollarsOrNull } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { pricedPoints } from '#domain/prices/best-price-series.ts';
import { percentAbove } from '#domain/prices/price-change.ts';
import type { PricePoint } from '#domain/prices/price-history.ts';
import { productPath } from '#domain/public-path.ts';
import { DAY_MS, WEEK_MS } from '#domain/time.ts';
import type { CallEnv, Caller } from '../core/env.ts';
import { networkOf } from '../core/limits.ts';
import type { ApiServices } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { type RankedProduct, toJudgedProducts } from '../responses/search-product.ts';

/** A page of results holds so many products, each by its best offers. */
export const DEPTH = { products: 24, offers: 96 };
/** The range of the small price line of a product, in days, and its points at most. */
const RECENT_DAYS = 90;
const MOST_CHANGES = 30;

/** What a query was taken to mean, and the products that fit. */
export interface Found extends Omit<SearchResult, 'offers'> {
  products: RankedProduct[];
}

/** The best offers of the products that a query means, each with the price line of its product; shared by all who search within some seconds. */
export function foundProducts(
  services: ApiServices,
  query: string,
  choice: SearchChoice,
): Promise<Found> {
  const key = `offers ${JSON.stringify([query, choice])}`;
  return services.sharedAnswers.get(key, SHARED_FOR_MS.prices, async () => {
    const em = services.em();
    const { offers, ...meant } = await searchOffers(em, query, DEPTH, choice);
    const nowMs = Date.now();
    const ratingOf = await productRatings(
      em,
      offers.map(({ productId }) => productId),
    );
    const products = await toJudgedProducts(services, offers, (product, offer, year) => ({
      ...product,
      rating: ratingOf(offer.productId),
      productId: offer.productId,
      productName: offer.productName,
      productPath: productPath(offer.productId, offer.productName),
      isTheThing: offer.isTheThing,
      offersOfProduct: offer.offersOfProduct,
      shopsOfProduct: offer.shopsOfProduct,
      variantsOfProduct: offer.variantsOfProduct,
      lowest: dollarsOrNull(offer.lowestCents),
      highest: dollarsOrNull(offer.highestCents),
      history: changesOf(pricedPoints(year?.best ?? []), nowMs),
    }));
    return { ...meant, products };
  });
}

/** The latest price changes, oldest first, in whole days; of two changes on one day the later one counts. */
export function changesOf(
  prices: readonly PricePoint[],
  nowMs: number,
): [daysAgo: number, price: number][] {
  const byDay = new Map(
    prices.map(({ atMs, priceCents }) => {
      const daysAgo = Math.round((nowMs - atMs) / DAY_MS);
      return [Math.min(RECENT_DAYS, Math.max(0, daysAgo)), dollars(priceCents)];
    }),
  );
  const changes = [...byDay].filter(([, price], index, all) => price !== all[index - 1]?.[1]);
  return changes.slice(-MOST_CHANGES);
}

/** A shop is read once this share of its pages is: new pages turn up all the time. */
const READ_SHARE = 0.9;

/** How far the shops are that are not read yet and could sell what is asked; null where there is none. */
export async function stillReading(services: ApiServices, query: string, { facets }: Found) {
  const category = categoryOfWords(query) ?? facets.category[0]?.value ?? null;
  const asked = category === null ? null : departmentOf(category);
  const shops = (await services.freshness()).filter(({ kind, pages, pagesRead, ...shop }) => {
    const sold = departmentOf(shop.category);
    const isRead = pages > 0 && pagesRead >= READ_SHARE * pages;
    return kind !== 'feed' && !isRead && (asked === null || sold === null || sold === asked);
  });
  if (shops.length === 0) return null;
  const pages = shops.reduce((sum, shop) => sum + shop.pages, 0);
  const checked = shops.reduce((sum, shop) => sum + shop.pagesRead, 0);
  return { pages, checked, due: pages - checked };
}

/** Records a search for trending, and in a signed-in shopper's history. A fault is only logged: the results matter more. */
export async function recordShopperSearch(
  env: CallEnv,
  caller: Caller | null,
  query: string,
  resultsCount: number,
): Promise<void> {
  const at = new Date();
  const userId = caller?.id ?? null;
  // Anyone can open three accounts in a minute, few have three networks.
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
 * Identifies the visitors of one network on a day: its address, hashed with the server's secret and the day. Without the secret
 * nobody can trace the hash back, or link two days; whoever holds it can still test whether a guessed address was here on a day.
 */
function visitorOf(secret: string, who: string, at: Date): string {
  const day = at.toISOString().slice(0, 10);
  return createHmac('sha256', secret)
    .update(`visitor:${day}:${who}`)
    .digest('base64url')
    .slice(0, 22);
}

/** The product that fits a trending query best, at its cheapest shop; the price in dollars. */
const trendingProduct = z.object({
  name: z.string(),
  imageUrl: z.string(),
  price: z.number(),
  weekPercent: z.number().int().nullable().describe('Change of its best price in a week'),
});

/** A trending search (spec §3), with what fits it best. */
export const trendingSearch = z.object({
  query: z.string(),
  searchCount: z.number().int(),
  uniqueUsers: z.number().int(),
  avgResults: z.number().int(),
  lastSearched: z.iso.datetime(),
  trendingScore: z.number(),
  product: trendingProduct.nullable().describe('What fits the query best, at its cheapest shop'),
});

export async function withTrendingProducts(
  em: EntityManager,
  rows: Awaited<ReturnType<typeof trendingSearches>>,
) {
  const products = await trendingProducts(
    em,
    rows.map(({ query }) => query),
  );
  return rows.map(({ isDemo: _, ...row }) => ({
    ...row,
    product: products.get(row.query) ?? null,
  }));
}

/** The product that fits each query best, by query; nothing where none does. */
async function trendingProducts(
  em: EntityManager,
  queries: readonly string[],
): Promise<Map<string, z.infer<typeof trendingProduct>>> {
  const ids = new Map<string, string>();
  for (const query of queries) {
    const [id] = await searchProducts(em, query, 1);
    if (id) ids.set(query, id);
  }
  const offers = await firstOffers(em, [...new Set(ids.values())]);
  const byProduct = new Map(offers.map((offer) => [offer.productId, offer]));
  const nowMs = Date.now();
  const years = await productYears(em, [...byProduct.keys()], nowMs);
  return new Map(
    [...ids].flatMap(([query, id]) => {
      const offer = byProduct.get(id);
      if (!offer) return [];
      const { productName: name, priceCents } = offer;
      const best = years.get(id)?.best;
      const weekAgo = best?.findLast(({ atMs }) => atMs <= nowMs - WEEK_MS)?.priceCents;
      const weekPercent = weekAgo ? percentAbove(priceCents, weekAgo) : null;
      const product = {
        name,
        imageUrl: pictureUrl(offer),
        price: dollars(priceCents),
        weekPercent,
      };
      return [[query, product] as const];
    }),
  );
}
