import { createHmac } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RecentPrice, recentPrices } from '#db/queries/offers/price-points.ts';
import { type SearchChoice, type SearchResult, searchOffers } from '#db/queries/search/search.ts';
import { recordSearch } from '#db/queries/search/trending.ts';
import { addSearchHistory } from '#db/queries/shoppers/histories.ts';
import { dollars, dollarsOrNull } from '#domain/money.ts';
import { bestPriceSeries, pricedPoints } from '#domain/prices/best-price-series.ts';
import { productPath } from '#domain/public-path.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { CallEnv, Caller } from '../core/env.ts';
import { networkOf } from '../core/limits.ts';
import type { ApiServices } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { toJudgedProducts } from '../responses/judged-products.ts';
import type { RankedProduct } from '../responses/search-product.ts';

/** A page of results holds so many products, each by its best offers. */
export const DEPTH = { products: 24, offers: 96 };
/** The range of the small price line on an offer's card, in days. */
const RECENT_DAYS = 90;
const MINUTES_A_DAY = 1_440;

/** A price line of a product has so many points at most. */
const MOST_CHANGES = 30;

type Change = Pick<RecentPrice, 'slot' | 'priceCents'>;

/** What a query was taken to mean, and the products that fit. */
export interface Found extends Omit<SearchResult, 'offers'> {
  products: RankedProduct[];
}

/** The best offers of the products that a query means, each with its recent prices; shared by all who search within some seconds. */
export function foundProducts(
  services: ApiServices,
  query: string,
  choice: SearchChoice,
): Promise<Found> {
  const key = `offers ${JSON.stringify([query, choice])}`;
  return services.sharedAnswers.get(key, SHARED_FOR_MS.prices, async () => {
    const em = services.em();
    const { offers, ...meant } = await searchOffers(em, query, DEPTH, choice);
    const nowSlot = Math.floor(Date.now() / MINUTE_MS);
    const offerIds = offers.map((offer) => offer.offerId);
    const prices = await recentPrices(em, offerIds, nowSlot - RECENT_DAYS * MINUTES_A_DAY);
    const byOffer = Map.groupBy(prices, (price) => price.offerId);
    const byProduct = Map.groupBy(offers, (offer) => offer.productId);
    const histories = new Map(
      [...byProduct].map(([productId, own]) => {
        const lines = own.filter(({ canBuy }) => canBuy);
        const best = bestChanges(lines.map(({ offerId }) => byOffer.get(offerId) ?? []));
        return [productId, changesOf(best, nowSlot).slice(-MOST_CHANGES)];
      }),
    );
    const products = await toJudgedProducts(services, offers, (product, offer) => ({
      ...product,
      productId: offer.productId,
      productName: offer.productName,
      productPath: productPath(offer.productId, offer.productName),
      offersOfProduct: offer.offersOfProduct,
      shopsOfProduct: offer.shopsOfProduct,
      variantsOfProduct: offer.variantsOfProduct,
      lowest: dollarsOrNull(offer.lowestCents),
      highest: dollarsOrNull(offer.highestCents),
      recentPrices: changesOf(byOffer.get(offer.offerId) ?? [], nowSlot),
      history: histories.get(offer.productId) ?? [],
    }));
    return { ...meant, products };
  });
}

/** The recent price changes of many offers, by offer id. */
export async function offerChanges(em: EntityManager, offerIds: string[]) {
  const nowSlot = Math.floor(Date.now() / MINUTE_MS);
  const prices = await recentPrices(em, offerIds, nowSlot - RECENT_DAYS * MINUTES_A_DAY);
  const byOffer = Map.groupBy(prices, (price) => price.offerId);
  return new Map([...byOffer].map(([id, own]) => [id, changesOf(own, nowSlot)]));
}

/** The lowest of several offers' prices, changes only. */
function bestChanges(lines: readonly RecentPrice[][]): Change[] {
  const series = bestPriceSeries(
    lines.map((line) =>
      line.map(({ slot, priceCents }) => ({ atMs: slot * MINUTE_MS, priceCents })),
    ),
  );
  return pricedPoints(series).map(({ atMs, priceCents }) => ({
    slot: atMs / MINUTE_MS,
    priceCents,
  }));
}

/** The price changes of an offer, oldest first, in whole days; of two changes on one day the later one counts. */
export function changesOf(
  prices: readonly Change[],
  nowSlot: number,
): [daysAgo: number, price: number][] {
  const byDay = new Map(
    prices.map(({ slot, priceCents }) => {
      const daysAgo = Math.round((nowSlot - slot) / MINUTES_A_DAY);
      return [Math.min(RECENT_DAYS, Math.max(0, daysAgo)), dollars(priceCents)];
    }),
  );
  return [...byDay].filter(([, price], index, all) => price !== all[index - 1]?.[1]);
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
