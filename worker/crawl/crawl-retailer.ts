/*
 * One crawl job: the due pages of one retailer, one after the other.
 *   claimPage (fence + 1) → politeFetch (robots, host slot) → readPage → guardOffer → storeReading
 * It ends when nothing is due, after `budgetMs`, or when the worker stops; the pages left are found due again.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { endOffersOfPage, touchOffersOfPage } from '#db/queries/offers.ts';
import { type ClaimedPage, claimPage, finishPage, releasePage } from '#db/queries/pages.ts';
import { addPricePoints } from '#db/queries/price-points.ts';
import { findRetailer, type RetailerRow } from '#db/queries/retailers.ts';
import { addToRun, closeLongRun, openRun } from '#db/queries/runs.ts';
import { FetchRefused, StaleAttempt } from '#domain/errors.ts';
import type { FetchedPage } from '../fetch/fetched-page.ts';
import { politeFetch } from '../fetch/polite-fetch.ts';
import { politeRender } from '../fetch/polite-render.ts';
import { scoreProducts } from '../score/score-products.ts';
import { addSeedPages } from './discover.ts';
import { nextIntervalMinutes } from './next-check.ts';
import { holdsOffers, readFetchedPage } from './read-fetched-page.ts';
import { replayPast } from './replay-past.ts';
import { seedSitemaps } from './seed-sitemaps.ts';
import type { CrawlServices } from './services.ts';

/** A job gives its place to others after this long. */
export const CRAWL_BUDGET_MS = 20_000;
/** A fault of ours puts its page off for a minute. */
const RETRY_AFTER_FAULT_MS = 60_000;
/** Scores are brought up to date after this many pages, and at the end. */
const PAGES_BETWEEN_SCORES = 25;

export interface CrawlOutcome {
  pages: number;
  /** True when the budget ended before the due pages did. */
  more: boolean;
}

/** Reads a retailer's due pages. Throws only for faults of our own (database down); shops' faults are recorded. */
export async function crawlRetailer(
  services: CrawlServices,
  retailerId: string,
  signal: AbortSignal,
  budgetMs = CRAWL_BUDGET_MS,
): Promise<CrawlOutcome> {
  const em = services.orm.em.fork();
  const retailer = await findRetailer(em, { id: retailerId });
  // A retailer that refuses us is fed, never visited.
  if (retailer?.status !== 'enabled' || retailer.kind === 'feed') return { pages: 0, more: false };
  const sitemaps = await seedSitemaps(em, services.fetcher, retailer, signal);
  await addSeedPages(em, retailer, sitemaps, services.recheckMinutes);
  const runId = await openRun(em, retailer.id, 'crawl');
  const endAt = Date.now() + budgetMs;
  const stale = new Set<string>();
  let pages = 0;
  let goOn = true;
  while (goOn && !signal.aborted && Date.now() < endAt) {
    const claim = await claimPage(em, retailer.id);
    if (!claim) {
      await closeLongRun(em, runId);
      goOn = false;
    } else {
      goOn = await crawlPage(services, em, retailer, runId, claim, stale, signal);
      pages += 1;
      if (pages % PAGES_BETWEEN_SCORES === 0)
        await bringUpToDate(services, em, retailer, stale, signal);
    }
  }
  await bringUpToDate(services, em, retailer, stale, signal);
  return { pages, more: goOn && !signal.aborted };
}

/** Returns false when the host wants to be left alone for now. */
async function crawlPage(
  services: CrawlServices,
  em: EntityManager,
  retailer: RetailerRow,
  runId: string,
  claim: ClaimedPage,
  stale: Set<string>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const page = await fetchClaimed(services, em, retailer, claim, signal);
    if (page.status === 304) await recordUnchanged(services, em, runId, claim, page);
    else {
      const outcome = await readFetchedPage(services, em, retailer, runId, claim, page);
      for (const id of outcome.productIds) stale.add(id);
    }
    return true;
  } catch (error) {
    if (signal.aborted) {
      await releasePage(em, claim, 0);
      return false;
    }
    if (error instanceof StaleAttempt) {
      services.log.warn({ url: claim.url }, 'a later attempt has this page');
      return true;
    }
    if (error instanceof FetchRefused) return recordRefusal(services, em, runId, claim, error);
    // We are alive: whatever failed here is no death of the page's making.
    // If even that fails, the first fault says more.
    await releasePage(em, claim, RETRY_AFTER_FAULT_MS).catch(() => {});
    throw error;
  }
}

