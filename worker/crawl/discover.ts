import type { EntityManager } from '@mikro-orm/postgresql';
import { addPages, type ClaimedPage, type NewPage } from '#db/queries/crawl/pages.ts';
import {
  areAnyUnknown,
  countProbes,
  dueProbes,
  firstLists,
  PROBE_PRIORITY,
  scheduleUnread,
  settleProbes,
  waitingSitemaps,
} from '#db/queries/crawl/probes.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { FetchRefused } from '#domain/errors.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import type { Fetcher } from '../fetch/http.ts';
import { robotsFor } from '../fetch/robots.ts';
import { needlessProbes } from './probe-forms.ts';
import type { Visit } from './services.ts';
import { page, sameHost, withPriority } from './sitemap.ts';

/** Adds a retailer's first pages: its sitemaps, and its lists, by default the home page. Known pages do not change. */
export async function addSeedPages({ services, em, retailer, signal }: Visit): Promise<void> {
  const sitemaps = await seedSitemaps(em, services.fetcher, retailer, signal);
  const { listUrls } = retailer.discovery;
  const lists =
    listUrls.length > 0
      ? listUrls.map((url) => page(url, 'list'))
      : [probe(new URL(retailer.website).href)];
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

/** A page that may be a list. */
function probe(url: string): NewPage {
  return { url, kind: 'list', priority: PROBE_PRIORITY };
}

/** Probes that gave nothing or wait, at most: a base, less beside a sitemap, and a share of the known products. */
const IDLE_PROBES = { base: 30, besideSitemap: 3, perProduct: 0.5 };
/** What is known to be worth reading comes first. */
const PROBE_WAIT_MINUTES = 24 * 60;

/**
 * Adds the products and lists that a page links to, and as many of its other links as may be probed for lists: at once, or a day later
 * beside a sitemap that names products and after several in vain. Returns the number of new products.
 */
export async function addLinkedPages(
  em: EntityManager,
  retailer: RetailerRow,
  claim: Pick<ClaimedPage, 'priority' | 'url'>,
  { products, lists, others }: PageReading['links'],
  intervalMinutes: number,
): Promise<number> {
  const add = (pages: NewPage[]) =>
    addPages(em, retailer.id, sameHost(retailer, pages), intervalMinutes);
  // A menu may lead to products too.
  const settled = await settleProbes(em, retailer.id, products, withPriority('product'));
  const newProducts = settled + (await add(products.map((url) => page(url, 'product'))));
  // What shows no product is no list with further pages; those of a list without a new one, such as "newest first", may wait.
  const isList = products.length > 0;
  const dueInMinutes = newProducts > 0 ? 0 : PROBE_WAIT_MINUTES;
  if (isList) await add(lists.map((url) => ({ ...page(url, 'list'), dueInMinutes })));
  const probes = sameHost(retailer, (isList ? others : [...others, ...lists]).map(probe));
  // The count reads all pages of the shop; the links of a menu are known after its first page.
  const isProbe = claim.priority === PROBE_PRIORITY;
  if (!isProbe && !(await areAnyUnknown(em, probes))) return newProducts;
  const known = await countProbes(em, retailer.id);
  const hasSitemap = known.sitemaps > 0;
  const base = hasSitemap ? IDLE_PROBES.besideSitemap : IDLE_PROBES.base;
  const most = Math.floor(base + IDLE_PROBES.perProduct * known.products) - known.idle;
  await addPages(em, retailer.id, probes, intervalMinutes, { most });
  if (hasSitemap && known.knownProducts > 0)
    await scheduleUnread(em, dueProbes(retailer.id), PROBE_WAIT_MINUTES);
  else if (!hasSitemap) {
    const lists = (await firstLists(em, retailer.id)).map((list) =>
      isProbe && list.url === claim.url
        ? { ...list, hasProducts: newProducts > 0, isDueProbe: false }
        : list,
    );
    const waiting = needlessProbes(lists, known.knownProducts);
    if (waiting.length > 0) await scheduleUnread(em, { url: { $in: waiting } }, PROBE_WAIT_MINUTES);
  }
  return newProducts;
}

/** A sitemap with fewer products is read whole in less time than lists would save. */
const MANY_PRODUCTS = 100;

/**
 * Adds the pages that a sitemap names. Once it names products, links that are only guessed to be lists may wait; once it names many,
 * the shop's other sitemaps are due, since lists give many prices a request.
 */
export async function addSitemapPages(
  em: EntityManager,
  retailer: RetailerRow,
  pages: NewPage[],
  intervalMinutes: number,
): Promise<void> {
  await addPages(em, retailer.id, pages, intervalMinutes);
  const products = pages.filter(({ kind }) => kind === 'product').length;
  if (products > 0) await scheduleUnread(em, dueProbes(retailer.id), PROBE_WAIT_MINUTES);
  if (products >= MANY_PRODUCTS) await scheduleUnread(em, waitingSitemaps(retailer.id), 0);
}

/** Adds a product's own page; if it may wait, for the next check, in place of the other address that was just read. */
export async function addOwnPage(
  em: EntityManager,
  retailer: RetailerRow,
  { url, mayWait }: { url: string; mayWait: boolean },
  intervalMinutes: number,
): Promise<void> {
  const own = { ...page(url, 'product'), ...(mayWait && { dueInMinutes: intervalMinutes }) };
  await addPages(em, retailer.id, sameHost(retailer, [own]), intervalMinutes);
  if (mayWait) await scheduleUnread(em, { url }, intervalMinutes);
}
