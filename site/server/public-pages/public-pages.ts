/*
 * What the public pages show, read from the database.
 *   public-pages      all of it as one object, for server.ts and the pages (locals.publicPages), and each page's version
 *   product, category, retailer, drops, status, sitemap      one kind of page each      links      what they share
 * Astro renders the pages; ../page-cache.ts keeps them. Decision: docs/decisions/0005-landing-pages.md.
 */
import { catalogueVersion, productVersion } from '#db/queries/public-pages/version.ts';
import { productIdIn } from '#domain/public-path.ts';
import { memoized } from '#site/api/memoized.ts';
import type { ApiServices } from '#site/api/services.ts';
import { createCategoryLinks, type PublicCategory, publicCategory } from './category.ts';
import { createDrops, type Drop } from './drops.ts';
import type { CategoryLink } from './links.ts';
import { type PublicProduct, publicProduct } from './product.ts';
import { type PublicRetailer, publicRetailer } from './retailer.ts';
import { createSitemap, type SitemapEntry } from './sitemap.ts';
import { type StatusRow, statusRows } from './status.ts';

/** The data of every public page; null where there is no such page. */
export interface PublicPages {
  /** A word that changes whenever the page at `path` must be rendered again; null for a path that is never kept. */
  versionOf(path: string): Promise<string | null>;
  /** All categories that have products to compare, the largest first. */
  categories(): Promise<CategoryLink[]>;
  category(slug: string, page: number): Promise<PublicCategory | null>;
  retailer(slug: string): Promise<PublicRetailer | null>;
  /** By the last part of its address. */
  product(segment: string): Promise<PublicProduct | null>;
  /** The status of every enabled retailer, by name. */
  status(): Promise<StatusRow[]>;
  /** Offers that are genuinely cheaper than usual now, over all categories. */
  drops(): Promise<Drop[]>;
  /** The entries of one file of the sitemap, by its name without '.xml'. */
  sitemap(name: string): Promise<SitemapEntry[] | null>;
  /** The files that the sitemap's index names. */
  sitemapFiles(): Promise<SitemapEntry[]>;
}

/** How old the status of all retailers may be. */
const STATUS_FOR_MS = 10_000;
/** How old pages that show many products may be: some price among them changes all the time. */
const LISTS_FOR_MS = 30_000;
/** Pages say how long ago a price was read: '5m ago' is never further off than this. */
const CLOCK_STEP_MS = 5 * 60_000;

const PRODUCT_PATH = /^\/products\/([^/]+)$/;
const LIST_PATH =
  /^\/(?:categories(?:\/[^/]+){0,2}|retailers(?:\/[^/]+)?|status|deals|deals\.xml|sitemap\.xml|sitemaps\/[^/]+\.xml)$/;

/** Creates the public pages' data over the API's services; one a process. */
export function createPublicPages(services: ApiServices): PublicPages {
  const categories = createCategoryLinks(services);
  const drops = createDrops(services);
  const sitemap = createSitemap(services, categories);
  return {
    versionOf: createPageVersion(services),
    categories,
    category: (slug, page) => publicCategory(services, slug, page),
    retailer: (slug) => publicRetailer(services, slug),
    product: (segment) => publicProduct(services, segment),
    status: memoized(STATUS_FOR_MS, () => statusRows(services)),
    drops,
    sitemap: sitemap.entries,
    sitemapFiles: sitemap.files,
  };
}

function createPageVersion(services: ApiServices): PublicPages['versionOf'] {
  const catalogue = memoized(LISTS_FOR_MS, () => catalogueVersion(services.em()));

  async function pricesOf(path: string): Promise<string | null> {
    const id = productIdIn(PRODUCT_PATH.exec(path)?.[1] ?? '');
    if (id) return productVersion(services.em(), id);
    return LIST_PATH.test(path) ? catalogue() : null;
  }

  return async (path) => {
    const prices = await pricesOf(path);
    return prices && `${prices}-${Math.floor(Date.now() / CLOCK_STEP_MS)}`;
  };
}
