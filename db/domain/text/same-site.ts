/** True when both belong to one shop: equal hosts apart from 'www.', or one a subdomain of the other. */
export function isSameSite(first: URL, second: URL): boolean {
  const [one, other] = [siteOf(first), siteOf(second)];
  return one.endsWith(other) || other.endsWith(one);
}

function siteOf(url: URL): string {
  return `.${url.hostname.replace(/^www\./, '')}`;
}
