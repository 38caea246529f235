import { z } from 'zod';
import type { ViewHistoryRow } from '#db/queries/shoppers/histories.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';

/** One search of a shopper (spec §3). */
export const searchHistoryItem = z.object({
  id: z.uuid(),
  query: z.string(),
  timestamp: z.iso.datetime(),
  resultsCount: z.number().int(),
});

/** One product view of a shopper (spec §3); the price as it was seen. */
export const viewHistoryItem = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  productName: z.string(),
  imageUrl: z.string(),
  retailer: z.string(),
  price: z.number().nullable(),
  productUrl: z.string(),
  timestamp: z.iso.datetime(),
});

/** Converts a row to an entry of the profile. */
export function toViewHistoryItem(
  row: ViewHistoryRow,
  siteUrl: string,
): z.infer<typeof viewHistoryItem> {
  const { priceCents, url, imageUrl, pictureHash, retailer, timestamp, ...rest } = row;
  return {
    ...rest,
    imageUrl: pictureUrl({ imageUrl, pictureHash }, siteUrl),
    retailer: retailer ?? '',
    price: priceCents === null ? null : dollars(priceCents),
    productUrl: url ? publicDemoUrl(url, siteUrl) : '',
    timestamp: timestamp.toISOString(),
  };
}
