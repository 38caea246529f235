import {
  type Element,
  elementsIn,
  isElement,
  isHidden,
  type PageDocument,
  seenTextOf,
} from '../../page/document.ts';
import { labelsAround, wordsOfLabel } from '../../page/region.ts';
import { isBuyButton, stockSaid } from '../../words/texts.ts';
import type { Tile } from './tiles.ts';

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

const TITLE_WORDS = new Set([
  'name',
  'title',
  'heading',
  'header',
  'productname',
  'producttitle',
  'description',
]);
const LONGEST_NAME = 250;

/** Candidate names of a tile, best first; the list reader drops those that all tiles share. */
export function tileNames(tile: Tile): string[] {
  const headings: string[] = [];
  const labelled: string[] = [];
  const linked: string[] = [];
  const pictured: string[] = [];
  const plain: string[] = [];
  for (const element of elementsIn(tile.element)) {
    const { name, attribs } = element;
    if (isSwatch(element)) continue;
    if (/^h[1-6]$/.test(name)) headings.push(printedName(element));
    else if (name === 'img') pictured.push(attribs['alt'] ?? '', attribs['title'] ?? '');
    else if (name === 'a')
      linked.push(printedName(element), attribs['title'] ?? '', attribs['aria-label'] ?? '');
    if (wordsOfLabel(element).some((word) => TITLE_WORDS.has(word)))
      labelled.push(printedName(element));
    if (element.children.some((child) => child.type === 'text' && child.data.trim().length > 3))
      plain.push(seenTextOf(element, LONGEST_NAME + 1));
  }
  const own = [tile.element.attribs['title'] ?? '', tile.element.attribs['aria-label'] ?? ''];
  const all = [
    ...headings,
    ...linked,
    ...labelled,
    ...own,
    ...pictured,
    ...plain.sort((a, b) => b.length - a.length),
  ];
  const names = spacedNames(all.map((name) => name.trim()).filter(isName));
  const priceless = names.filter((name) => !MONEY.test(name));
  const named = priceless.length > 0 ? priceless : null;
  if (named) return named;
  // "Gift card $50": what both picture and print call it.
  return names.filter((name) => pictured.includes(name));
}

/** The words, two or more, that end each of three or more names: "… Open product description". */
export function commonTail(names: readonly string[]): string {
  const [first, ...rest] = names.filter((name) => name !== '').map((name) => name.split(' '));
  if (!first || rest.length < 2) return '';
  let length = 0;
  while (
    length < first.length - 1 &&
    rest.every((name) => name.length > length + 1 && name.at(-1 - length) === first.at(-1 - length))
  )
    length += 1;
  return length >= 2 ? ` ${first.slice(-length).join(' ')}` : '';
}

/** The first of a tile's names, without what ends the names of all where the rest is printed by itself. */
export function withoutFurniture(names: readonly string[], tail: string): string | undefined {
  const [name] = names;
  if (!name || tail === '' || !name.endsWith(tail)) return name;
  const rest = name.slice(0, -tail.length);
  return names.includes(rest) ? rest : name;
}

/** The element's text; where its parts are glued, "BORK" "Bookcase, white", with spaces between them. */
function printedName(element: Element): string {
  const text = seenTextOf(element, LONGEST_NAME + 1);
  const parts = element.children.filter(isElement).map((part) => seenTextOf(part, LONGEST_NAME));
  const isGlued = parts.length > 1 && parts.every((part) => /^[\p{Lu}\d]/u.test(part));
  return isGlued && parts.join('') === text ? parts.join(' ') : text;
}

/** Each name once. Style sheets part what markup glues, "Oak Reserve12 Year Old": where a picture or title has the spaces, so has the name. */
function spacedNames(names: readonly string[]): string[] {
  const bySigns = new Map<string, string>();
  for (const name of names) {
    const signs = name.replace(/\s/g, '');
    if (name.length > (bySigns.get(signs)?.length ?? 0)) bySigns.set(signs, name);
  }
  return [...bySigns.values()];
}

const MONEY = /[$€£¥]\s?\d|\d\s?€/;

/** Of the tools on a tile: "Quick view for Knit Tee". */
const TOOL =
  /^quick ?(?:view|shop|look|buy|add)\b|^(?:add|save) .{0,80}to (?:(?:my|your|the) )?(?:wish ?list|favou?rites|compare|comparison)\b/i;

/** Part of a name of goods to come: "Mecha Statue (Pre-Order)", but not all that is said. */
const PREORDER = /(?<=\p{L}.{3,})\W*pre-?order\b\W*|\W*pre-?order\b\W*(?=.*\p{L}.{5,})/iu;

/** On a tile that leads nowhere in particular, before the first result. */
const INVITATION = /^shop (?:now|all|on [\p{L}.]+)$/iu;

function isName(text: string): boolean {
  return (
    text.length >= 3 &&
    text.length <= LONGEST_NAME &&
    /\p{L}{2}/u.test(text) &&
    // A template's "Brand - " whose second half is empty.
    !/\s[-–|]$/.test(text) &&
    !/^(?:save |up to )*\d+\s?%(?: off)?$/i.test(text) &&
    !TOOL.test(text) &&
    !INVITATION.test(text) &&
    !isBuyButton(text, '') &&
    stockSaid(text.replace(PREORDER, ' ').trim()) === 'unknown'
  );
}
