import type { PageKind } from '#db/entities/page.ts';

const SITEMAP = /sitemap[^?]*\.(?:xml|txt)(?:\.gz)?(?:$|\?)|\.xml(?:\.gz)?(?:$|\?)/i;
/** '/p/123', '/product/…', '/products/…', '-p-123', '/dp/B0…', or a long number at the end of the path. */
const PRODUCT =
  /\/(?:p|pd|dp|product|products|productdetails|item|buy)\/[^/?]+|-p-?\d+|[-/]\d{5,}(?:\.html?)?(?:$|\?)/i;
const NOT_SHOPPING =
  /\/(?:cart|basket|checkout|account|login|register|wishlist)(?:\/|$|\?)|\/(?:stores?|store-locator|careers|privacy|terms|returns|help|faq|contact|about|blog|news|gift-cards?)(?:$|\?|\/(?!(?:[^/]+\/)*(?:p|pd|dp|product|products|productdetails|item)\/))/i;

/** What a URL found in a sitemap most likely is; the page itself decides when it is read. */
export function pageKindOfUrl(url: string): Exclude<PageKind, 'search'> | null {
  if (NOT_SHOPPING.test(new URL(url).pathname)) return null;
  if (SITEMAP.test(url)) return 'sitemap';
  return PRODUCT.test(url) ? 'product' : 'list';
}
