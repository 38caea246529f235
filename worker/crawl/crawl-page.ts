import { addPages } from '#db/queries/crawl/add-pages.ts';
import { type ClaimedPage, finishPage, releasePage } from '#db/queries/crawl/pages.ts';
import { type FetchRefusal, FetchRefused, StaleAttempt } from '#domain/errors.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FetchedPage } from '../fetch/fetched-page.ts';
import { bodyText } from '../fetch/page-body.ts';
import { guardReading, noOffers } from '../offers/guard-reading.ts';
import { addLinkedPages } from './discover.ts';
import { fetchClaimed, readClaimed, wantsLinks } from './fetch-claimed.ts';
import type { Judgement } from './judge-run.ts';
import { recordRefusal, recordUnchanged } from './record-fetch.ts';
import type { Visit } from './services.ts';
import { type StoreOutcome, storeReading } from './store-reading.ts';

/** How a page's crawl ended; `goOn` is false when the host is in back-off or our network is down. */
export interface PageEnd extends Judgement {
  goOn: boolean;
}

const UNJUDGED: Judgement = { verdict: null, heldIn: null };
/** Not the page's fault (host in back-off, or our network is down): the page is released unchanged. */
const HOST_WIDE: ReadonlySet<FetchRefusal> = new Set([
  'breaker-open',
  'rate-limited',
  'own-network',
]);

/** Fetches a claimed page and stores, or holds, what it says. Throws only for faults of our own. */
export async function crawlPage(visit: Visit, runId: string, claim: ClaimedPage): Promise<PageEnd> {
  const { em, signal } = visit;
  try {
    const { page, reading } = await fetchClaimed(visit, claim);
    if (page.status === 304) {
      return { goOn: true, ...(await recordUnchanged(visit, runId, claim, page)) };
    }
    const outcome = await readFetchedPage(visit, runId, claim, page, reading);
    for (const id of outcome.productIds) visit.stale.add(id);
    return { goOn: true, verdict: outcome.verdict, heldIn: outcome.heldIn };
  } catch (error) {
    if (signal.aborted) {
      await releasePage(em, claim, 0);
      return { goOn: false, ...UNJUDGED };
    }
    if (error instanceof StaleAttempt) return stale(visit, claim, error);
    if (error instanceof FetchRefused) return refused(visit, runId, claim, error);
    // If this fails too (the database is down), the first error is the useful one, and the page stays due.
    await putOff(visit, claim).catch(() => {});
    throw error;
  }
}

/** Stores a fetched body: pages of a sitemap or list, offers of a page. `read` is its reading, if rendering took one. */
export async function readFetchedPage(
  visit: Omit<Visit, 'signal' | 'stale'>,
  runId: string,
  claim: ClaimedPage,
  page: FetchedPage,
  read: PageReading | null = null,
): Promise<StoreOutcome> {
  const { services, em, retailer } = visit;
  const validators = { etag: page.etag, lastModified: page.lastModified };
  if (claim.kind === 'sitemap') {
    const sitemap = { website: retailer.website, sitemapUrl: page.url, xml: page.body };
    for (const pages of await services.extract.pagesOfSitemap(sitemap))
      await addPages(em, retailer.id, pages, services.recheckMinutes);
    return storeReading(visit, runId, claim, noOffers(), validators);
  }
  // Copied first: the bytes of a large page are transferred to an extraction thread.
  const kept = services.keepPage && { ...page, body: bodyText(page.body) };
  const reading = read ?? (await readClaimed(services.extract, retailer, claim, page));
  if (kept) await services.keepPage?.(retailer.slug, kept, reading, services.now());
  if (wantsLinks(claim)) {
    await addLinkedPages(em, retailer, reading.links, services.recheckMinutes);
  }
  return storeReading(visit, runId, claim, guardReading(reading, retailer), validators);
}

/** Ends the claim after a fault of our own, so that it does not count as a death of the worker. Retries back off. */
async function putOff({ em }: Visit, claim: ClaimedPage): Promise<void> {
  const { etag, lastModified, intervalMinutes: nextIntervalMinutes } = claim;
  const failed = { outcome: 'failed', reason: 'our-fault', retryAfterMs: null } as const;
  const validators = { etag, lastModified };
  await finishPage(em, claim, { ...failed, validators, nextIntervalMinutes });
}

function stale({ services }: Visit, claim: ClaimedPage, error: StaleAttempt): PageEnd {
  services.log.warn({ url: claim.url }, error.message);
  return { goOn: true, ...UNJUDGED };
}

async function refused(visit: Visit, runId: string, claim: ClaimedPage, refusal: FetchRefused) {
  const { services, em } = visit;
  // A network of ours that is down is reported once (transport-error.ts).
  const level = refusal.reason === 'own-network' ? 'debug' : 'info';
  services.log[level]({ url: claim.url, reason: refusal.reason }, refusal.message);
  if (HOST_WIDE.has(refusal.reason)) {
    await releasePage(em, claim, refusal.retryAfterMs ?? MINUTE_MS);
    return { goOn: false, ...UNJUDGED };
  }
  try {
    return { goOn: true, ...(await recordRefusal(visit, runId, claim, refusal)) };
  } catch (error) {
    if (error instanceof StaleAttempt) return stale(visit, claim, error);
    throw error;
  }
}
