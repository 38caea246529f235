import type { EntityManager } from '@mikro-orm/postgresql';
import { FetchRefused } from '#domain/errors.ts';
import type { AroundHop, FetchedPage, FetchRequest } from './fetched-page.ts';
import type { Fetcher } from './http.ts';
import { atHostPace, type Pace } from './pace.ts';
import { knownRobots, type Robots, robotsOf, UNREACHABLE_RETRY_MS } from './robots.ts';

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
        'redirected-away',
        `${request.url} redirects to another site, ${url.host}`,
      );
    }
    return atKnownRules(em, fetcher, url, pace, exchange);
  };
  return fetcher.fetchPage({ ...request, aroundHop });
}

/**
 * One exchange by the rules that this process knows, which the slot's own statement confirms: one question to the database
 * for a page. Where it does not, because another worker has read them anew, they are asked for first.
 */
async function atKnownRules<T>(
  em: EntityManager,
  fetcher: Fetcher,
  url: URL,
  pace: Pace,
  exchange: () => Promise<T>,
): Promise<T> {
  const known = knownRobots(fetcher, url);
  if (!known) return atStoredRules(em, fetcher, url, pace, exchange);
  const onSlot = ({ robotsReadAt }: { robotsReadAt: string | null }) => {
    if (robotsReadAt !== known.readAt) throw RULES_CHANGED;
  };
  try {
    const paceMs = Math.max(pace.paceMs, known.robots.crawlDelayMs ?? 0);
    return await atHostPace(em, url.origin, { ...pace, paceMs, onSlot }, exchange);
  } catch (error) {
    if (error !== RULES_CHANGED) throw error;
    return atStoredRules(em, fetcher, url, pace, exchange);
  }
}

const RULES_CHANGED = new Error('robots.txt was read anew');

async function atStoredRules<T>(
  em: EntityManager,
  fetcher: Fetcher,
  url: URL,
  pace: Pace,
  exchange: () => Promise<T>,
): Promise<T> {
  const robots = await robotsFor(em, fetcher, url.origin, pace);
  if (!robots.mayFetch(url.href)) throw denial(url, robots);
  const paceMs = Math.max(pace.paceMs, robots.crawlDelayMs ?? 0);
  return atHostPace(em, url.origin, { ...pace, paceMs }, exchange);
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
