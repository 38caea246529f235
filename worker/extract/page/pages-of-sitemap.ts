/*
 * What is followed of the addresses that a shop names. Pure, and free of the database: a thread of worker/extract runs it.
 */
import type { NewPage } from '#db/queries/crawl/add-pages.ts';
import { pageKindOfUrl } from './kind-of-url.ts';
import { readSitemap } from './sitemap.ts';

/** Searches a shopper waits for (40) go first, then lists (many prices a fetch), then what leads to more. */
const PAGE_PRIORITY = { list: 30, sitemap: 20, product: 10 } as const;

/** Of one page: beyond this, found links are left out. A sitemap names up to 50,000 (extract/sitemap.ts). */
const MAX_LINKS_A_PAGE = 5_000;

/** A sitemap's text, where it was read, and whose it is. */
export interface SitemapBody {
  website: string;
  sitemapUrl: string;
  xml: string;
}

/**
 * What is followed of a sitemap: its pages on the retailer's own host, and further sitemaps there or on the host of the
 * sitemap itself, since an index on a content network names its parts there.
 */
export function pagesOfSitemap({ website, sitemapUrl, xml }: SitemapBody): NewPage[] {
  const sitemap = readSitemap(xml);
  const hosts = new Set([website, sitemapUrl].map(shopHost));
  const sitemaps = sitemap.sitemaps.filter((url) => hosts.has(shopHost(url)));
  const pages = sitemap.pages.flatMap(({ url }) => {
    const kind = URL.canParse(url) ? pageKindOfUrl(url) : null;
    return kind ? [page(url, kind)] : [];
  });
  return [...sitemaps.map((url) => page(url, 'sitemap')), ...ofHost(website, pages)];
}

/** A page of that kind, as the frontier holds it. */
export function page(url: string, kind: keyof typeof PAGE_PRIORITY): NewPage {
  return { url, kind, priority: PAGE_PRIORITY[kind] };
}

/** An address's host without `www.`, which shops use as they please; '' for what is no address. */
function shopHost(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '');
}

/** What a page links to on the retailer's own host. */
export function sameHost({ website }: { website: string }, pages: NewPage[]): NewPage[] {
  return ofHost(website, pages).slice(0, MAX_LINKS_A_PAGE);
}

/** A crawl never leaves its retailer. */
function ofHost(website: string, pages: NewPage[]): NewPage[] {
  const host = shopHost(website);
  return pages.filter(({ url }) => shopHost(url) === host);
}
