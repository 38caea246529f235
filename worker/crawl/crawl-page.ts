import { isReadByAnother, readElsewhere } from '#db/queries/crawl/own-pages.ts';
import {
  type ClaimedPage,
  finishPage,
  freeOtherAddresses,
  type NewPage,
  REST_MINUTES,
  releasePage,
} from '#db/queries/crawl/pages.ts';
import { addToRun } from '#db/queries/crawl/runs.ts';
import { joinCopies } from '#db/queries/matches/join-copies.ts';
import { endOffersOfPage, touchOffersOfPage } from '#db/queries/offers/page-offers.ts';
import { lockRun } from '#db/queries/quarantine/quarantine.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { type FetchRefusal, FetchRefused, HOST_WIDE, StaleAttempt } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FetchedPage } from '#worker/fetch/fetched-page.ts';
import { bodyText } from '#worker/fetch/page-body.ts';
import { guardReading, noOffers } from '#worker/offers/guard-reading.ts';
import { addLinkedPages, addOwnPage, addSitemapPages, isGuessedSitemap } from './discover.ts';
import { type FetchedClaim, fetchClaimed, readClaimed, wantsLinks } from './fetch-claimed.ts';
import { holdReading, type Judgement, judgeInRun, judgeLoss } from './judge-run.ts';
import { settleIdentity } from './page-identity.ts';
import type { PageVisit, Visit } from './services.ts';
import { nextIntervalMinutes, storeReading } from './store-reading.ts';

/** The result of crawling a page; `goOn` is false while the host is in back-off or our network is down. */
export interface PageEnd extends Judgement {
  goOn: boolean;
}

const UNJUDGED: Judgement = { verdict: null, heldIn: null };
/** The end of a claim that needs no reading for a long time. */
const REST = {
  outcome: 'unchanged',
  reason: null,
  validators: null,
  nextIntervalMinutes: REST_MINUTES,
  retryAfterMs: null,
} as const;

/** Fetches a claimed page and stores its content, or holds it. Throws only for faults of our own. */
export async function crawlPage(visit: Visit, runId: string, claim: ClaimedPage): Promise<PageEnd> {
  const pageVisit: PageVisit = { ...visit, runId, claim };
  try {
    if (await isReadElsewhere(visit, claim)) return { goOn: true, ...UNJUDGED };
    const { page, ...read } = await fetchClaimed(visit, claim);
    if (page.status === 304) return { goOn: true, ...(await recordUnchanged(pageVisit, page)) };
    const { productIds, verdict, heldIn } = await readFetchedPage(pageVisit, page, read);
    for (const id of productIds) visit.stale.add(id);
    return { goOn: true, verdict, heldIn };
  } catch (error) {
    if (visit.signal.aborted) {
      await releasePage(visit.em, claim, 0);
      return { goOn: false, ...UNJUDGED };
    }
    if (error instanceof StaleAttempt) return stale(pageVisit, error);
    if (error instanceof FetchRefused) return refused(pageVisit, error);
    // When the database is down, postponing fails too: the first error is the useful one, and the page stays due.
    await postpone(pageVisit).catch(() => {});
    throw error;
  }
}

/** Stores a fetched body: the pages of a sitemap or list, or the offers of a page. `read` holds the reading that rendering took, if any. */
export async function readFetchedPage(
  visit: PageVisit,
  page: FetchedPage,
  read: Omit<FetchedClaim, 'page'> = { reading: null, fetchedAt: visit.services.now() },
) {
  const { services, em, retailer, claim } = visit;
  const validators = { etag: page.etag, lastModified: page.lastModified };
  if (claim.kind === 'sitemap') {
    const sitemap = { website: retailer.website, sitemapUrl: page.url, xml: page.body };
    for (const pages of await services.extract.pagesOfSitemap(sitemap)) {
      const found = pages.flatMap((page) =>
        page.kind === 'sitemap' ? nestedSitemap(page, claim) : page,
      );
      await addSitemapPages(em, retailer, found, services.recheckMinutes);
    }
    return storeReading(visit, noOffers(), validators);
  }
  // Copy first: reading transfers the bytes of a large page to an extraction thread.
  const kept = services.keepPage && { ...page, body: bodyText(page.body) };
  const { fetchedAt } = read;
  const reading =
    read.reading ?? (await readClaimed(services.extract, retailer, claim, { page, fetchedAt }));
  if (kept) await services.keepPage?.(em, claim.id, kept, reading, fetchedAt);
  const settled = await settleIdentity(em, claim, page.url, reading);
  const { ownPage, canonicalUrl } = settled;
  const newProducts = wantsLinks(claim)
    ? await addLinkedPages(em, retailer, claim, settled.reading.links, services.recheckMinutes)
    : 0;
  if (ownPage && !ownPage.isRead) await addOwnPage(em, retailer, ownPage, services.recheckMinutes);
  const guarded = guardReading(settled.reading, retailer);
  const stored = await storeReading(visit, guarded, validators, {
    ownPage,
    canonicalUrl,
    newProducts,
  });
  if (!guarded.isProductPage || stored.heldIn !== null) return stored;
  const joined = await joinCopies(em, retailer.id, ownPage?.url ?? claim.url);
  return { ...stored, productIds: [...stored.productIds, ...joined] };
}

