import { z } from 'zod';
import { productRatings } from '#db/queries/products/product-detail.ts';
import {
  askingPrices,
  type ProductYear,
  productYears,
  rhythmOfYear,
} from '#db/queries/products/product-history.ts';
import type { FavoriteRow } from '#db/queries/shoppers/favorites.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars, dollarsOrNull } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { priceChangePercent } from '#domain/prices/price-change.ts';
import { rhythmText } from '#domain/prices/rhythm-text.ts';
import type { ApiServices } from '../core/services.ts';
import { buyVerdictShape, changes, changesOf } from './search-product.ts';

/** A favourite for the favourites page (spec §3); prices in dollars. */
export const favorite = z.object({
  _id: z.uuid(),
  id: z.uuid(),
  productId: z.uuid(),
  addedAt: z.iso.datetime(),
  notes: z.string(),
  purchased: z.boolean(),
  priceAlert: z.object({
    enabled: z.boolean(),
    targetPrice: z.number().nullable(),
    unconfirmed: z
      .boolean()
      .describe('True until the address is confirmed; no mail is sent before'),
  }),
  priceChangePercent: z.number(),
  cheapest: z
    .object({ price: z.number(), shop: z.string() })
    .nullable()
    .describe('The cheapest buyable offer of the product'),
  buyVerdict: buyVerdictShape
    .nullable()
    .describe('Verdict on the best price of the product; null while no shop sells it'),
  nextSpecial: z
    .string()
    .nullable()
    .describe('When the next special of the product is likely, where it has a rhythm'),
  recentPrices: changes.describe('Price changes of the saved offer, as in search results'),
  productSnapshot: z.object({
    name: z.string(),
    imageUrl: z.string(),
    category: z.string(),
    brand: z.string().nullable(),
    rating: z.object({ average: z.number(), count: z.number() }),
    retailer: z.object({ name: z.string(), trustScore: z.number() }),
    currentPrice: z.number(),
    originalPrice: z.number().nullable(),
    priceAtFavorite: z.number(),
    productUrl: z.string(),
  }),
});

/** A favourite in responses. */
export type Favorite = z.infer<typeof favorite>;

/** Number of favourites: all, with a lower price, purchased. */
export const favoriteStatsAnswer = z.object({
  total: z.number().int(),
  priceDropped: z.number().int(),
  purchased: z.number().int(),
});
export type FavoriteStats = z.infer<typeof favoriteStatsAnswer>;

function nextSpecialOf(year: ProductYear | undefined): string | null {
  const rhythm = year ? rhythmOfYear(year) : null;
  return rhythm && rhythmText(rhythm, rhythm.retailerName);
}

/** Converts favourites, each with its offer's recent price changes and its product's rating. */
export async function toFavorites(
  { em, config }: ApiServices,
  rows: readonly FavoriteRow[],
): Promise<Favorite[]> {
  const nowMs = Date.now();
  const products = rows.map(({ productId }) => productId);
  const years = await productYears(em(), products, nowMs);
  const ratingOf = await productRatings(em(), products);
  return rows.map((row) => ({
    _id: row.id,
    id: row.id,
    productId: row.productId,
    addedAt: row.addedAt.toISOString(),
    notes: row.notes,
    purchased: row.purchasedAt !== null,
    priceAlert: {
      enabled: row.alertEnabled,
      targetPrice: dollarsOrNull(row.alertTargetCents),
      unconfirmed: row.alertUnconfirmed,
    },
    cheapest:
      row.cheapestCents === null || row.cheapestShop === null
        ? null
        : { price: dollars(row.cheapestCents), shop: row.cheapestShop },
    buyVerdict: years.get(row.productId)?.verdict ?? null,
    nextSpecial: nextSpecialOf(years.get(row.productId)),
    recentPrices: changesOf(askingPrices(years.get(row.productId), row.offerId), nowMs),
    priceChangePercent: priceChangePercent(row.priceCents, row.priceAtFavoriteCents),
    productSnapshot: {
      name: row.name,
      imageUrl: pictureUrl(row),
      category: row.category ?? 'Other',
      brand: row.brand,
      rating: ratingOf(row.productId),
      retailer: { name: row.retailerName, trustScore: row.trustScore10 },
      currentPrice: dollars(row.priceCents),
      originalPrice: dollarsOrNull(row.wasCents),
      priceAtFavorite: dollars(row.priceAtFavoriteCents),
      productUrl: publicDemoUrl(row.url, config.siteUrl),
    },
  }));
}

/** A favourite for the profile (spec §3). */
export const profileFavorite = z.object({
  id: z.uuid(),
  productName: z.string(),
  imageUrl: z.string(),
  retailer: z.string(),
  price: z.number(),
  productUrl: z.string(),
  addedAt: z.iso.datetime(),
});

/** Converts a stored favourite for the profile. */
export function toProfileFavorite(
  row: FavoriteRow,
  siteUrl: string,
): z.infer<typeof profileFavorite> {
  return {
    id: row.id,
    productName: row.name,
    imageUrl: pictureUrl(row),
    retailer: row.retailerName,
    price: dollars(row.priceCents),
    productUrl: publicDemoUrl(row.url, siteUrl),
    addedAt: row.addedAt.toISOString(),
  };
}
