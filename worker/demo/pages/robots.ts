import type { Place } from '../world/addresses.ts';
import type { DemoShop } from '../world/shops.ts';

/** The shop's robots.txt; one shop closes its clearance, two ask for a second between requests. */
export function robotsTxt(shop: DemoShop, { base, origin }: Place): string {
  return [
    'User-agent: *',
    `Disallow: ${base}/cart`,
    `Disallow: ${base}/account`,
    ...(shop.traits.has('refuses-clearance') ? [`Disallow: ${base}/clearance`] : []),
    ...(shop.traits.has('crawl-delay') ? ['Crawl-delay: 1'] : []),
    '',
    'User-agent: HungryBot',
    'Disallow: /',
    '',
    ...(shop.discovery.sitemap ? [`Sitemap: ${origin}/sitemap.xml`, ''] : []),
  ].join('\n');
}
