import { type DropFilter, priceDrops } from '#db/queries/products/price-drops.ts';
import { productYears } from '#db/queries/products/product-history.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { lastLow } from '#domain/prices/last-low.ts';
import { percentAbove } from '#domain/prices/price-change.ts';
import { productPath, retailerPath } from '#domain/public-path.ts';
import { iso } from '#domain/time.ts';
import type { ApiServices } from '#site/api/core/services.ts';

/** A product whose best price is genuinely lower than before. */
export type Drop = Awaited<ReturnType<typeof dropsOf>>[number];

/** Rows read per drop shown, because some are left out. */
const SPARE = 3;
/** The most drops of one shop and of one category in the list of all. */
const MAX_PER_KIND = 6;

/** The largest drops of a category, a retailer, or all. Only products with the verdict Buy; figures are those of the verdict. */
export async function dropsOf({ em, config }: ApiServices, filter: DropFilter, limit: number) {
  const nowMs = Date.now();
  const rows = await priceDrops(em(), filter, limit * SPARE);
  const ids = rows.map(({ productId }) => productId);
  const years = await productYears(em(), ids, nowMs);
  const drops = rows.flatMap((row) => {
    const year = years.get(row.productId);
    if (!year?.figures || year.verdict?.word !== 'buy') return [];
    const { best, figures } = year;
    const low = lastLow(best, figures, nowMs);
    if (!low || best.at(-1)?.priceCents !== row.priceCents) return [];
    return {
      offerId: row.offerId,
      name: row.productName,
      path: productPath(row.productId, row.productName),
      category: row.category,
      imageUrl: pictureUrl(row),
      /** The offer at the shop itself. */
      url: publicDemoUrl(row.url, config.siteUrl),
      retailer: row.retailerName,
      retailerPath: retailerPath(row.retailerSlug),
      shops: row.shops,
      /** Dollars. */
      price: dollars(row.priceCents),
      /** Dollars: the average of the product's best price over its year. */
      usual: dollars(figures.averageCents),
      /** Whole percent below `usual`. */
      fallPercent: -percentAbove(row.priceCents, figures.averageCents),
      /** Start of the current price. */
      since: iso(low.sinceMs),
      /** When the price was last as low, and whether it was lower just before. */
      lowText: low.text,
      hasRisen: low.hasRisen,
      isDemo: row.source === 'demo',
    };
  });
  const isMixed = filter.category === undefined && filter.retailerId === undefined;
  return (isMixed ? mixOf(drops) : drops).slice(0, limit);
}

/** At most MAX_PER_KIND rows per shop and category, in order. */
function mixOf<Row extends { retailer: string; category: string | null }>(rows: Row[]): Row[] {
  const taken = new Map<string, number>();
  return rows.filter(({ retailer, category }) => {
    const kinds = [`shop ${retailer}`, `category ${category}`];
    if (kinds.some((kind) => (taken.get(kind) ?? 0) >= MAX_PER_KIND)) return false;
    for (const kind of kinds) taken.set(kind, (taken.get(kind) ?? 0) + 1);
    return true;
  });
}
