import { absoluteAddress } from './schema-node.ts';

const PRODUCT_PATH =
  /\/(?:p|pd|pdp|dp|product|products|productdetails?|item|itm|prod|ip|buy)\/[^/?]|\/p\d{4,}|-p-?\d{4,}|[^/]\.html?(?:\?|$)|\/[^/?]*-[^/?]*\d{4,}(?:[/?]|$)/i;
const LIST_PATH =
  /\/(?:category|categories|c|collections?|browse|shop|search|departments?|range|brands?|sale|specials|deals|catalogue)(?:[/?]|$)|[?&](?:page|pagenumber|p|start|offset|q)=/i;
const NOISE =
  /\/(?:cart|basket|checkout|account|log-?in|sign-?in|register|wishlist|help|contact|about|privacy|terms|careers|store-locator|stores|blog|faqs?|gift-cards?|returns|delivery)(?:[/?]|$)|^(?:mailto|tel|javascript|data):|\.(?:jpe?g|png|webp|gif|svg|css|js|pdf|xml|ico|woff2?)(?:\?|$)/i;
const LINK_LIMIT = 2_000;
const LONGEST_HREF = 2_000;

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
  const seen = new Set<string>();
  const add = (kind: Set<string>, href: string): void => {
    const address = kind.size < LINK_LIMIT ? addressOn(origin, href, pageUrl) : null;
    if (address && address !== pageUrl) kind.add(address);
  };
  for (let at = body.indexOf('href='); at !== -1; at = body.indexOf('href=', at + 5)) {
    const href = quotedAt(body, at + 5);
    if (!href || seen.has(href)) continue;
    seen.add(href);
    if (!isAnchor(body, at) || NOISE.test(href)) continue;
    const path = href.replace(/^(?:https?:)?\/\/[^/]+/, '');
    if (PRODUCT_PATH.test(path)) add(products, href);
    else if (LIST_PATH.test(path)) add(lists, href);
  }
  for (const href of nextHrefs(body)) add(lists, href);
  return { products: [...products].slice(0, LINK_LIMIT), lists: [...lists] };
}

/** The quoted value at `start`; null when it is not quoted, empty or too long for an address. */
function quotedAt(body: string, start: number): string | null {
  const quote = body[start];
  if (quote !== '"' && quote !== "'") return null;
  const end = body.indexOf(quote, start + 1);
  return end - start < 2 || end - start > LONGEST_HREF ? null : body.slice(start + 1, end).trim();
}

/** True when the attribute at `at` stands in an <a> tag. */
function isAnchor(body: string, at: number): boolean {
  const tag = body.lastIndexOf('<', at);
  return tag !== -1 && /^<a\s/i.test(body.slice(tag, tag + 3));
}

/** Addresses of tags that call themselves the next page. */
function* nextHrefs(body: string): Generator<string> {
  for (const match of body.matchAll(/\brel=["']?next\b/gi)) {
    const from = body.lastIndexOf('<', match.index);
    const href = /\shref=(?:"([^"]+)"|'([^']+)')/i.exec(
      body.slice(from, body.indexOf('>', match.index) + 1),
    );
    if (href) yield href[1] ?? href[2] ?? '';
  }
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
