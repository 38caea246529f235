import type { PageDocument } from './document.ts';
import { absoluteAddress } from './schema-node.ts';

const PRODUCT_PATH =
  /\/(?:p|pd|pdp|dp|product|products|productdetails?|item|itm|prod)\/[^/]+|\/p\d{4,}|-p-?\d{4,}|\.html?$|\/ip\/|\/buy\//i;
const LIST_PATH =
  /\/(?:category|categories|c|collections?|browse|shop|search|department|range|brand|brands|sale|specials|deals)(?:\/|$)|[?&](?:page|p|pagenumber|start|offset|q)=/i;
const NOISE =
  /\/(?:cart|basket|checkout|account|login|signin|register|wishlist|help|contact|about|privacy|terms|careers|stores?|store-locator|blog|faq|gift-cards?)(?:\/|$|\?)|^(?:mailto|tel|javascript):/i;
const LINK_LIMIT = 2_000;

/** Same-host addresses worth following from a page, absolute, without duplicates: product pages and list pages. */
export function readLinks(
  page: PageDocument,
  pageUrl: string,
  listed: readonly string[],
): { products: string[]; lists: string[] } {
  const products = new Set<string>();
  const lists = new Set<string>();
  for (const address of listed) if (isSameHost(address, pageUrl)) products.add(address);
  for (const element of page.elements) {
    if (element.name !== 'a' && element.name !== 'link') continue;
    const href = element.attribs['href'];
    if (!href || href.length > 2_000 || NOISE.test(href)) continue;
    const rel = element.attribs['rel']?.toLowerCase() ?? '';
    const isNext = /\bnext\b/.test(rel);
    if (element.name === 'link' && !isNext) continue;
    const address = absoluteAddress(href, pageUrl);
    if (!address || !isSameHost(address, pageUrl) || address === pageUrl) continue;
    const path = address.replace(/^https?:\/\/[^/]+/, '');
    if (isNext || (LIST_PATH.test(path) && !PRODUCT_PATH.test(path))) lists.add(address);
    else if (PRODUCT_PATH.test(path)) products.add(address);
  }
  return { products: [...products].slice(0, LINK_LIMIT), lists: [...lists].slice(0, LINK_LIMIT) };
}

function isSameHost(address: string, pageUrl: string): boolean {
  return URL.parse(address)?.host === URL.parse(pageUrl)?.host;
}
