import { FetchRefused } from '#domain/errors.ts';
import { type AddressPolicy, type GuardedUrl, guardUrl } from './address-guard.ts';

/** Redirects followed for one page. */
export const MAX_REDIRECTS = 3;

/** Where a redirect leads, judged like a first URL. Throws FetchRefused for loops, long chains and downgrades. */
export function redirectTarget(
  location: string,
  from: GuardedUrl,
  visited: ReadonlySet<string>,
  policy: AddressPolicy,
): GuardedUrl {
  const target = URL.parse(location, from.url);
  if (!target) {
    throw new FetchRefused('address-forbidden', `${from.url} redirects to what is not a URL`);
  }
  if (from.url.protocol === 'https:' && target.protocol === 'http:') {
    throw new FetchRefused('address-forbidden', `${from.url} redirects from https to http`);
  }
  const next = guardUrl(target.href, policy);
  if (visited.has(next.url.href) || visited.size > MAX_REDIRECTS) {
    throw new FetchRefused('redirect-loop', `${from.url} redirects in a loop or more than 3 times`);
  }
  return next;
}
