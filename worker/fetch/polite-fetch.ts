import type { EntityManager } from '@mikro-orm/postgresql';
import { FetchRefused } from '#domain/errors.ts';
import type { AroundHop, FetchedPage, FetchRequest } from './fetched-page.ts';
import type { Fetcher } from './http.ts';
import { atHostPace, type Pace } from './pace.ts';
import { type Robots, robotsOf, UNREACHABLE_RETRY_MS } from './robots.ts';

/**
 * Fetches one URL as a good guest: robots.txt, the host's next slot, the wait, the fetch, the record of
 * how it went; for every hop of a redirect anew. Throws FetchRefused, and AbortError when `pace.signal`
 * ends a wait. `em` must not be in a transaction: slots are shared with other workers at once.
 */
export async function politeFetch(
  em: EntityManager,
  fetcher: Fetcher,
  request: Omit<FetchRequest, 'aroundHop'>,
  pace: Pace,
): Promise<FetchedPage> {
  const kind = request.accept ?? 'page';
  const aroundHop: AroundHop = async (url, exchange) => {
    if (kind === 'page' && !isSameSite(new URL(request.url), url)) {
      throw new FetchRefused(
        'address-forbidden',
        `${request.url} redirects to another site, ${url.host}`,
      );
    }
    const robots = await robotsFor(em, fetcher, url.origin, pace);
    if (!robots.mayFetch(url.href)) throw denial(url, robots);
    const paceMs = Math.max(pace.paceMs, robots.crawlDelayMs ?? 0);
    return atHostPace(em, url.origin, { ...pace, paceMs }, exchange);
  };
  return fetcher.fetchPage({ ...request, aroundHop });
}

/** The origin's robots.txt, read at the host's pace when the stored one is too old. */
export function robotsFor(
  em: EntityManager,
  fetcher: Fetcher,
  origin: string,
  pace: Pace,
): Promise<Robots> {
  return robotsOf(em, fetcher, origin, (url, exchange) =>
    atHostPace(em, url.origin, pace, exchange),
  );
}

function denial(url: URL, robots: Robots): FetchRefused {
  if (robots.status !== 'unreachable') {
    return new FetchRefused('robots-denied', `${url.origin}/robots.txt denies ${url.pathname}`);
  }
  const why = `${url.origin}/robots.txt could not be read, so nothing is fetched for now`;
  return new FetchRefused('robots-denied', why, UNREACHABLE_RETRY_MS);
}

/** True when both are one shop's: the same host with or without 'www.', or one below the other. */
function isSameSite(first: URL, second: URL): boolean {
  const [one, other] = [siteOf(first), siteOf(second)];
  return one.endsWith(other) || other.endsWith(one);
}

function siteOf(url: URL): string {
  return `.${url.hostname.replace(/^www\./, '')}`;
}
