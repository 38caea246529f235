import type { ProductSelectors } from '#db/entities/retailer.ts';
import { readRealRetailers } from '#db/seed/real-retailers.ts';

/** Returns the selectors in the profile of an address's shop; undefined if it has none. */
export type SelectorsOf = (url: string) => ProductSelectors | undefined;

/** Looks up selectors by host in the valid profiles of the folders. */
export function profileSelectors(folders?: readonly string[]): SelectorsOf {
  const byHost = new Map<string, ProductSelectors>();
  for (const { website, discovery } of readRealRetailers(folders).retailers)
    if (discovery.selectors) byHost.set(bareHost(website), discovery.selectors);
  return (url) => byHost.get(bareHost(url));
}

/** 'https://www.shop.example/x' → 'shop.example'; '' for an invalid address. */
function bareHost(url: string): string {
  return (URL.parse(url)?.host ?? '').replace(/^www\./, '');
}
