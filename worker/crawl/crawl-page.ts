import { addPages } from '#db/queries/crawl/add-pages.ts';
import { type ClaimedPage, finishPage, releasePage } from '#db/queries/crawl/pages.ts';
import { FetchRefused, HOST_WIDE, StaleAttempt } from '#domain/errors.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FetchedPage } from '../fetch/fetched-page.ts';
import { bodyText } from '../fetch/page-body.ts';
import { guardReading, noOffers } from '../offers/guard-reading.ts';
import { addLinkedPages } from './discover.ts';
import { fetchClaimed, readClaimed, wantsLinks } from './fetch-claimed.ts';
import type { Judgement } from './judge-run.ts';
import { recordRefusal, recordUnchanged } from './record-fetch.ts';
import type { PageVisit, Visit } from './services.ts';
import { storeReading } from './store-reading.ts';

/** How a page's crawl ended; `goOn` is false when the host is in back-off or our network is down. */
export interface PageEnd extends Judgement {
  goOn: boolean;
}

const UNJUDGED: Judgement = { verdict: null, heldIn: null };

/** Fetches a claimed page and stores, or holds, what it says. Throws only for faults of our own. */
export async function crawlPage(visit: Visit, runId: string, claim: ClaimedPage): Promise<PageEnd> {
  const pageVisit: PageVisit = { ...visit, runId, claim };
  try {
    const { page, reading } = await fetchClaimed(visit, claim);
    if (page.status === 304) return { goOn: true, ...(await recordUnchanged(pageVisit, page)) };
    const { productIds, verdict, heldIn } = await readFetchedPage(pageVisit, page, reading);
    for (const id of productIds) visit.stale.add(id);
    return { goOn: true, verdict, heldIn };
  } catch (error) {
    if (visit.signal.aborted) {
      await releasePage(visit.em, claim, 0);
      return { goOn: false, ...UNJUDGED };
    }
    if (error instanceof StaleAttempt) return stale(pageVisit, error);
    if (error instanceof FetchRefused) return refused(pageVisit, error);
    // If this fails too (the database is down), the first error is the useful one, and the page stays due.
    await putOff(pageVisit).catch(() => {});
    throw error;
  }
}

/** Stores a fetched body: pages of a sitemap or list, offers of a page. `read` is its reading, if rendering took one. */
export async function readFetchedPage(
  visit: PageVisit,
  page: FetchedPage,
  read: PageReading | null = null,
) {
  const { services, em, retailer, claim } = visit;
  const validators = { etag: page.etag, lastModified: page.lastModified };
  if (claim.kind === 'sitemap') {
    const sitemap = { website: retailer.website, sitemapUrl: page.url, xml: page.body };
    for (const pages of await services.extract.pagesOfSitemap(sitemap))
      await addPages(em, retailer.id, pages, services.recheckMinutes);
    return storeReading(visit, noOffers(), validators);
  }
  // Copied first: the bytes of a large page are transferred to an extraction thread.
  const kept = services.keepPage && { ...page, body: bodyText(page.body) };
  const reading = read ?? (await readClaimed(services.extract, retailer, claim, page));
  if (kept) await services.keepPage?.(retailer.slug, kept, reading, services.now());
  if (wantsLinks(claim)) {
    await addLinkedPages(em, retailer, reading.links, services.recheckMinutes);
  }
  return storeReading(visit, guardReading(reading, retailer), validators);
}

/** Ends the claim after a fault of our own, so that it does not count as a death of the worker. Retries back off. */
async function putOff({ em, claim }: PageVisit): Promise<void> {
  const { etag, lastModified, intervalMinutes: nextIntervalMinutes } = claim;
  const failed = { outcome: 'failed', reason: 'our-fault', retryAfterMs: null } as const;
  const validators = { etag, lastModified };
  await finishPage(em, claim, { ...failed, validators, nextIntervalMinutes });
}

function stale({ services, claim }: PageVisit, error: StaleAttempt): PageEnd {
  services.log.warn({ url: claim.url }, error.message);
  return { goOn: true, ...UNJUDGED };
}

async function refused(visit: PageVisit, refusal: FetchRefused): Promise<PageEnd> {
  const { services, em, claim } = visit;
  // A network of ours that is down is reported once (transport-error.ts).
  const level = refusal.reason === 'own-network' ? 'debug' : 'info';
  services.log[level]({ url: claim.url, reason: refusal.reason }, refusal.message);
  // Not the page's fault: it is released unchanged.
  if (HOST_WIDE.has(refusal.reason)) {
    await releasePage(em, claim, refusal.retryAfterMs ?? MINUTE_MS);
    return { goOn: false, ...UNJUDGED };
  }
  try {
    return { goOn: true, ...(await recordRefusal(visit, refusal)) };
  } catch (error) {
    if (error instanceof StaleAttempt) return stale(visit, error);
    throw error;
  }
}
