/*
 * Reads the data of the public pages.
 *   public-pages      one object for server.ts and the pages (locals.publicPages), and the version of each page
 *   product, category, retailer (with the status of all), drops, sitemap      one kind of page each      links      shared parts
 * Astro renders the pages; ../page-cache.ts caches them. Decision: docs/decisions/0005-landing-pages.md.
 */
import { categorySales } from '#db/queries/products/price-drops.ts';
import { catalogueVersion, productVersion } from '#db/queries/public-pages/status.ts';
import { productIdIn } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { memoized, renewed } from '#site/api/core/shared-answers.ts';
import { openDataDays } from '#site/api/responses/open-data.ts';
import { worstSpecials } from '#site/api/responses/refused-specials.ts';
import { shrunkProducts } from '#site/api/responses/shrink-watch.ts';
import { type CategoryPart, publicCategory } from './category.ts';
import { dropsOf } from './drops.ts';
import { categoryLinks } from './links.ts';
import { publicProduct } from './product.ts';
import { publicRetailer, statusRows } from './retailer.ts';
import { createSitemap } from './sitemap.ts';

/** The data of the public pages; a call returns null if the page does not exist. */
export type PublicPages = ReturnType<typeof createPublicPages>;

/** Maximum age of the retailers' status. */
const STATUS_FOR_MS = 10_000;
/** Maximum age of lists of many products, where some price changes all the time. */
const LISTS_FOR_MS = 30_000;
/** Number and maximum age of drops over all categories, which read every offer. */
const DROPS = 48;
const DROPS_FOR_MS = 60_000;
/** Pages show how long ago a price was read; this is the maximum error of that text. */
const CLOCK_STEP_MS = 5 * 60_000;

/** Pages that depend on the query. */
const QUERY_PAGES = new Set(['/deals']);
const PRODUCT_PATH = /^\/products\/([^/]+)$/;
/** The shopper's order of a product's offers; other parameters change nothing. */
const PRODUCT_CHOICE = /[?&](?:by|postcode)=/;
const LIST_PATH =
  /^\/(?:_server-islands\/Home\w+|categories(?:\/[^/]+){0,3}|retailers(?:\/[^/]+)?|status|deals|deals\.xml|refused-specials|refused-specials\.xml|shrink-watch|shrink-watch\.xml|open-data|sitemap\.xml|sitemaps\/[^/]+\.xml)$/;

/** Creates the data of the public pages; one per process. Lists that read every offer are served while they are renewed. */
export function createPublicPages(services: ApiServices) {
  const readSales = renewed(DROPS_FOR_MS, () => categorySales(services.em()));
  const categories = renewed(LISTS_FOR_MS, () => categoryLinks(services, readSales));
  const sitemap = createSitemap(services, categories);
  const catalogue = memoized(LISTS_FOR_MS, () => catalogueVersion(services.em()));
  return {
    /** A version that changes whenever the page must be rendered again; null for a path that is never cached. */
    async versionOf(path: string): Promise<string | null> {
      const id = productIdIn(PRODUCT_PATH.exec(path)?.[1] ?? '');
      if (!id && !LIST_PATH.test(path)) return null;
      const prices = id ? await productVersion(services.em(), id) : await catalogue();
      return prices && `${prices}-${Math.floor(Date.now() / CLOCK_STEP_MS)}`;
    },
    /** True if the query changes the page, which then is never cached. */
    isChosen: (path: string, target: string) =>
      (QUERY_PAGES.has(path) && target !== path) ||
      (PRODUCT_PATH.test(path) && PRODUCT_CHOICE.test(target)),
    categories,
    category: (slug: string, part?: CategoryPart) =>
      publicCategory(services, readSales, slug, part),
    retailer: (slug: string) => publicRetailer(services, readSales, slug),
    /** By the last segment of its path. */
    product: (segment: string, query?: URLSearchParams) => publicProduct(services, segment, query),
    status: renewed(STATUS_FOR_MS, () => statusRows(services)),
    /** Genuine drops of all categories, newest price first. */
    drops: renewed(DROPS_FOR_MS, async () => {
      const drops = await dropsOf(services, readSales, {}, DROPS);
      return drops.toSorted((a, b) => b.since.localeCompare(a.since));
    }),
    /** Claimed former prices that nobody was charged, worst first. */
    refusedSpecials: renewed(DROPS_FOR_MS, () => worstSpecials(services)),
    /** Packs that shrank at the same price, steepest unit price increase first. */
    shrunkPacks: renewed(DROPS_FOR_MS, () => shrunkProducts(services)),
    openData: renewed(LISTS_FOR_MS, () => openDataDays(services)),
    sitemap: sitemap.entries,
    sitemapFiles: sitemap.files,
  };
}
