import { FetchRefused } from '#domain/errors.ts';
import { isSameSite } from '#domain/text/same-site.ts';
import type { Renderer } from './browser.ts';
import type { AroundHop, Exchange, FetchedPage, FetchRequest, TextPage } from './fetched-page.ts';
import { atHostPace, oneAtATime } from './pace.ts';
import type { LoadPart } from './page-part.ts';
import type { IsComplete } from './render-page.ts';
import { type Caller, type Robots, robotsFor, UNREACHABLE_RETRY_MS } from './robots.ts';

/**
 * Fetches one URL politely: each hop obeys robots.txt and waits for its host's turn. Records the outcome. Throws FetchRefused,
 * and AbortError when the pace's signal ends a wait. `em` must not be in a transaction, as other workers must see the turns at once.
 */
export async function politeFetch(
  caller: Caller,
  request: Omit<FetchRequest, 'aroundHop'>,
): Promise<FetchedPage> {
  const isPage = (request.accept ?? 'page') === 'page';
  const aroundHop: AroundHop = async (url, exchange) => {
    if (isPage && !isSameSite(new URL(request.url), url)) {
      const away = `${request.url} redirects to another site, ${url.host}`;
      throw new FetchRefused('redirected-away', away);
    }
    return atHostRules(caller, url, exchange);
  };
  return caller.fetcher.fetchPage({ ...request, aroundHop });
}

/**
 * Like `politeFetch`, and runs the page's scripts. Their requests obey robots.txt and run one at a time per host, but need no turns.
 * Sends no validators, because the page's HTML can stay the same while its prices change.
 */
export async function politeRender(
  caller: Caller,
  renderer: Renderer,
  url: string,
  isComplete?: IsComplete,
): Promise<TextPage> {
  const fetched = await politeFetch(caller, { url });
  const rendered = new AbortController();
  const aroundHop: AroundHop = async (hop, exchange) => {
    const robots = await robotsFor(caller, hop.origin);
    if (!robots.mayFetch(hop.href)) throw denial(hop, robots);
    return oneAtATime(hop.origin, async () => {
      // A slow host still has requests queued when rendering times out: they would delay its next page for minutes.
      rendered.signal.throwIfAborted();
      return exchange();
    });
  };
  try {
    const loadPart: LoadPart = (part) => caller.fetcher.fetchPart({ ...part, aroundHop });
    return await renderer.render(fetched, loadPart, isComplete);
  } finally {
    rendered.abort();
  }
}

/** Runs one exchange at the host's pace if its robots.txt allows it. */
export async function atHostRules<T>(caller: Caller, url: URL, exchange: Exchange<T>): Promise<T> {
  const robots = await robotsFor(caller, url.origin);
  if (!robots.mayFetch(url.href)) throw denial(url, robots);
  const { em, pace } = caller;
  const paceMs = Math.max(pace.paceMs, robots.crawlDelayMs ?? 0);
  return atHostPace(em, url.origin, { ...pace, paceMs }, exchange);
}

function denial(url: URL, robots: Robots): FetchRefused {
  if (robots.status !== 'unreachable') {
    return new FetchRefused('robots-denied', `${url.origin}/robots.txt denies ${url.pathname}`);
  }
  const { fault = `${url.origin}/robots.txt could not be read` } = robots;
  const why = `${fault}; nothing is fetched until that file can be read`;
  return new FetchRefused('robots-unreachable', why, UNREACHABLE_RETRY_MS);
}
