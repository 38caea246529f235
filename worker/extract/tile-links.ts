import { type Element, isElement, isHidden, type PageDocument } from './document.ts';
import { isOfColour } from './swatch.ts';

/** How many elements around a link or a price may be its tile. */
export const CLIMB_LIMIT = 14;
/** What holds more links is no tile. */
export const LINKS_LIMIT = 9;
const NO_PRODUCT_LINK =
  /^(?:#|mailto:|tel:|javascript:)|\/(?:cart|basket|checkout|account|login|sign-?in|register|wishlist|compare|help|contact|about|stores|store-(?:locator|finder)|locations|privacy|terms|blogs?|articles?|recipes?|pages|magazine|journal|workshops|advice|guides?|how-to|news|events?|classes|recalls|manuals|donate)(?:[/?#]|$)|add-?to-?(?:cart|basket|bag)|[?&]add|quick-?view/i;

/** The product links in an element, of those that are near. */
export type Links = (element: Element) => ReadonlySet<string> | undefined;

/** A link of the page, and how many elements it stands in. */
interface PlacedLink {
  order: number;
  depth: number;
  address: string;
}

/** Finds a page's product links; those of an element are counted where a price asks for them: most stand in menus. */
export function linksBelow(page: PageDocument, pageUrl: string): Links {
  const all = productLinks(page, pageUrl);
  const known = new Map<Element, ReadonlySet<string> | undefined>();
  return (element) => {
    if (!known.has(element)) known.set(element, linksIn(element, all));
    return known.get(element);
  };
}

function linksIn(element: Element, all: readonly PlacedLink[]): ReadonlySet<string> | undefined {
  const links = new Set<string>();
  const depth = depthOf(element);
  const end = endOf(element);
  for (let at = firstFrom(all, element.order); at < all.length; at += 1) {
    const link = all[at];
    if (!link || link.order >= end || links.size > LINKS_LIMIT) break;
    if (link.depth - depth < CLIMB_LIMIT) links.add(link.address);
  }
  return links.size > 0 ? links : undefined;
}

function productLinks(page: PageDocument, pageUrl: string): PlacedLink[] {
  const links: PlacedLink[] = [];
  // A tile links its picture and its name to the same place.
  const addresses = new Map<string, string | null>();
  for (const element of page.elements) {
    const href = element.name === 'a' ? element.attribs['href']?.trim() : undefined;
    if (!href || isHidden(element) || isOfColour(element)) continue;
    let address = addresses.get(href);
    if (address === undefined) {
      address = NO_PRODUCT_LINK.test(href) ? null : productAddress(href, pageUrl);
      addresses.set(href, address);
    }
    if (address) links.push({ order: element.order, depth: depthOf(element), address });
  }
  return links;
}

function depthOf(element: Element): number {
  let depth = 0;
  for (let up = element.parent; up; up = up.parent) depth += 1;
  return depth;
}

/** The order of the first element behind it and all that it holds. */
function endOf(element: Element): number {
  for (let up: Element | null = element; up; up = up.parent)
    for (let at = up.next; at; at = at.next) if (isElement(at)) return at.order;
  return Number.POSITIVE_INFINITY;
}

/** The index of the first link from an order on. */
function firstFrom(links: readonly PlacedLink[], order: number): number {
  let from = 0;
  let to = links.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((links[middle]?.order ?? 0) < order) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A query that says which variant of the page's product is meant: tiles of one page then differ by it alone. */
const VARIANT_QUERY = /[?&](?:variant(?:_?id)?|variation|sku|colou?r|size|swatch)=/i;

/** The address without what differs between the picture's link and the title's: query, unless the query is the product. */
export function productAddress(href: string, pageUrl: string): string | null {
  const url = URL.parse(href, pageUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname === '/') return null;
  url.hash = '';
  if (VARIANT_QUERY.test(url.search)) return url.href;
  if (
    !/[?&](?:[a-z_]*id|sku|pid|prod\w*|item\w*|p)=/i.test(url.search) ||
    /[-\d/][^/]*\d{4,}|\/[^/]*-[^/]*-[^/]*\/?$/.test(url.pathname)
  )
    url.search = '';
  return url.href;
}
