import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import {
  type TIMEFRAMES,
  trendingProducts,
  trendingSearches,
} from '#db/queries/search/trending.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';

/** A search that trends, with what fits it. */
const trendingSearch = z.object({
  query: z.string(),
  searchCount: z.number().int(),
  uniqueUsers: z.number().int(),
  avgResults: z.number().int(),
  lastSearched: z.iso.datetime(),
  trendingScore: z.number(),
  product: z
    .object({
      name: z.string(),
      imageUrl: z.string(),
      price: z.number(),
      weekPercent: z.number().int().nullable().describe('Change of its best price in a week'),
    })
    .nullable()
    .describe('What fits the query best, at its cheapest shop'),
});

/** What shoppers search for most, as the page shows it (spec §3). */
export const trendingAnswer = z.object({
  success: z.literal(true),
  data: z.array(trendingSearch),
  isDemoMode: z.boolean().describe('True when the log of the demonstration is counted too'),
});

/** Reads what trends; prices in dollars. */
export async function readTrending(
  em: EntityManager,
  timeframe: keyof typeof TIMEFRAMES,
  limit: number,
) {
  const rows = await trendingSearches(em, timeframe, limit);
  const products = await trendingProducts(
    em,
    rows.map((row) => row.query),
  );
  const data = rows.map(({ isDemo: _, ...row }) => ({
    ...row,
    product: trendingProduct(products.get(row.query)),
  }));
  return { success: true as const, data, isDemoMode: rows.some(({ isDemo }) => isDemo) };
}

type TrendingOffer = ReturnType<Awaited<ReturnType<typeof trendingProducts>>['get']>;

function trendingProduct(offer: TrendingOffer) {
  if (!offer) return null;
  const { productName: name, priceCents, weekAgoCents } = offer;
  const weekPercent =
    weekAgoCents === null ? null : Math.round((priceCents / weekAgoCents - 1) * 100);
  return { name, imageUrl: pictureUrl(offer), price: dollars(priceCents), weekPercent };
}
