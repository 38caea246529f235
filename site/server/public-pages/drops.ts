import { type DropFilter, priceDrops } from '#db/queries/products/price-drops.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { productPath, retailerPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';

/** An offer that is genuinely cheaper than it used to be. */
export type Drop = Awaited<ReturnType<typeof dropsOf>>[number];

/** The largest drops of a category, of a retailer, or of all. */
export async function dropsOf({ em, config }: ApiServices, filter: DropFilter, limit: number) {
  const rows = await priceDrops(em(), filter, limit);
  return rows.map((row) => ({
    offerId: row.offerId,
    name: row.productName,
    path: productPath(row.productId, row.productName),
    category: row.category,
    imageUrl: pictureUrl(row),
    /** The offer at the shop itself. */
    url: publicDemoUrl(row.url, config.siteUrl),
    retailer: row.retailerName,
    retailerPath: retailerPath(row.retailerSlug),
    /** Shops that have the product now. */
    shops: row.shops,
    /** Dollars. */
    price: dollars(row.priceCents),
    /** Dollars: the average of the last 12 weeks, by how long each price held. */
    usual: dollars(row.usualCents),
    /** Whole percent below `usual`, 5 or more. */
    fallPercent: Math.round((1 - row.priceCents / row.usualCents) * 100),
    /** When the price of now began. */
    since: new Date(row.sinceAt).toISOString(),
    isDemo: row.source === 'demo',
  }));
}
