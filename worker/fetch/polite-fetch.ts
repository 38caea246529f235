import type { EntityManager } from '@mikro-orm/postgresql';
import { FetchRefused } from '#domain/errors.ts';
import { isSameSite } from '#domain/text/same-site.ts';
import type { Renderer } from './browser.ts';
import type { AroundHop, Exchange, FetchedPage, FetchRequest, TextPage } from './fetched-page.ts';
import type { Fetcher } from './http.ts';
import { atHostPace, oneAtATime, type Pace } from './pace.ts';
import type { LoadPart } from './page-part.ts';
import type { IsComplete } from './render-page.ts';
import { type Robots, robotsFor, UNREACHABLE_RETRY_MS } from './robots.ts';

/** The database, fetcher and pace of a visit. */
interface HopVisit {
  em: EntityManager;
  fetcher: Fetcher;
  pace: Pace;
}

/**
 * Fetches one URL politely: each hop obeys robots.txt and waits for its host's turn. Records the outcome. Throws FetchRefused,
 * and AbortError when `pace.signal` ends a wait. `em` must not be in a transaction, as other workers must see the turns at once.
 */
export async function politeFetch(
  em: EntityManager,
  fetcher: Fetcher,
  request: Omit<FetchRequest, 'aroundHop'>,
  pace: Pace,
): Promise<FetchedPage> {
  const isPage = (request.accept ?? 'page') === 'page';
  const aroundHop: AroundHop = async (url, exchange) => {
    if (isPage && !isSameSite(new URL(request.url), url)) {
      const away = `${request.url} redirects to another site, ${url.host}`;
      throw new FetchRefused('redirected-away', away);
    }
    return atHostRules({ em, fetcher, pace }, url, exchange);
  };
  return fetcher.fetchPage({ ...request, aroundHop });
}

/**
 * Like `politeFetch`, and runs the page's scripts. Their requests obey robots.txt and run one at a time per host, but need no turns.
 * Sends no validators, because the page's HTML can stay the same while its prices change.
 */
export async function politeRender(
  em: EntityManager,
  fetcher: Fetcher,
  renderer: Renderer,
  { url }: Pick<FetchRequest, 'url'>,
  pace: Pace,
  isComplete?: IsComplete,
): Promise<TextPage> {
  const fetched = await politeFetch(em, fetcher, { url }, pace);
  const rendered = new AbortController();
  const aroundHop: AroundHop = async (hop, exchange) => {
    const robots = await robotsFor(em, fetcher, hop.origin, pace);
    if (!robots.mayFetch(hop.href)) throw denial(hop, robots);
    return oneAtATime(hop.origin, async () => {
      // A slow host still has requests queued when rendering times out: they would delay its next page for minutes.
      rendered.signal.throwIfAborted();
      return exchange();
    });
  };
  try {
    const loadPart: LoadPart = (part) => fetcher.fetchPart({ ...part, aroundHop });
    return await renderer.render(fetched, loadPart, isComplete);
  } finally {
    rendered.abort();
  }
}

/** Runs one exchange at the host's pace if its robots.txt allows it. */
export async function atHostRules<T>(
  { em, fetcher, pace }: HopVisit,
  url: URL,
  exchange: Exchange<T>,
): Promise<T> {
  const robots = await robotsFor(em, fetcher, url.origin, pace);
  if (!robots.mayFetch(url.href)) throw denial(url, robots);
  const paceMs = Math.max(pace.paceMs, robots.crawlDelayMs ?? 0);
  return atHostPace(em, url.origin, { ...pace, paceMs }, exchange);
}

function denial(url: URL, robots: Robots): FetchRefused {
  if (robots.status !== 'unreachable') {
    return new FetchRefused('robots-denied', `${url.origin}/robots.txt denies ${url.pathname}`);
  }
  const why = `${url.origin}/robots.txt could not be read, so nothing is fetched for now`;
  return new FetchRefused('robots-unreachable', why, UNREACHABLE_RETRY_MS);
}
