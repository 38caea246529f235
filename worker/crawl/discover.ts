import type { EntityManager } from '@mikro-orm/postgresql';
import { addPages, type NewPage } from '#db/queries/pages.ts';
import type { RetailerRow } from '#db/queries/retailers.ts';
import type { PageReading } from '#domain/page-reading.ts';
import { readSitemap } from '../extract/sitemap.ts';
import { pageKindOfUrl } from './page-kind-of-url.ts';

/** Searches a shopper waits for (40) go first, then lists (many prices a fetch), then what leads to more. */
const PAGE_PRIORITY = { list: 30, sitemap: 20, product: 10 } as const;

/** Pages of one retailer: beyond this, found links are left out. */
const MAX_LINKS_A_PAGE = 5_000;

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

/** Adds what a sitemap names, which was read at `sitemapUrl`. Returns how many pages were new. */
export async function addSitemapPages(
  em: EntityManager,
  retailer: RetailerRow,
  xml: string,
  intervalMinutes: number,
  sitemapUrl: string = retailer.website,
): Promise<number> {
  const pages = pagesOfSitemap(retailer.website, sitemapUrl, xml);
  return addPages(em, retailer.id, pages, intervalMinutes);
}

/**
 * What is followed of a sitemap: its pages on the retailer's own host, and further sitemaps there or on the host of the
 * sitemap itself, since an index on a content network names its parts there.
 */
export function pagesOfSitemap(website: string, sitemapUrl: string, xml: string): NewPage[] {
  const sitemap = readSitemap(xml);
  const hosts = new Set([website, sitemapUrl].map((url) => new URL(url).host));
  const sitemaps = sitemap.sitemaps.filter((url) => hosts.has(URL.parse(url)?.host ?? ''));
  const pages = sitemap.pages.flatMap(({ url }) => {
    const kind = URL.canParse(url) ? pageKindOfUrl(url) : null;
    return kind ? [page(url, kind)] : [];
  });
  return [
    ...sitemaps.map((url) => page(url, 'sitemap')).slice(0, MAX_LINKS_A_PAGE),
    ...sameHost({ website }, pages),
  ];
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

function page(url: string, kind: keyof typeof PAGE_PRIORITY): NewPage {
  return { url, kind, priority: PAGE_PRIORITY[kind] };
}

/** A crawl never leaves its retailer. */
function sameHost(retailer: Pick<RetailerRow, 'website'>, pages: NewPage[]): NewPage[] {
  const { host } = new URL(retailer.website);
  return pages
    .filter(({ url }) => URL.canParse(url) && new URL(url).host === host)
    .slice(0, MAX_LINKS_A_PAGE);
}
