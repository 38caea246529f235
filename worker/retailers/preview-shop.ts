/* Visits a shop from its home page, as the first crawl would, until ten products are read. Stores no offer. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type ProductSelectors, ShopVisit } from '#db/entities/retailer.ts';
import type { NewPage } from '#db/queries/crawl/pages.ts';
import type { ProfileFile } from '#db/seed/real-retailers.ts';
import { type FetchRefusal, FetchRefused, messageOf } from '#domain/errors.ts';
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import { type FoundProduct, type FoundShop, SHOWN_FIELDS } from '#domain/retailers/found-shop.ts';
import { pagesOfSitemap } from '../crawl/sitemap.ts';
import { isProductAddress } from '../extract/page/address.ts';
import { readPage } from '../extract/read-page.ts';
import type { TextPage } from '../fetch/fetched-page.ts';
import type { Fetcher } from '../fetch/http.ts';
import { bodyText } from '../fetch/page-body.ts';
import { politeFetch } from '../fetch/polite-fetch.ts';
import { type Robots, robotsFor } from '../fetch/robots.ts';
import { guardReading } from '../offers/guard-reading.ts';
import { draftProfile, fieldSources } from './draft-profile.ts';

const MOST_PRODUCTS = 10;
/** Sitemaps, lists and products: at 5 s a request, three minutes at most. */
const MOST_REQUESTS = 36;
const MOST_SITEMAPS = 3;

/** The pace of a visit; a shop on this machine has none. */
const PACE_MS = 5_000;
export const paceOf = (address: string, localShops: readonly string[]): number =>
  localShops.includes(new URL(address).origin) ? 0 : PACE_MS;

export type ShopPreview = FoundShop<ProfileFile, FetchRefusal>;

/** What a visit needs. `onRead` is told each address. */
export interface PreviewTools {
  em: EntityManager;
  fetcher: Fetcher;
  paceMs: number;
  selectors?: ProductSelectors | undefined;
  onRead?: (url: string, requests: number) => void;
}

const nothingFound = (): ShopPreview => ({
  profile: null,
  refusal: null,
  robots: null,
  named: 0,
  lists: [],
  products: [],
  requests: 0,
});

/** Makes a visit that an operator asked for and stores what it found, a fault of our own included. Ignores a visit that is over or gone. */
export async function makeVisit(
  em: EntityManager,
  { fetcher, localShops }: { fetcher: Fetcher; localShops: readonly string[] },
  id: string,
): Promise<void> {
  const visit = await em.findOne(ShopVisit, { id, found: null });
  if (!visit) return;
  const { address, selectors } = visit;
  const onRead = (reading: string, requests: number) => {
    const noted = em.fork().nativeUpdate(ShopVisit, { id, found: null }, { reading, requests });
    // Progress alone: the visit goes on.
    noted.catch(() => {});
  };
  const tools = { em: em.fork(), fetcher, onRead, paceMs: paceOf(address, localShops) };
  const found = await previewShop(address, {
    ...tools,
    selectors: selectors ?? undefined,
  }).catch((error: unknown) => {
    const refusal = { reason: 'failed', message: messageOf(error) };
    return { ...nothingFound(), refusal };
  });
  await em.nativeUpdate(ShopVisit, { id }, { found, reading: null });
}

/** Previews the shop at this address. Throws only for faults of our own. */
export async function previewShop(address: string, tools: PreviewTools): Promise<ShopPreview> {
  const preview = nothingFound();
  const visit = visitOf(tools, preview);
  const home = new URL('/', address).href;
  let robots: Robots;
  let page: TextPage;
  try {
    robots = await robotsFor(visit.caller, new URL(home).origin);
    preview.robots = robots;
    page = await visit.fetch(home);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    preview.refusal = { reason: error.reason, message: error.message };
    return preview;
  }
  const at = new Date();
  const reading = visit.read(page);
  const given = new URL(address).href === home ? [] : [address];
  const named = await addressesOfSitemaps(visit, page.url, robots.sitemaps);
  preview.named = named.length;
  const known = new Set([...given, ...spread(named, MOST_PRODUCTS * 2)]);
  noteList(preview, page.url, reading, known);
  await readLists(visit, preview, [...reading.links.lists, ...reading.links.others], known);
  for (const url of known) {
    if (preview.products.length >= MOST_PRODUCTS || visit.isSpent(0)) break;
    const read = await visit.tryRead(url);
    if (read?.reading.product) preview.products.push(previewed(read.page, read.reading, tools));
    else if (read) noteList(preview, url, read.reading, known);
  }
  const first = preview.products[0]?.offer ?? null;
  const shown = first ? { ...reading, product: first } : reading;
  const draft = draftProfile({ url: page.url, body: page.body, reading: shown, robots, at });
  const { selectors } = tools;
  const discovery = { ...draft.discovery, ...(selectors && { selectors }) };
  preview.profile = { ...draft, ...described(draft, preview), discovery };
  return preview;
}

