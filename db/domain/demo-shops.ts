/** Host suffix of the demo shops, virtual hosts that never leave the machine (RFC 6761 §6.3). */
export const DEMO_HOST_SUFFIX = '.demo-shops.localhost';

const SHOP_SLUG = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const PUBLIC_PREFIX = '/demo-shops/';

/** The slug of a demo shop's host name ('gumnut-grocer.demo-shops.localhost', port allowed); else null. */
export function demoShopOfHost(host: string): string | null {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  if (!name.endsWith(DEMO_HOST_SUFFIX)) return null;
  const slug = name.slice(0, -DEMO_HOST_SUFFIX.length);
  return SHOP_SLUG.test(slug) ? slug : null;
}

export function isDemoUrl(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return false;
  return demoShopOfHost(parsed.hostname) !== null;
}

/** 'http://<shop>.demo-shops.localhost/p/1' → '<siteUrl>/demo-shops/<shop>/p/1', which any browser can reach; other URLs unchanged. */
export function publicDemoUrl(url: string, siteUrl: string): string {
  const parsed = URL.parse(url);
  const shop = parsed ? demoShopOfHost(parsed.hostname) : null;
  if (!parsed || shop === null) return url;
  return `${siteUrl.replace(/\/+$/, '')}${PUBLIC_PREFIX}${shop}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

/** The inverse: '<siteUrl>/demo-shops/<shop>/p/1' → the URL that the worker crawled; null for other URLs. */
export function crawledDemoUrl(publicUrl: string, siteUrl: string): string | null {
  const parsed = URL.parse(publicUrl, siteUrl);
  if (!parsed || parsed.origin !== URL.parse(siteUrl)?.origin) return null;
  const below = parsed.pathname.startsWith(PUBLIC_PREFIX)
    ? parsed.pathname.slice(PUBLIC_PREFIX.length)
    : '';
  const [shop = '', ...rest] = below.split('/');
  if (!SHOP_SLUG.test(shop)) return null;
  return `http://${shop}${DEMO_HOST_SUFFIX}/${rest.join('/')}${parsed.search}${parsed.hash}`;
}
