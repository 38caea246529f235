import { FetchRefused } from '#domain/errors.ts';
import { type AddressPolicy, type GuardedUrl, guardUrl } from './address-guard.ts';
import type { AroundHop } from './fetched-page.ts';

/** Maximum redirects of one page. */
const MAX_REDIRECTS = 3;

/** The outcome of one exchange: a response or a redirect. */
export type Hop<T> = T | { location: string };

/** Follows redirects from `start` to a response. `exchange` receives the duration of earlier hops in ms, excluding waits in `around`. */
export async function followRedirects<T extends object>(
  start: string,
  policy: AddressPolicy,
  around: AroundHop | undefined,
  exchange: (url: URL, spentMs: number, onSent?: () => void) => Promise<Hop<T>>,
): Promise<T & { elapsedMs: number }> {
  const visited = new Set<string>();
  let elapsedMs = 0;
  let current = guardUrl(start, policy);
  for (;;) {
    const { url } = current;
    visited.add(url.href);
    const timed = async (onSent?: () => void) => {
      const startedAt = performance.now();
      try {
        return await exchange(url, elapsedMs, onSent);
      } finally {
        elapsedMs += performance.now() - startedAt;
      }
    };
    const answer = await (around ? around(url, timed) : timed());
    if (!('location' in answer)) return { ...answer, elapsedMs: Math.round(elapsedMs) };
    current = redirectTarget(answer.location, current, visited, policy);
  }
}

/** The target of a redirect, checked like a first URL. Throws FetchRefused for loops, long chains and downgrades. */
function redirectTarget(
  location: string,
  from: GuardedUrl,
  visited: ReadonlySet<string>,
  policy: AddressPolicy,
): GuardedUrl {
  const target = URL.parse(location, from.url);
  if (!target) {
    throw new FetchRefused('redirected-away', `${from.url} redirects to an invalid URL`);
  }
  if (from.url.protocol === 'https:' && target.protocol === 'http:') {
    throw new FetchRefused('redirected-away', `${from.url} redirects from https to http`);
  }
  const next = guardTarget(target.href, from, policy);
  if (visited.has(next.url.href) || visited.size > MAX_REDIRECTS) {
    throw new FetchRefused('redirect-loop', `${from.url} redirects in a loop or more than 3 times`);
  }
  return next;
}

/** Turns the guard's refusal of a redirect's target into 'redirected-away', as the host caused it. */
function guardTarget(target: string, from: GuardedUrl, policy: AddressPolicy): GuardedUrl {
  try {
    return guardUrl(target, policy);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new FetchRefused('redirected-away', `${from.url} redirects away: ${error.message}`);
  }
}
