/*
 * What the public pages show, read from the database.
 *   public-pages      all of it as one object, for server.ts and the pages (locals.publicPages), and each page's version
 *   product, category, retailer (with the status of all), drops, sitemap      one kind of page each      links      what they share
 * Astro renders the pages; ../page-cache.ts keeps them. Decision: docs/decisions/0005-landing-pages.md.
 */
import { dropCounts as countDrops } from '#db/queries/products/price-drops.ts';
import { catalogueVersion, productVersion } from '#db/queries/public-pages/status.ts';
import { productIdIn } from '#domain/public-path.ts';
import { memoized } from '#site/api/core/memoized.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { openDataDays } from '#site/api/responses/open-data.ts';
import { worstSpecials } from '#site/api/responses/refused-specials.ts';
import { shrunkProducts } from '#site/api/responses/shrink-watch.ts';
import { type CategoryPart, publicCategory } from './category.ts';
import { dropsOf } from './drops.ts';
import { categoryLinks } from './links.ts';
import { publicProduct } from './product.ts';
import { publicRetailer, statusRows } from './retailer.ts';
import { createSitemap } from './sitemap.ts';

/** What the public pages show; a call gives null where there is no such page. */
export type PublicPages = ReturnType<typeof createPublicPages>;

/** How old the status of all retailers may be. */
const STATUS_FOR_MS = 10_000;
/** How old lists of many products may be: some price among them changes all the time. */
const LISTS_FOR_MS = 30_000;
/** Drops of all categories, and how old they may be: they read every offer. */
const DROPS = 48;
const DROPS_FOR_MS = 60_000;
/** Pages say how long ago a price was read: '5m ago' is never further off than this. */
const CLOCK_STEP_MS = 5 * 60_000;

/** Pages that are not the same for everyone: what follows the '?' chooses what they show. */
const CHOOSES_BY_QUERY = new Set(['/deals']);
const PRODUCT_PATH = /^\/products\/([^/]+)$/;
const LIST_PATH =
  /^\/(?:$|categories(?:\/[^/]+){0,3}|retailers(?:\/[^/]+)?|status|deals|deals\.xml|refused-specials|refused-specials\.xml|shrink-watch|shrink-watch\.xml|open-data|sitemap\.xml|sitemaps\/[^/]+\.xml)$/;

/** Creates the public pages' data over the API's services; one a process. */
export function createPublicPages(services: ApiServices) {
  const dropCounts = memoized(DROPS_FOR_MS, () => countDrops(services.em()));
  const categories = memoized(LISTS_FOR_MS, () => categoryLinks(services, dropCounts));
  const sitemap = createSitemap(services, categories);
  return {
    /** A word that changes whenever the page at a path must be rendered again; null for a path that is never kept. */
    versionOf: createPageVersion(services),
    /** Whether the query of an address changes its page, which then is never kept. */
    isChosen: (path: string, target: string) => CHOOSES_BY_QUERY.has(path) && target !== path,
    categories,
    category: (slug: string, part?: CategoryPart) =>
      publicCategory(services, dropCounts, slug, part),
    retailer: (slug: string) => publicRetailer(services, slug),
    /** By the last part of its address. */
    product: (segment: string) => publicProduct(services, segment),
    status: memoized(STATUS_FOR_MS, () => statusRows(services)),
    /** Genuine drops of all categories, the newest price first. */
    drops: memoized(DROPS_FOR_MS, async () => {
      const drops = await dropsOf(services, {}, DROPS);
      return drops.toSorted((a, b) => b.since.localeCompare(a.since));
    }),
    /** Claimed former prices that nobody was charged, the worst first. */
    refusedSpecials: memoized(DROPS_FOR_MS, () => worstSpecials(services)),
    /** Packs that shrank at the same price, the most first. */
    shrunkPacks: memoized(DROPS_FOR_MS, () => shrunkProducts(services)),
    /** Files of open data, the newest day first. */
    openData: memoized(LISTS_FOR_MS, () => openDataDays(services)),
    sitemap: sitemap.entries,
    sitemapFiles: sitemap.files,
  };
}

function createPageVersion(services: ApiServices) {
  const catalogue = memoized(LISTS_FOR_MS, () => catalogueVersion(services.em()));
  return async (path: string): Promise<string | null> => {
    const id = productIdIn(PRODUCT_PATH.exec(path)?.[1] ?? '');
    if (!id && !LIST_PATH.test(path)) return null;
    const prices = id ? await productVersion(services.em(), id) : await catalogue();
    return prices && `${prices}-${Math.floor(Date.now() / CLOCK_STEP_MS)}`;
  };
}
