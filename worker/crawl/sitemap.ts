/*
 * Reads sitemaps, and selects which of a shop's addresses the crawl follows. Pure and without a database, since an extract
 * thread runs it.
 */
import { Parser } from 'htmlparser2';
import type { PageKind } from '#db/entities/page.ts';
import type { NewPage } from '#db/queries/crawl/pages.ts';
import { isProductAddress } from '../extract/page/address.ts';

/** Maximum number of addresses in one file (sitemaps.org/protocol). */
const ENTRY_LIMIT = 50_000;
const TEXT_LIMIT_CHARS = 2_048;
/** Real sitemaps nest four levels; the parser's cost grows with the square of the depth. */
const DEPTH_LIMIT = 32;

/** The addresses in one sitemap file: the sitemaps of an index, or pages. */
export interface Sitemap {
  sitemaps: string[];
  pages: string[];
}

/** Entries of sitemaps, RSS (`item`) and Atom (`entry`), and what they list. */
const LISTS = { url: 'pages', sitemap: 'sitemaps', item: 'pages', entry: 'pages' } as const;

/**
 * Reads a sitemap, a sitemap index, RSS, Atom, or a text with one address per line (sitemaps.org/protocol). Drops addresses that are not http(s) and entries
 * past 50,000.
 */
export function readSitemap(xml: string): Sitemap {
  const sitemap: Sitemap = { sitemaps: [], pages: [] };
  const add = (list: string[], text: string): void => {
    const url = list.length < ENTRY_LIMIT ? URL.parse(text.trim()) : null;
    if (url && /^https?:$/.test(url.protocol)) list.push(url.href);
  };
  if (!xml.includes('<')) {
    for (const [line] of xml.matchAll(/\S+/g))
      if (line.length <= TEXT_LIMIT_CHARS) add(sitemap.pages, line);
    return sitemap;
  }
  let isAddress = false;
  let isEntry = false;
  let address = '';
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, { href = '', rel = 'alternate', isPermaLink }) {
        depth += 1;
        // Stop here and keep the entries read so far.
        if (depth > DEPTH_LIMIT) parser.pause();
        const local = localName(name);
        if (local in LISTS) {
          address = '';
          isEntry = local === 'item' || local === 'entry';
        }
        const isLink = local === 'link' && rel === 'alternate';
        const isOpen = isEntry && address === '';
        if (isOpen && isLink) address = href.slice(0, TEXT_LIMIT_CHARS);
        isAddress = isOpen
          ? address === '' && (isLink || (local === 'guid' && isPermaLink !== 'false'))
          : local === 'loc' && !isEntry && !name.includes('image');
      },
      ontext(text) {
        if (isAddress && address.length < TEXT_LIMIT_CHARS) address += text;
      },
      onclosetag(name) {
        depth -= 1;
        isAddress = false;
        const local = localName(name);
        if (local in LISTS) add(sitemap[LISTS[local as keyof typeof LISTS]], address);
        isEntry &&= !(local in LISTS);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return sitemap;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** Crawl priorities. A shopper's search (40) comes first, then sitemaps, lists (many prices per fetch), and the rest. */
const PAGE_PRIORITY = { sitemap: 35, list: 30, product: 10 } as const;

/** Maximum number of links followed from one page. */
const MAX_LINKS_A_PAGE = 5_000;

/** A sitemap's text, its address and its retailer. */
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
  const pages = sitemap.pages.flatMap((url) => {
    const kind = pageKindOfUrl(url);
    const isProduct = kind === 'list' && namesProducts(sitemapUrl);
    return kind ? [page(url, isProduct ? 'product' : kind)] : [];
  });
  // Beside sitemaps of products, those of articles and lists may wait, unless the former name many (discover.ts).
  const others = sitemaps.some(namesProducts) && { dueInMinutes: OTHER_SITEMAPS_WAIT_MINUTES };
  const parts = sitemaps.map((url) => ({
    ...page(url, 'sitemap'),
    ...(!namesProducts(url) && others),
  }));
  return [...parts, ...ofHost(website, pages)];
}

const OTHER_SITEMAPS_WAIT_MINUTES = 24 * 60;

const namesProducts = (url: string): boolean => new URL(url).pathname.includes('product');

/** A kind of page with its place in the frontier. */
export function withPriority<Kind extends keyof typeof PAGE_PRIORITY>(kind: Kind) {
  return { kind, priority: PAGE_PRIORITY[kind] };
}

/** Returns a page of this kind as a row of the frontier. */
export function page(url: string, kind: keyof typeof PAGE_PRIORITY): NewPage {
  return { url, ...withPriority(kind) };
}

/** Returns an address's host without `www.`; '' for an invalid address. */
function shopHost(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '');
}

/** Returns the pages that a page links to on the retailer's own host. */
export function sameHost({ website }: { website: string }, pages: NewPage[]): NewPage[] {
  return ofHost(website, pages).slice(0, MAX_LINKS_A_PAGE);
}

/** Keeps addresses on the retailer's own host. */
function ofHost(website: string, pages: NewPage[]): NewPage[] {
  const host = shopHost(website);
  return pages.filter(({ url }) => shopHost(url) === host);
}

const SITEMAP = /sitemap[^?]*\.(?:xml|txt)(?:\.gz)?(?:$|\?)|\.xml(?:\.gz)?(?:$|\?)/i;
const NOT_SHOPPING =
  /\/(?:cart|basket|checkout|account|login|register|wishlist)(?:\/|$|\?)|\/(?:stores?|store-locator|careers|privacy|terms|returns|help|faq|contact|about|blog|news|gift-cards?)(?:$|\?|\/(?!(?:[^/]+\/)*(?:p|pd|dp|product|products|productdetails|item)\/))/i;

/** Guesses the kind of a sitemap's URL; reading the page decides. */
export function pageKindOfUrl(url: string): Exclude<PageKind, 'search'> | null {
  if (NOT_SHOPPING.test(new URL(url).pathname)) return null;
  if (SITEMAP.test(url)) return 'sitemap';
  return isProductAddress(url) ? 'product' : 'list';
}
