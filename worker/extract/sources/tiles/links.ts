import { type Element, isElement, isHidden, type PageDocument } from '../../page/document.ts';
import { labelsAround } from '../../page/region.ts';

/** How many elements around a link or a price may be its tile. */
export const CLIMB_LIMIT = 14;
/** What holds more links is no tile. */
export const LINKS_LIMIT = 9;
const NO_PRODUCT_LINK =
  /^(?:#|mailto:|tel:|javascript:)|\/(?:cart|basket|checkout|account|login|sign-?in|register|wishlist|compare|help|contact|about|stores|store-(?:locator|finder)|locations|privacy|terms|blogs?|articles?|recipes?|pages|magazine|journal|workshops|advice|guides?|how-to|news|events?|classes|recalls|manuals|donate)(?:[/?#]|$)|add-?to-?(?:cart|basket|bag)|[?&]add|quick-?view/i;

/** The product links in an element, of those that are near. */
export type Links = (element: Element) => ReadonlySet<string> | undefined;

/** A link of the page that may lead to a product; its address is read where it is asked for: most stand in menus. */
interface PlacedLink {
  element: Element;
  href: string;
  /** How many elements it stands in, once the address is asked for. */
  depth: number;
  /** Null until it is asked for; '' where it leads to none. */
  address: string | null;
}

/** Finds a page's product links; those of an element are counted where a price asks for them. */
export function linksBelow(page: PageDocument, pageUrl: string): Links {
  const all = mayLead(page);
  const known = new Map<Element, ReadonlySet<string> | undefined>();
  return (element) => {
    if (!known.has(element)) known.set(element, linksIn(element, all, pageUrl));
    return known.get(element);
  };
}

function linksIn(
  element: Element,
  all: readonly PlacedLink[],
  pageUrl: string,
): ReadonlySet<string> | undefined {
  const links = new Set<string>();
  const depth = depthOf(element);
  const end = endOf(element);
  for (let at = firstFrom(all, element.order); at < all.length; at += 1) {
    const link = all[at];
    if (!link || link.element.order >= end || links.size > LINKS_LIMIT) break;
    if (link.address === null) {
      link.address = productAddress(link.href, pageUrl) ?? '';
      link.depth = depthOf(link.element);
    }
    if (link.address && link.depth - depth < CLIMB_LIMIT) links.add(link.address);
  }
  return links.size > 0 ? links : undefined;
}

function mayLead(page: PageDocument): PlacedLink[] {
  const links: PlacedLink[] = [];
  for (const element of page.elements) {
    const href = element.name === 'a' ? element.attribs['href']?.trim() : undefined;
    if (href && !isHidden(element) && !NO_PRODUCT_LINK.test(href))
      links.push({ element, href, depth: 0, address: null });
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
    if ((links[middle]?.element.order ?? 0) < order) from = middle + 1;
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

const SWATCH = /(?:^|[\s_-])(?:swatch(?:es)?|colou?r-?options?)(?:$|[\s_-])/i;

/** True for what chooses a colour, and is named by it. */
export function isSwatch(element: Element): boolean {
  return SWATCH.test(labelsAround(element));
}

/** Elements of a shop's own making: <amp-img>, <lazy-image>. */
const DRAWN = /(?:^|-)(?:img|image|picture)(?:$|-)/;

/** A tile shows its product; rows of a buy box or a price table do not. Each element is asked once, however many hold it. */
export function hasPicture(root: Element): boolean {
  root.hasPicture ??= isPicture(root) || holdsPicture(root);
  return root.hasPicture;
}

function holdsPicture(element: Element): boolean {
  for (let child = element.first; child; child = child.next)
    if (isElement(child) && child.type === 'tag' && hasPicture(child)) return true;
  return false;
}

function isPicture({ name, attribs }: Element): boolean {
  return (
    name === 'img' ||
    name === 'picture' ||
    'data-bg' in attribs ||
    'data-background-image' in attribs ||
    (name.includes('-') && DRAWN.test(name)) ||
    /background(?:-image)?:\s*url/i.test(attribs['style'] ?? '')
  );
}