/** A page drawn by script is rendered; all others, and sitemaps, come by plain HTTP. */
function fetchClaimed(
  services: CrawlServices,
  em: EntityManager,
  retailer: RetailerRow,
  claim: ClaimedPage,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const { fetcher, renderer } = services;
  const pace = { paceMs: retailer.paceMs, signal };
  const { url, etag, lastModified } = claim;
  if (retailer.render === 'browser' && claim.kind !== 'sitemap') {
    return politeRender(em, fetcher, renderer, { url }, pace, (text) => holdsOffers(text, url));
  }
  const accept = claim.kind === 'sitemap' ? 'sitemap' : 'page';
  return politeFetch(em, fetcher, { url, etag, lastModified, accept }, pace);
}

async function recordUnchanged(
  services: CrawlServices,
  em: EntityManager,
  runId: string,
  claim: ClaimedPage,
  page: FetchedPage,
): Promise<void> {
  await em.transactional(async (tx) => {
    const current = await finishPage(tx, claim, {
      outcome: 'unchanged',
      reason: null,
      etag: page.etag ?? claim.etag,
      lastModified: page.lastModified ?? claim.lastModified,
      nextIntervalMinutes: nextIntervalMinutes(
        claim,
        claim.kind !== 'product',
        services.recheckMinutes,
      ),
      retryAfterMs: null,
    });
    if (!current) throw new StaleAttempt(`page ${claim.url} was taken over by a later attempt`);
    const offersSeen = await touchOffersOfPage(tx, claim.id, services.now());
    await addToRun(tx, runId, {
      pagesDone: 1,
      pagesUnchanged: 1,
      offersSeen,
      pricesChanged: 0,
      refusals: {},
    });
  });
}

const HOST_WIDE: ReadonlySet<string> = new Set(['breaker-open', 'rate-limited']);

async function recordRefusal(
  services: CrawlServices,
  em: EntityManager,
  runId: string,
  claim: ClaimedPage,
  refusal: FetchRefused,
): Promise<boolean> {
  services.log.info({ url: claim.url, reason: refusal.reason }, refusal.message);
  if (HOST_WIDE.has(refusal.reason)) {
    await releasePage(em, claim, refusal.retryAfterMs ?? 60_000);
    return false;
  }
  await em.transactional(async (tx) => {
    const current = await finishPage(tx, claim, {
      outcome: 'failed',
      reason: refusal.reason,
      etag: null,
      lastModified: null,
      nextIntervalMinutes: services.recheckMinutes,
      retryAfterMs: refusal.retryAfterMs,
    });
    if (!current) return;
    const ended =
      refusal.reason === 'not-found' ? await endOffersOfPage(tx, claim.id, services.now()) : [];
    await addPricePoints(tx, ended, services.now(), runId);
    await addToRun(tx, runId, {
      pagesDone: 1,
      pagesUnchanged: 0,
      offersSeen: 0,
      pricesChanged: ended.length,
      refusals: { [refusal.reason]: 1 },
    });
  });
  return true;
}

/** After some pages: the past of new demo offers, then the scores of what moved, then its alerts. */
async function bringUpToDate(
  services: CrawlServices,
  em: EntityManager,
  retailer: RetailerRow,
  stale: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  await replayPast(em, retailer, signal);
  if (stale.size === 0) return;
  await scoreProducts(em, [...stale]);
  await services.onPricesMoved?.([...stale]);
  stale.clear();
}
