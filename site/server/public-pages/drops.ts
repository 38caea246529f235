import { genuineDrops } from '#db/queries/products/genuine-drops.ts';
import type { CategorySales, DropFilter } from '#db/queries/products/price-drops.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { saleRankText } from '#domain/prices/sale-week.ts';
import { productPath, retailerPath } from '#domain/public-path.ts';
import { iso } from '#domain/time.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import type { ReadSales } from './links.ts';

/** A category without usual prices. */
export const NO_SALES: CategorySales = { drops: 0, judged: 0, falls: [] };

/** A product whose best price is genuinely lower than before. */
export type Drop = Awaited<ReturnType<typeof dropsOf>>[number];

/** The largest drops of a category, a retailer, or all (genuine-drops.ts), as pages show them. */
export async function dropsOf(
  { em, config }: ApiServices,
  readSales: ReadSales,
  filter: DropFilter,
  limit: number,
) {
  const sales = await readSales();
  const drops = await genuineDrops(em(), filter, limit, Date.now());
  return drops.map(({ offer, low, usualCents, fallPercent }) => ({
    saleRank: saleRankText(
      sales.get(offer.category) ?? NO_SALES,
      1 - offer.priceCents / usualCents,
    ),
    offerId: offer.offerId,
    name: offer.productName,
    path: productPath(offer.productId, offer.productName),
    category: offer.category,
    imageUrl: pictureUrl(offer),
    /** The offer at the shop itself. */
    url: publicDemoUrl(offer.url, config.siteUrl),
    retailer: offer.retailerName,
    retailerPath: retailerPath(offer.retailerSlug),
    shops: offer.shops,
    price: dollars(offer.priceCents),
    /** Dollars: the average of the product's best price over its year. */
    usual: dollars(usualCents),
    /** Whole percent below `usual`. */
    fallPercent,
    /** Start of the current price. */
    since: iso(low.sinceMs),
    /** When the price was last as low, and whether it was lower just before. */
    lowText: low.text,
    hasRisen: low.hasRisen,
    isDemo: offer.source === 'demo',
  }));
}
