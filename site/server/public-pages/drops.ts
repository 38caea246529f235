import { type DropFilter, type PriceDrop, priceDrops } from '#db/queries/products/price-drops.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { productPath, retailerPath } from '#domain/public-path.ts';
import { memoized } from '#site/api/core/memoized.ts';
import type { ApiServices } from '#site/api/core/services.ts';

/** Something that is really cheaper than it used to be. Dollars. */
export interface Drop {
  offerId: string;
  name: string;
  path: string;
  category: string | null;
  imageUrl: string;
  /** The offer at the shop itself. */
  url: string;
  retailer: string;
  retailerPath: string;
  /** Shops that have the product now. */
  shops: number;
  price: number;
  /** Average of the last 12 weeks, by how long each price held. */
  usual: number;
  /** Whole percent below it, 5 or more. */
  fallPercent: number;
  /** When the price of now began. */
  since: string;
  isDemo: boolean;
}

/** Drops of all categories that one page and the feed show. */
const DROPS = 48;
/** They read the history of every candidate. */
const DROPS_FOR_MS = 60_000;

/** All drops of now, the newest price first, at most a minute old. */
export function createDrops(services: ApiServices): () => Promise<Drop[]> {
  return memoized(DROPS_FOR_MS, async () => {
    const drops = await dropsOf(services, {}, DROPS);
    return drops.toSorted((a, b) => b.since.localeCompare(a.since));
  });
}

/** The largest drops of a category or a retailer. */
export async function dropsOf(
  services: ApiServices,
  filter: DropFilter,
  limit: number,
): Promise<Drop[]> {
  const rows = await priceDrops(services.em(), filter, limit);
  return rows.map((row) => toDrop(row, services.config.siteUrl));
}

function toDrop(row: PriceDrop, siteUrl: string): Drop {
  return {
    offerId: row.offerId,
    name: row.productName,
    path: productPath(row.productId, row.productName),
    category: row.category,
    imageUrl: pictureUrl(row, siteUrl),
    url: publicDemoUrl(row.url, siteUrl),
    retailer: row.retailerName,
    retailerPath: retailerPath(row.retailerSlug),
    shops: row.shops,
    price: dollars(row.priceCents),
    usual: dollars(row.usualCents),
    fallPercent: Math.round((1 - row.priceCents / row.usualCents) * 100),
    since: new Date(row.sinceAt).toISOString(),
    isDemo: row.source === 'demo',
  };
}
