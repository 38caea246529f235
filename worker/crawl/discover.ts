import type { EntityManager } from '@mikro-orm/postgresql';
import { addPages } from '#db/queries/crawl/add-pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { page, sameHost } from '../extract/pages-of-sitemap.ts';

/** The first pages of a retailer: its sitemaps and lists. Known pages stay as they are. */
export async function addSeedPages(
  em: EntityManager,
  retailer: RetailerRow,
  sitemaps: string[],
  intervalMinutes: number,
): Promise<void> {
  const lists = retailer.discovery.listUrls.map((url) => page(url, 'list'));
  const pages = sameHost(retailer, lists);
  if (retailer.discovery.sitemap) {
    const urls = sitemaps.length > 0 ? sitemaps : [new URL('/sitemap.xml', retailer.website).href];
    // Named by the shop's own robots.txt or by its profile: these may lie elsewhere (sitemaps.org, "Cross Submits").
    pages.push(...urls.map((url) => page(url, 'sitemap')));
  }
  await addPages(em, retailer.id, pages, intervalMinutes);
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
