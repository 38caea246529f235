import type { ClaimedPage } from '#db/queries/crawl/pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import type { FetchedPage, TextPage } from '../fetch/fetched-page.ts';
import { politeFetch, politeRender } from '../fetch/polite-fetch.ts';
import { statesPrice } from '../offers/guard-reading.ts';
import type { ExtractPool } from './extract-pool.ts';
import { wasReadWell } from './judge-run.ts';
import type { Visit } from './services.ts';

/** A fetched page, with the reading that rendering took, if any, and the time by which its sales are judged. */
export interface FetchedClaim {
  page: FetchedPage;
  reading: PageReading | null;
  fetchedAt: Date;
}

/** Fetches a claimed page: in the browser if scripts render the shop's pages, otherwise, and for sitemaps, by plain HTTP. */
export async function fetchClaimed(visit: Visit, claim: ClaimedPage): Promise<FetchedClaim> {
  const { services, em, retailer, signal } = visit;
  if (retailer.render === 'browser' && claim.kind !== 'sitemap') return renderClaimed(visit, claim);
  const { url, etag, lastModified } = claim;
  const accept = claim.kind === 'sitemap' ? 'sitemap' : 'page';
  const pace = { paceMs: retailer.paceMs, signal };
  const caller = { em, fetcher: services.fetcher, pace };
  const page = await politeFetch(caller, { url, etag, lastModified, accept });
  return { page, reading: null, fetchedAt: services.now() };
}

interface RenderVisit extends Pick<Visit, 'em'> {
  services: Pick<Visit['services'], 'extract' | 'fetcher' | 'now' | 'renderer'>;
  retailer: Pick<RetailerRow, 'discovery' | 'paceMs'>;
  signal?: AbortSignal;
}

/** Renders a claimed page until it states a price or settles. The reading that finds the price becomes the page's reading. */
export async function renderClaimed(
  { services, em, retailer, signal }: RenderVisit,
  claim: ClaimedPage,
): Promise<FetchedClaim> {
  const { extract, fetcher, now, renderer } = services;
  let latest: { body: string; reading: PageReading; fetchedAt: Date } | undefined;
  const isComplete = async (page: TextPage) => {
    const fetchedAt = now();
    const reading = await readClaimed(extract, retailer, claim, { page, fetchedAt });
    latest = { body: page.body, reading, fetchedAt };
    return statesPrice(reading);
  };
  const pace = { paceMs: retailer.paceMs, signal };
  const page = await politeRender({ em, fetcher, pace }, renderer, claim.url, isComplete);
  const last = latest as typeof latest;
  return last?.body === page.body ? { page, ...last } : { page, reading: null, fetchedAt: now() };
}

/** Extracts a page, including its links if `wantsLinks`. */
export function readClaimed(
  extract: ExtractPool,
  { discovery: { selectors } }: Pick<RetailerRow, 'discovery'>,
  claim: ClaimedPage,
  { page, fetchedAt }: Pick<FetchedClaim, 'page' | 'fetchedAt'>,
): Promise<PageReading> {
  const nowMs = fetchedAt.getTime();
  const { body, url, contentType } = page;
  const task = { body, url, contentType, nowMs, selectors, wantsLinks: wantsLinks(claim) };
  return extract.readPage(task);
}

/** False for a product page that was read before: its links are known, and lists and sitemaps name new pages. */
export function wantsLinks(claim: ClaimedPage): boolean {
  return claim.kind !== 'product' || !wasReadWell(claim);
}
