import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { productYears } from '#db/queries/products/product-history.ts';
import { firstOffers, searchProducts } from '#db/queries/search/search.ts';
import type { trendingSearches } from '#db/queries/search/trending.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { percentAbove } from '#domain/prices/price-change.ts';
import { WEEK_MS } from '#domain/time.ts';

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

/** Trending searches as they are answered. */
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
