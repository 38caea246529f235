import type { Element } from 'domhandler';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { absoluteAddress } from '../values/nodes.ts';
import { NO_GOODS } from './address.ts';
import { labelWords, shownText, upFrom } from './element.ts';
import type { PageDocument } from './parse-page.ts';
import { regionOf } from './region.ts';

const LINK_LIMIT = 2_000;
const LONGEST_HREF = 2_000;

/**
 * Returns the pages that a page links to on its own host, absolute and without duplicates: the products of its tiles, the further pages of
 * its list, and others, menus first. A product page's content leads to other products and is left out.
 */
export function readLinks(
  document: PageDocument,
  pageUrl: string,
  listed: readonly string[],
  { isProduct, tiles }: { isProduct: boolean; tiles: ReadonlySet<Element> },
): PageReading['links'] {
  const page = new URL(pageUrl);
  const { origin } = page;
  const products = new Set(listed.filter((address) => address.startsWith(`${origin}/`)));
  const lists = new Set<string>();
  const others = new Set<string>();
  const below = new Set<string>();
  const seen = new Set(['']);
  const mayLead = (element: Element) =>
    isProduct ? regionOf(element) === 'chrome' : !upFrom(element).some((up) => tiles.has(up));
  // The shop's logo leads home.
  const logo = document.elements.find((each) => each.name === 'a' && isLogo(each));
  const base = absoluteAddress(document.all.filter('base').attr('href') ?? '', pageUrl) ?? pageUrl;
  for (const element of document.elements) {
    const href = hrefOf(element)?.trim().slice(0, LONGEST_HREF) ?? '';
    if (seen.has(href) || NO_GOODS.test(href)) continue;
    seen.add(href);
    const address = addressOn(origin, href, base);
    if (element === logo || !address || address === pageUrl || products.has(address)) continue;
    const kind = kindOf(element, new URL(address), page);
    if (kind === 'list') lists.add(address);
    else if (kind && mayLead(element)) (isInFooter(element) ? below : others).add(address);
  }
  const most = (found: Iterable<string>) => [...found].slice(0, LINK_LIMIT);
  // Menus unfold their whole tree: its top first. Footers lead to the shop's own pages.
  const shallowFirst = [...others].sort((one, other) => depthOf(one) - depthOf(other));
  return {
    products: most(products),
    lists: most(lists),
    others: most(new Set([...shallowFirst, ...below])),
  };
}

const isInFooter = (element: Element) =>
  upFrom(element).some(({ name, label }) => name === 'footer' || /\bfooter\b/i.test(label));

const isLogo = (element: Element) =>
  upFrom(element, 3).some(({ label }) => labelWords(label).includes('logo'));

const depthOf = (address: string): number => address.split(/[/?&]/).length;

/** The address that an element leads to; a "load more" button holds it in its data. */
function hrefOf({ name, attribs }: Element): string | undefined {
  if (name === 'a' || (name === 'link' && NEXT.test(attribs['rel'] ?? ''))) return attribs['href'];
  // Of every element: no list of its attributes.
  for (const key in attribs) if (MORE.test(key)) return attribs[key];
  return undefined;
}

const NEXT = /^next\b/i;
const LONGEST_LABEL = 60;
const MORE = /^data-.*(?:url|href|next|page)$/;

function kindOf(element: Element, link: URL, page: URL): 'list' | 'other' | null {
  const { rel = '' } = element.attribs;
  const text = shownText(element, LONGEST_LABEL);
  if (NEXT.test(rel) || isFurther(link, page, text)) return 'list';
  // "(0)" leads to nothing, a number or an arrow alone to an earlier page.
  const isEmpty = /\(0\)$|^[^\p{L}]+$/u.test(text);
  const isOther = element.name === 'a' && !/nofollow/i.test(rel) && !isEmpty;
  return isOther && !refines(link, page) ? 'other' : null;
}

/** The query of an address without that of the page: what a link adds or changes. */
function changesOf(link: URL, page: URL): [string, string][] {
  return [...link.searchParams].filter(([name, value]) => page.searchParams.get(name) !== value);
}

/** True for a link that only adds to the page's query, such as a filter or an order, or that changes the currency. */
function refines(link: URL, page: URL): boolean {
  const changes = changesOf(link, page);
  const isOnlyAdded = changes.every(([name]) => !page.searchParams.has(name));
  return (
    changes.some(([name]) => /currency/i.test(name)) ||
    (link.pathname === page.pathname && keepsQuery(link, page) && isOnlyAdded)
  );
}

/** True for a link with all parameters of the page. */
function keepsQuery(link: URL, page: URL): boolean {
  return [...page.searchParams.keys()].every((name) => link.searchParams.has(name));
}

/** True for a further page of a list, whose address differs in one number: that of the link's text, the next one, or that of an arrow. */
function isFurther(link: URL, page: URL, text: string): boolean {
  const [change, another] = changesOf(link, page);
  const isSamePath = link.pathname === page.pathname;
  const [, stem = link.pathname, last] = NUMBERED.exec(link.pathname) ?? [];
  const [, ownStem = page.pathname, own] = NUMBERED.exec(page.pathname) ?? [];
  const isSameList =
    stem === ownStem || stem.replace(PAGE_WORD, '') === page.pathname.replace(/\/$/, '');
  const value = isSamePath ? change?.[1] : isSameList && !change ? last : undefined;
  if (another || !value || !/^\d{1,5}$/.test(value) || !keepsQuery(link, page)) return false;
  const current = Number((isSamePath ? page.searchParams.get(change?.[0] ?? '') : own) ?? 1);
  const ahead = Number(value) - current;
  const isNumbered = text === value && ahead <= LONGEST_LEAP;
  return ahead > 0 && (ahead === 1 || isNumbered || !/[\p{L}\d]/u.test(text));
}

/** Pagination numbers the next pages; a larger number is a page's size. */
const LONGEST_LEAP = 9;
/** A path that ends in a number: "/kettles/page/2", "/kettles-2". */
const NUMBERED = /^(.*?)(\d{1,5})\/?$/;
/** What stands between a list's path and the number of its page. */
const PAGE_WORD = /[/-](?:[a-z]+[/=-]?)?$/i;

/** Returns the absolute address if it is on this origin, else null. */
function addressOn(origin: string, href: string, base: string): string | null {
  const address = absoluteAddress(href, base);
  return address?.startsWith(`${origin}/`) ? address : null;
}
