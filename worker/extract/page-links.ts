import { absoluteAddress } from './schema-node.ts';

const PRODUCT_PATH =
  /\/(?:p|pd|pdp|dp|product|products|productdetails?|item|itm|prod|ip|buy)\/[^/?]|\/p\d{4,}|-p-?\d{4,}|[^/]\.html?(?:\?|$)|\/[^/?]*-[^/?]*\d{4,}(?:[/?]|$)/i;
const LIST_PATH =
  /\/(?:category|categories|c|collections?|browse|shop|search|departments?|range|brands?|sale|specials|deals|catalogue)(?:[/?]|$)|[?&](?:page|pagenumber|p|start|offset|q)=/i;
const NOISE =
  /\/(?:cart|basket|checkout|account|log-?in|sign-?in|register|wishlist|help|contact|about|privacy|terms|careers|store-locator|stores|blog|faqs?|gift-cards?|returns|delivery)(?:[/?]|$)|^(?:mailto|tel|javascript|data):|\.(?:jpe?g|png|webp|gif|svg|css|js|pdf|xml|ico|woff2?)(?:\?|$)/i;
const LINK_LIMIT = 2_000;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** True when an address reads as a category or search page. */
export function isListAddress(address: string): boolean {
  const path = address.replace(/^https?:\/\/[^/]+/, '');
  return LIST_PATH.test(path) && !PRODUCT_PATH.test(path);
}

/**
 * Same-host addresses worth following from a page, absolute, without duplicates: product pages and list pages. Reads the
 * raw markup, so that pages answered by their JSON-LD alone give the same links.
 */
export function readLinks(
  body: string,
  pageUrl: string,
  listed: readonly string[],
): { products: string[]; lists: string[] } {
  const origin = URL.parse(pageUrl)?.origin ?? 'null';
  const products = new Set(listed.filter((address) => address.startsWith(`${origin}/`)));
  const lists = new Set<string>();
  for (const tag of tagsWithHref(body)) {
    const match = HREF.exec(tag);
    const href = (match?.[1] ?? match?.[2] ?? '').trim();
    const isNext = /\brel\s*=\s*["']?[^"'>]*\bnext\b/i.test(tag);
    if (!href || href.length > 2_000 || (tag.startsWith('<l') && !isNext) || NOISE.test(href))
      continue;
    const kind = isNext ? lists : kindOf(href, products, lists);
    const address = kind ? addressOn(origin, href, pageUrl) : null;
    if (address && address !== pageUrl && kind && kind.size < LINK_LIMIT) kind.add(address);
  }
  return { products: [...products].slice(0, LINK_LIMIT), lists: [...lists] };
}

function* tagsWithHref(body: string): Generator<string> {
  for (const opening of ['<a ', '<a\n', '<link ']) {
    for (let at = body.indexOf(opening); at !== -1; at = body.indexOf(opening, at + 3)) {
      const end = body.indexOf('>', at);
      if (end === -1) break;
      if (end - at < 6_000) yield body.slice(at, end + 1);
    }
  }
}

function kindOf(href: string, products: Set<string>, lists: Set<string>): Set<string> | null {
  const path = href.replace(/^(?:https?:)?\/\/[^/]+/, '');
  if (PRODUCT_PATH.test(path)) return products;
  return LIST_PATH.test(path) ? lists : null;
}

/** Absolute and on this origin, or null. A path needs no URL parser, which would cost more than all else here. */
function addressOn(origin: string, raw: string, pageUrl: string): string | null {
  const href = raw.includes('&amp;') ? raw.replaceAll('&amp;', '&') : raw;
  const plain = href.split('#', 1)[0] ?? '';
  if (plain.startsWith('/') && !plain.startsWith('//') && !/\.\.|[^\x21-\x7e]/.test(plain))
    return origin + plain;
  const address = absoluteAddress(plain, pageUrl);
  return address?.startsWith(`${origin}/`) ? address : null;
}
