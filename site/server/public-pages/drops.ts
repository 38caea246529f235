import { type DropFilter, priceDrops } from '#db/queries/products/price-drops.ts';
import { buyVerdicts } from '#db/queries/products/product-history.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { productPath, retailerPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';

/** An offer that is genuinely cheaper than it used to be. */
export type Drop = Awaited<ReturnType<typeof dropsOf>>[number];

/** Read for each drop that is shown: some are left out. */
const SPARE = 3;
/** Of all drops, so many of one shop and of one category at most. */
const MOST_OF_A_KIND = 6;

/** The largest drops of a category, of a retailer, or of all. A product that is dearer than in its own year is none. */
export async function dropsOf({ em, config }: ApiServices, filter: DropFilter, limit: number) {
  const rows = await priceDrops(em(), filter, limit * SPARE);
  const ids = rows.map(({ productId }) => productId);
  const verdicts = await buyVerdicts(em(), ids, Date.now());
  const agreeing = rows.filter(({ productId }) => verdicts.get(productId)?.word !== 'wait');
  const isMixed = filter.category === undefined && filter.retailerId === undefined;
  const chosen = isMixed ? mixOf(agreeing) : agreeing;
  return chosen.slice(0, limit).map((row) => ({
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

/** The first few of each shop and of each category, in their order. */
function mixOf<Row extends { retailerName: string; category: string | null }>(rows: Row[]): Row[] {
  const taken = new Map<string, number>();
  return rows.filter(({ retailerName, category }) => {
    const kinds = [`shop ${retailerName}`, `category ${category}`];
    if (kinds.some((kind) => (taken.get(kind) ?? 0) >= MOST_OF_A_KIND)) return false;
    for (const kind of kinds) taken.set(kind, (taken.get(kind) ?? 0) + 1);
    return true;
  });
}
