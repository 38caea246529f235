/*
 * What the public landing pages show, from the database, and the word that says when it has changed.
 *   landing.ts          all of it under one name, for server.ts and the pages (locals.landing)
 *   product-landing, category-landing, retailer-landing, drops, status, sitemap      one kind of page each
 *   page-version        which word changes when a page must be drawn anew
 * The pages are drawn by Astro and kept by ../page-cache.ts. Decision: docs/decisions/0005-landing-pages.md.
 */
import { memoized } from '#site/api/core/memoized.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { type CategoryLanding, categoryLanding, createCategoryLinks } from './category-landing.ts';
import { createDrops, type Drop } from './drops.ts';
import type { CategoryLink } from './links.ts';
import { createPageVersion } from './page-version.ts';
import { type ProductLanding, productLanding } from './product-landing.ts';
import { type RetailerLanding, retailerLanding } from './retailer-landing.ts';
import { createSitemap, type SitemapEntry } from './sitemap.ts';
import { type StatusRow, statusRows } from './status.ts';

/** The data of every landing page; null where there is no such page. */
export interface Landing {
  /** Changes whenever the page at `path` must be drawn anew; null for a path that is never kept. */
  versionOf(path: string): Promise<string | null>;
  /** All categories that have products to compare, the largest first. */
  categories(): Promise<CategoryLink[]>;
  category(slug: string, page: number): Promise<CategoryLanding | null>;
  retailer(slug: string): Promise<RetailerLanding | null>;
  /** By the last part of its address. */
  product(segment: string): Promise<ProductLanding | null>;
  /** Every retailer that is read, by name. */
  status(): Promise<StatusRow[]>;
  /** What is really cheaper than usual today, over all categories. */
  drops(): Promise<Drop[]>;
  /** The entries of one file of the sitemap, by its name without '.xml'. */
  sitemap(name: string): Promise<SitemapEntry[] | null>;
  /** The files that the sitemap's index names. */
  sitemapFiles(): Promise<SitemapEntry[]>;
}

/** How old the status of all retailers may be. */
const STATUS_FOR_MS = 10_000;

/** The landing pages' data over the API's services; one a process. */
export function createLanding(services: ApiServices): Landing {
  const categories = createCategoryLinks(services);
  const drops = createDrops(services);
  const sitemap = createSitemap(services, categories);
  return {
    versionOf: createPageVersion(services),
    categories,
    category: (slug, page) => categoryLanding(services, slug, page),
    retailer: (slug) => retailerLanding(services, slug),
    product: (segment) => productLanding(services, segment),
    status: memoized(STATUS_FOR_MS, () => statusRows(services)),
    drops,
    sitemap: sitemap.entries,
    sitemapFiles: sitemap.files,
  };
}
