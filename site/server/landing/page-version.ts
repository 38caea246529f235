import { catalogueVersion, productVersion } from '#db/queries/public-pages/version.ts';
import { productIdIn } from '#domain/public-path.ts';
import { memoized } from '#site/api/memoized.ts';
import type { ApiServices } from '#site/api/services.ts';

/** Pages that speak of many products may be this old: what one of them costs changes all the time. */
const LISTS_FOR_MS = 30_000;
/** '5m ago' on a page is never further off than this. */
const CLOCK_STEP_MS = 5 * 60_000;

const OF_PRODUCT = /^\/products\/([^/]+)$/;
const OF_MANY =
  /^\/(?:categories(?:\/[^/]+){0,2}|retailers(?:\/[^/]+)?|status|deals|deals\.xml|sitemap\.xml|sitemaps\/[^/]+\.xml)$/;

/**
 * The word that changes whenever the page at a path must be drawn anew: with the prices it shows, and every five
 * minutes, because pages say how long ago a price was read. Null for a path that is never kept.
 */
export function createPageVersion(services: ApiServices): (path: string) => Promise<string | null> {
  const catalogue = memoized(LISTS_FOR_MS, () => catalogueVersion(services.em()));
  return async (path) => {
    const prices = await pricesOf(path);
    return prices && `${prices}-${Math.floor(Date.now() / CLOCK_STEP_MS)}`;
  };

  async function pricesOf(path: string): Promise<string | null> {
    const segment = OF_PRODUCT.exec(path)?.[1];
    const id = segment && productIdIn(segment);
    if (id) return productVersion(services.em(), id);
    return OF_MANY.test(path) ? catalogue() : null;
  }
}
