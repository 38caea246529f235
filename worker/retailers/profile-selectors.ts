import type { ProductSelectors } from '#db/entities/retailer.ts';
import { readRealRetailers } from '#db/seed/real-retailers.ts';

/** The selectors that the profile of an address's shop gives; undefined for a shop without any. */
export type SelectorsOf = (url: string) => ProductSelectors | undefined;

/** Looks selectors up by host among the sound profiles of the folders, as a crawl would use them. */
export function profileSelectors(folders?: readonly string[]): SelectorsOf {
  const byHost = new Map<string, ProductSelectors>();
  for (const { website, discovery } of readRealRetailers(folders).retailers)
    if (discovery.selectors) byHost.set(bareHost(website), discovery.selectors);
  return (url) => byHost.get(bareHost(url));
}

/** 'https://www.shop.example/x' → 'shop.example'; '' for what is no address. */
function bareHost(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '');
}
