import type { EntityManager } from '@mikro-orm/postgresql';
import { type ClaimedPage, finishPage, releasePage } from '#db/queries/crawl/pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { type FetchRefusal, FetchRefused, StaleAttempt } from '#domain/errors.ts';
import { politeFetch } from '../fetch/polite-fetch.ts';
import type { Judgement } from './judge-run.ts';
import { readFetchedPage } from './read-fetched-page.ts';
import { recordRefusal, recordUnchanged } from './record-fetch.ts';
import { type RenderedPage, renderClaimed } from './render-claimed.ts';
import type { CrawlServices } from './services.ts';

/** One worker at one retailer. */
export interface Visit {
  services: CrawlServices;
  em: EntityManager;
  retailer: RetailerRow;
  signal: AbortSignal;
  /** Products whose scores are out of date. */
  stale: Set<string>;
}

/** What one crawl job did. */
export interface CrawlOutcome {
  pages: number;
  /** True when the budget ended before the due pages did. */
  more: boolean;
}

/** What became of a page; `goOn` is false when the host wants to be left alone for now, or nobody can be reached. */
export interface PageEnd extends Judgement {
  goOn: boolean;
}

const UNJUDGED: Judgement = { verdict: null, heldIn: null };
/** Nothing of this page: the host rests, or we reach nobody. It is given back as it was. */
const HOST_WIDE: ReadonlySet<FetchRefusal> = new Set([
  'breaker-open',
  'rate-limited',
  'own-network',
]);

/** Fetches a claimed page and stores, or holds, what it says. Throws only for faults of our own. */
export async function crawlPage(visit: Visit, runId: string, claim: ClaimedPage): Promise<PageEnd> {
  const { services, em, retailer, signal } = visit;
  try {
    const { page, reading } = await fetchClaimed(visit, claim);
    if (page.status === 304) {
      return { goOn: true, ...(await recordUnchanged(services, em, runId, claim, page)) };
    }
    const outcome = await readFetchedPage(services, em, retailer, runId, claim, page, reading);
    for (const id of outcome.productIds) visit.stale.add(id);
    return { goOn: true, verdict: outcome.verdict, heldIn: outcome.heldIn };
  } catch (error) {
    if (signal.aborted) {
      await releasePage(em, claim, 0);
      return { goOn: false, ...UNJUDGED };
    }
    if (error instanceof StaleAttempt) return stale(visit, claim, error);
    if (error instanceof FetchRefused) return refused(visit, runId, claim, error);
    // If even that fails (the database is down), the first fault says more, and the page stays due.
    await putOff(em, claim).catch(() => {});
    throw error;
  }
}

/** We are alive: whatever failed here is no death of the page's making. It may fail again, so it is not asked for each minute. */
async function putOff(em: EntityManager, claim: ClaimedPage): Promise<void> {
  const { etag, lastModified, intervalMinutes } = claim;
  await finishPage(em, claim, {
    outcome: 'failed',
    reason: 'our-fault',
    etag,
    lastModified,
    nextIntervalMinutes: intervalMinutes,
    retryAfterMs: null,
  });
}

function stale({ services }: Visit, claim: ClaimedPage, error: StaleAttempt): PageEnd {
  services.log.warn({ url: claim.url }, error.message);
  return { goOn: true, ...UNJUDGED };
}

async function refused(
  visit: Visit,
  runId: string,
  claim: ClaimedPage,
  refusal: FetchRefused,
): Promise<PageEnd> {
  const { services, em } = visit;
  // Our own network being down is logged once (transport-error.ts).
  const level = refusal.reason === 'own-network' ? 'debug' : 'info';
  services.log[level]({ url: claim.url, reason: refusal.reason }, refusal.message);
  if (HOST_WIDE.has(refusal.reason)) {
    await releasePage(em, claim, refusal.retryAfterMs ?? 60_000);
    return { goOn: false, ...UNJUDGED };
  }
  try {
    return { goOn: true, ...(await recordRefusal(services, em, runId, claim, refusal)) };
  } catch (error) {
    if (error instanceof StaleAttempt) return stale(visit, claim, error);
    throw error;
  }
}

/** A page drawn by script is rendered; all others, and sitemaps, come by plain HTTP. */
async function fetchClaimed(visit: Visit, claim: ClaimedPage): Promise<RenderedPage> {
  const { services, em, retailer, signal } = visit;
  const pace = { paceMs: retailer.paceMs, signal };
  if (retailer.render === 'browser' && claim.kind !== 'sitemap') {
    return renderClaimed(services, em, retailer, claim, pace);
  }
  const { url, etag, lastModified } = claim;
  const accept = claim.kind === 'sitemap' ? 'sitemap' : 'page';
  const page = await politeFetch(em, services.fetcher, { url, etag, lastModified, accept }, pace);
  return { page, reading: null };
}