/** True, and ended, for the claim of an unread page whose product another address just showed: it waits if it is the product's own, else it is joined. */
async function isReadElsewhere(
  { services, em, stale }: Visit,
  claim: ClaimedPage,
): Promise<boolean> {
  const { url, kind, lastOutcome, retailerId } = claim;
  if (kind !== 'product' || lastOutcome !== null) return false;
  const { recheckMinutes } = services;
  if (await isReadByAnother(em, retailerId, url, recheckMinutes)) {
    await releasePage(em, claim, recheckMinutes * MINUTE_MS);
    return true;
  }
  const canonicalUrl = await readElsewhere(em, retailerId, url);
  if (canonicalUrl === null) return false;
  await finishPage(em, claim, { ...REST, canonicalUrl });
  for (const id of await joinCopies(em, retailerId, canonicalUrl)) stale.add(id);
  return true;
}

/** Each level of a sitemap index lowers the priority; sitemaps three levels deep are ignored. */
const PRIORITY_PER_LEVEL = 5;
const LEAST_PRIORITY = 25;

function nestedSitemap(sitemap: NewPage, parent: ClaimedPage): NewPage[] {
  const priority = parent.priority - PRIORITY_PER_LEVEL;
  return priority < LEAST_PRIORITY ? [] : [{ ...sitemap, priority }];
}

/** Ends the claim after a fault of our own, so that it does not count as a worker's death. Retries back off. */
async function postpone({ em, claim }: PageVisit): Promise<void> {
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
  // transport-error.ts reports an outage of our own network once.
  const level = refusal.reason === 'own-network' ? 'debug' : 'info';
  services.log[level]({ url: claim.url, reason: refusal.reason }, refusal.message);
  // The whole host is affected, not this page: release the page unchanged.
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

/** Records a page that answered 304: its offers are unchanged. */
async function recordUnchanged(
  { services, em, runId, claim }: PageVisit,
  page: FetchedPage,
): Promise<Judgement> {
  const { letterhead, recheckMinutes } = services;
  return inTransaction(em, async (tx) => {
    const run = await lockRun(tx, runId);
    await finishPage(tx, claim, {
      outcome: 'unchanged',
      // The offers that were refused are still refused.
      reason: claim.lastReason,
      validators: {
        etag: page.etag ?? claim.etag,
        lastModified: page.lastModified ?? claim.lastModified,
      },
      nextIntervalMinutes:
        claim.kind === 'product'
          ? nextIntervalMinutes(claim, false, recheckMinutes)
          : claim.intervalMinutes,
      retryAfterMs: null,
    });
    const touched = await touchOffersOfPage(tx, claim.id, services.now());
    await addToRun(tx, runId, { pagesDone: 1, pagesUnchanged: 1, offersSeen: touched.length });
    const readings = touched.map((of) => ({ of, verdict: 'sane' as const }));
    return judgeInRun(tx, claim.retailerId, run, readings, letterhead);
  });
}

/** Refusals that our own machine causes: the address guard, or a missing browser. They do not count against the shop. */
const OUR_OWN: ReadonlySet<FetchRefusal> = new Set(['address-forbidden', 'browser-unavailable']);

/** Records a failed fetch: schedules the next attempt, and discontinues the page's offers if the page is gone. */
async function recordRefusal(
  { services, em, runId, retailer, claim }: PageVisit,
  { reason, retryAfterMs }: FetchRefused,
): Promise<Judgement> {
  const isNoSitemap = reason === 'not-found' || reason === 'content-type';
  if (isNoSitemap && isGuessedSitemap(retailer, claim.url)) {
    await finishPage(em, claim, REST);
    return UNJUDGED;
  }
  const loss = reason === 'not-found' ? 'vanished' : 'failed';
  const refusals = { [reason]: 1 };
  const wait = { nextIntervalMinutes: services.recheckMinutes, retryAfterMs };
  const observedAt = services.now();
  return inTransaction(em, async (tx) => {
    const run = await lockRun(tx, runId);
    const readings = OUR_OWN.has(reason) ? [] : await judgeLoss(tx, claim, loss);
    const judgement = await judgeInRun(tx, claim.retailerId, run, readings, services.letterhead);
    if (judgement.heldIn && readings.length > 0) {
      const nothing = { observedAt, reason, offers: [], refusals };
      await holdReading(tx, claim, judgement, { ...nothing, ...wait });
      return judgement;
    }
    await finishPage(tx, claim, { outcome: 'failed', reason, validators: null, ...wait });
    const pricesChanged =
      loss === 'vanished' ? await endOffersOfPage(tx, claim.id, observedAt, runId) : 0;
    if (loss === 'vanished') await freeOtherAddresses(tx, claim.url);
    await addToRun(tx, runId, { pagesDone: 1, pricesChanged, refusals });
    // A page that failed before adds no bad reading, but its refusal must not count as sane.
    return { ...judgement, verdict: judgement.verdict ?? (loss === 'failed' ? 'failed' : null) };
  });
}
