import { absoluteAddress } from '../values/nodes.ts';
import type { PageDocument } from './document.ts';

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

/** The shopper's own pages, whose lines are no offers to others. */
const OWN_PATH =
  /^https?:\/\/[^/]+\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/){0,2}(?:cart|bag|basket|trolley|checkout|wish-?lists?(?:\/(?:shared?|view|public)\/[\w-]+)?|(?:shopping|view)-?(?:cart|bag|basket)|checkout\/cart)(?:\.\w+)?\/?(?:[?#]|$)/i;

/** True for the address of a cart, checkout or wish list. */
export function isOwnPage(address: string): boolean {
  return OWN_PATH.test(address);
}

/** Same-host addresses worth following from a page, absolute, without duplicates: product pages and list pages. */
export function readLinks(
  { elements }: PageDocument,
  pageUrl: string,
  listed: readonly string[],
): { products: string[]; lists: string[] } {
  const origin = URL.parse(pageUrl)?.origin ?? 'null';
  const products = new Set(listed.filter((address) => address.startsWith(`${origin}/`)));
  const lists = new Set<string>();
  const seen = new Set<string>();
  const add = (kind: Set<string>, address: string | null): void => {
    if (address && address !== pageUrl && kind.size < LINK_LIMIT) kind.add(address);
  };
  for (const { name, attribs } of elements) {
    const href = attribs['href']?.trim().slice(0, LONGEST_HREF);
    if (!href) continue;
    if (/^next\b/i.test(attribs['rel'] ?? '')) add(lists, addressOn(origin, href, pageUrl));
    if (name !== 'a' || seen.has(href)) continue;
    seen.add(href);
    const link = linkOf(href, origin, pageUrl);
    if (link.kind !== 'noise') add(link.kind === 'product' ? products : lists, link.address);
  }
  return { products: [...products].slice(0, LINK_LIMIT), lists: [...lists] };
}

interface Link {
  kind: 'product' | 'list' | 'noise';
  /** Null when it leads elsewhere. */
  address: string | null;
}

/** Menus repeat on every page of a shop: what their addresses are is remembered, by origin, while there is room. */
const known = new Map<string, Map<string, Link>>();
const KNOWN_LIMIT = 20_000;
const LONGEST_KNOWN = 200;
let knownCount = 0;

function linkOf(href: string, origin: string, pageUrl: string): Link {
  const ofOrigin = known.get(origin);
  const found = ofOrigin?.get(href);
  if (found) return found;
  const kind = judgeHref(href);
  const link: Link = { kind, address: kind === 'noise' ? null : addressOn(origin, href, pageUrl) };
  // Products are too many and change from page to page; relative addresses depend on the page that holds them.
  const isMenu = kind !== 'product' && href.length <= LONGEST_KNOWN && /^(?:\/|https?:)/.test(href);
  if (!isMenu) return link;
  if (knownCount >= KNOWN_LIMIT) {
    known.clear();
    knownCount = 0;
  }
  knownCount += 1;
  // Copies: a piece of a page's text would keep the whole page in memory.
  const kept = { kind, address: link.address && copyOf(link.address) };
  const entries = known.get(origin) ?? new Map<string, Link>();
  known.set(origin, entries.set(copyOf(href), kept));
  return kept;
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function judgeHref(href: string): Link['kind'] {
  if (NOISE.test(href)) return 'noise';
  const path = href.replace(/^(?:https?:)?\/\/[^/]+/, '');
  if (PRODUCT_PATH.test(path)) return 'product';
  return LIST_PATH.test(path) ? 'list' : 'noise';
}

/** Absolute and on this origin, or null. A path needs no URL parser, which would cost more than all else here. */
function addressOn(origin: string, href: string, pageUrl: string): string | null {
  const plain = href.split('#', 1)[0] ?? '';
  if (plain.startsWith('/') && !plain.startsWith('//') && !/\.\.|[^\x21-\x7e]/.test(plain))
    return origin + plain;
  const address = absoluteAddress(plain, pageUrl);
  return address?.startsWith(`${origin}/`) ? address : null;
}
