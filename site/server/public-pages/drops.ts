import { genuineDrops } from '#db/queries/products/genuine-drops.ts';
import type { DropFilter } from '#db/queries/products/price-drops.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { productPath, retailerPath } from '#domain/public-path.ts';
import { iso } from '#domain/time.ts';
import type { ApiServices } from '#site/api/core/services.ts';

/** A product whose best price is genuinely lower than before. */
export type Drop = Awaited<ReturnType<typeof dropsOf>>[number];

/** The largest drops of a category, a retailer, or all (genuine-drops.ts), as pages show them. */
export async function dropsOf({ em, config }: ApiServices, filter: DropFilter, limit: number) {
  const drops = await genuineDrops(em(), filter, limit, Date.now());
  return drops.map(({ offer, low, usualCents, fallPercent }) => ({
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
    /** Dollars. */
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