/** Reads pages that may be lists until enough products are known. */
async function readLists(
  visit: Visitor,
  preview: ShopPreview,
  urls: readonly string[],
  known: Set<string>,
): Promise<void> {
  for (const url of urls) {
    if (known.size >= MOST_PRODUCTS || visit.isSpent(MOST_PRODUCTS)) return;
    const list = await visit.tryRead(url);
    if (list?.reading.product) known.add(url);
    else if (list) noteList(preview, url, list.reading, known);
  }
}

type Visitor = ReturnType<typeof visitOf>;

function visitOf({ em, fetcher, paceMs, selectors, onRead }: PreviewTools, preview: ShopPreview) {
  const caller = { em, fetcher, pace: { paceMs } };
  const fetch = async (url: string, accept: 'page' | 'sitemap' = 'page') => {
    preview.requests += 1;
    onRead?.(url, preview.requests);
    const fetched = await politeFetch(caller, { url, accept });
    return { ...fetched, body: bodyText(fetched.body) };
  };
  const read = (page: TextPage) => readPage({ ...page, selectors, nowMs: Date.now() });
  return {
    caller,
    fetch,
    read,
    /** True when no request is left beside those kept for later. */
    isSpent: (kept: number) => preview.requests >= MOST_REQUESTS - kept,
    /** Reads a page; null if it is refused. */
    tryRead: (url: string) =>
      orNull(async () => {
        const page = await fetch(url);
        return { page, reading: read(page) };
      }),
  };
}

/** The result; null for a refusal. */
async function orNull<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FetchRefused) return null;
    throw error;
  }
}

/** The product addresses of the first sitemaps that name any; those of addresses like a product's alone, if there are such. */
async function addressesOfSitemaps(visit: Visitor, home: string, stated: readonly string[]) {
  const waiting = stated.length > 0 ? [...stated] : [new URL('/sitemap.xml', home).href];
  const found: NewPage[] = [];
  for (let read = 0; read < MOST_SITEMAPS && waiting.length > 0 && !found.length; read += 1) {
    const sitemapUrl = waiting.shift() ?? '';
    const sitemap = await orNull(() => visit.fetch(sitemapUrl, 'sitemap'));
    const pages = sitemap ? pagesOfSitemap({ website: home, sitemapUrl, xml: sitemap.body }) : [];
    const nested = pages.filter(({ kind }) => kind === 'sitemap').map(({ url }) => url);
    waiting.unshift(...nested.toSorted((a, b) => Number(isOfGoods(b)) - Number(isOfGoods(a))));
    found.push(...pages.filter(({ kind }) => kind !== 'sitemap'));
  }
  const products = found.filter(({ url }) => isProductAddress(url));
  return (products.length > 0 ? products : found).map(({ url }) => url);
}

const isOfGoods = (sitemap: string): boolean => /product/i.test(sitemap);

/** Up to `most` of the addresses, from all parts of the list. */
function spread(all: readonly string[], most: number): string[] {
  const step = Math.max(1, all.length / most);
  const count = Math.min(most, all.length);
  return Array.from({ length: count }, (_, nth) => all[Math.floor(nth * step)] ?? '');
}

function noteList(
  preview: ShopPreview,
  url: string,
  { items, links }: PageReading,
  known: Set<string>,
): void {
  if (items.length > 0) preview.lists.push({ url, products: items.length });
  for (const product of links.products) known.add(product);
}

function previewed(
  page: TextPage,
  reading: PageReading,
  { selectors }: PreviewTools,
): FoundProduct {
  const offer = reading.product as OfferReading;
  const sources = fieldSources({ ...page, selectors, nowMs: Date.now() }, offer);
  const { refused } = guardReading(reading, { name: '', currency: 'AUD' });
  return {
    offer,
    sources: Object.fromEntries(SHOWN_FIELDS.map((field) => [field, sources.get(field) ?? []])),
    refusal: offer.price === null ? 'no-price' : (refused[0]?.reason ?? null),
  };
}

/** The facts that a person would add to a draft, as far as the visit tells them. */
function described({ name, asOf }: ProfileFile, { products }: ShopPreview): Partial<ProfileFile> {
  const categories = products.flatMap(({ offer }) => offer.category?.split(/ [>/] /)[0] ?? []);
  const counts = Map.groupBy(categories, (each) => each);
  const [category = 'General'] = [...counts.keys()].toSorted(
    (a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0),
  );
  const priced = products.filter(({ refusal }) => refusal === null).length;
  return {
    category,
    region: 'Online',
    description: `${name} sells ${category === 'General' ? 'goods of several kinds' : category}`,
    trustBasis: `Editorial start value of ${asOf}. Not measured; the figures of our own runs are to replace it.`,
    accessNote: `${products.length} products were read on ${asOf}, ${priced} of them with a price that Priceroo accepts.`,
  };
}
