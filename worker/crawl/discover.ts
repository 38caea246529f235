import type { EntityManager } from '@mikro-orm/postgresql';
import { addPages } from '#db/queries/crawl/pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { FetchRefused } from '#domain/errors.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import type { Fetcher } from '../fetch/http.ts';
import { robotsFor } from '../fetch/robots.ts';
import type { Visit } from './services.ts';
import { page, sameHost } from './sitemap.ts';

/** Adds a retailer's first pages: its sitemaps, and its lists, by default the home page. Known pages do not change. */
export async function addSeedPages({ services, em, retailer, signal }: Visit): Promise<void> {
  const sitemaps = await seedSitemaps(em, services.fetcher, retailer, signal);
  const { listUrls } = retailer.discovery;
  const lists = (listUrls.length > 0 ? listUrls : [retailer.website]).map((url) =>
    page(url, 'list'),
  );
  const pages = sameHost(retailer, lists);
  if (retailer.discovery.sitemap) {
    const urls = sitemaps.length > 0 ? sitemaps : [guessedSitemap(retailer)];
    // robots.txt and profiles may name sitemaps on another host (sitemaps.org, "Cross Submits").
    pages.push(...urls.map((url) => page(url, 'sitemap')));
  }
  await addPages(em, retailer.id, pages, services.recheckMinutes);
}

/** Where a sitemap may be that nothing names. */
function guessedSitemap({ website }: RetailerRow): string {
  return new URL('/sitemap.xml', website).href;
}

/** True of a sitemap that the profile does not name, at the place where one is guessed. */
export function isGuessedSitemap(retailer: RetailerRow, url: string): boolean {
  const { sitemapUrls = [] } = retailer.discovery;
  return url === guessedSitemap(retailer) && !sitemapUrls.includes(url);
}

/** The retailer's sitemaps by its profile, otherwise by its robots.txt; empty when neither names one. */
async function seedSitemaps(
  em: EntityManager,
  fetcher: Fetcher,
  retailer: RetailerRow,
  signal: AbortSignal,
): Promise<string[]> {
  const { sitemap, sitemapUrls = [] } = retailer.discovery;
  if (!sitemap || sitemapUrls.length > 0) return sitemapUrls;
  const { origin } = new URL(retailer.website);
  try {
    const pace = { paceMs: retailer.paceMs, signal };
    return (await robotsFor({ em, fetcher, pace }, origin)).sitemaps;
  } catch (error) {
    // The host is in back-off; the next job tries again.
    if (error instanceof FetchRefused) return [];
    throw error;
  }
}

/** Adds the product and list pages that a page links to. */
export async function addLinkedPages(
  em: EntityManager,
  retailer: RetailerRow,
  links: PageReading['links'],
  intervalMinutes: number,
): Promise<number> {
  const pages = [
    ...links.products.map((url) => page(url, 'product')),
    ...links.lists.map((url) => page(url, 'list')),
  ];
  return addPages(em, retailer.id, sameHost(retailer, pages), intervalMinutes);
}
