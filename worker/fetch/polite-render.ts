import type { EntityManager } from '@mikro-orm/postgresql';
import { FetchRefused } from '#domain/errors.ts';
import type { Renderer } from './browser.ts';
import type { AroundHop, FetchRequest, TextPage } from './fetched-page.ts';
import type { Fetcher } from './http.ts';
import { oneAtATime, type Pace } from './pace.ts';
import { politeFetch, robotsFor } from './polite-fetch.ts';
import type { IsComplete } from './render-page.ts';

/**
 * Fetches a page like `politeFetch` and runs its scripts. One page is one visit: it takes one slot, and what
 * its scripts ask for follows in the same visit, one request a host at a time, none that robots.txt denies.
 * No validators are sent: the shell of such a page stays the same while its prices change.
 */
export async function politeRender(
  em: EntityManager,
  fetcher: Fetcher,
  renderer: Renderer,
  request: Pick<FetchRequest, 'url'>,
  pace: Pace,
  isComplete?: IsComplete,
): Promise<TextPage> {
  const fetched = await politeFetch(em, fetcher, { url: request.url }, pace);
  const aroundHop: AroundHop = async (url, exchange) => {
    const robots = await robotsFor(em, fetcher, url.origin, pace);
    if (robots.mayFetch(url.href)) return oneAtATime(url.origin, exchange);
    throw new FetchRefused('robots-denied', `${url.origin}/robots.txt denies ${url.pathname}`);
  };
  return renderer.render(fetched, (part) => fetcher.fetchPart({ ...part, aroundHop }), isComplete);
}
