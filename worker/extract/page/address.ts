import type { PageReading } from '#domain/offers/page-reading.ts';
import { readCurrency } from '../values/candidate.ts';
import { absoluteAddress } from '../values/nodes.ts';
import { type Element, upFrom } from './element.ts';
import { elementsNamed, metaOf, type PageDocument } from './parse-page.ts';
import { regionOf } from './region.ts';

/** Country-code domains and regions of languages by currency, for shops that print a bare number or sign. */
const COUNTRIES: Record<string, string> = {
  AUD: 'au',
  NZD: 'nz',
  CAD: 'ca',
  SGD: 'sg',
  HKD: 'hk',
  USD: 'us',
  INR: 'in',
  GBP: 'uk gb',
  ZAR: 'za',
  EUR: 'ie de fr it es nl at',
};

/** The word with its value: `currency":"AUD"`, `currencyCode: 'AUD'`, `currency\\":\\"AUD\\"`. */
const STATED_CURRENCY = /urrency_?(?:code|iso)?\\?["']?\s*[:=]\s*\\?["']([a-z]{3})\\?["']/gi;

/**
 * Returns the page's currency, for prices printed without one: from its metas, else its country, scripts or language.
 * Null when nothing proves a currency, as for a bare '$' on a .com.
 */
export function readPageCurrency(page: PageDocument, body: string, pageUrl: string): string | null {
  const names = ['product:price:currency', 'og:price:currency', 'currency', 'pricecurrency'];
  return (
    readCurrency(metaOf(page, ...names)) ??
    currencyOfDomain(pageUrl) ??
    currencyInScripts(body) ??
    currencyOf(/[-_]([a-z]{2})$/i.exec(languageOf(page))?.[1])
  );
}

/** Returns the currency of the country whose domain the address ends in: AUD for '.com.au'. Null for '.com'. */
export function currencyOfDomain(address: string): string | null {
  return currencyOf(/[^.]*$/.exec(URL.parse(address)?.hostname ?? '')?.[0]);
}

function currencyOf(country = ''): string | null {
  const isHere = (currency: string) =>
    COUNTRIES[currency]?.split(' ').includes(country.toLowerCase());
  return Object.keys(COUNTRIES).find(isHere) ?? null;
}

/** Returns the only currency code in the page's scripts and attributes; null when they name several. */
function currencyInScripts(body: string): string | null {
  let only: string | null = null;
  for (const [, stated] of body.matchAll(STATED_CURRENCY)) {
    const code = readCurrency(stated);
    if (only !== null && code !== only) return null;
    only = code;
  }
  return only;
}

function languageOf(page: PageDocument): string {
  const [html] = elementsNamed(page, 'html');
  return html?.attribs['lang'] ?? metaOf(page, 'og:locale') ?? '';
}

const PRODUCT_PATH =
  /\/(?:p|pd|pdp|dp|product|products|productdetails?|item|itm|prod|ip|buy)\/[^/?]|\/p\d{4,}|-p-?\d{4,}|[^/]\.html?(?:\?|$)|\/[^/?]*-[^/?]*\d{4,}(?:[/?]|$)/i;
const LIST_PATH =
  /\/(?:category|categories|c|collections?|browse|shop|search|departments?|range|brands?|sale|(?:on-)?specials?|deals|catalogue)(?:[/?]|$)|[?&](?:page|pagenumber|p|start|offset|q)=/i;
/** Addresses of other pages than goods: the account, the cart, people, articles, shops' own pages and files. */
export const NO_GOODS = new RegExp(
  [
    '^(?:#|mailto:|tel:|javascript:|data:)',
    '[/=](?:shopping_?)?(?:cart|basket|checkout|account|log-?in|sign-?in|log-?off|register|password_forgotten|wishlist|compare)(?:[/?#&_.]|$)',
    '[/=](?:help|contact|about|privacy|terms|careers|stores|store-(?:locator|finder)|locations|pages|faqs?|gift-cards|returns|delivery|conditions|shippinginfo)(?:[/?#&_.]|$)',
    '/(?:users?|members?|profiles?)/[^/]|/@',
    '/(?:blogs?|articles?|recipes?|magazine|journal|workshops|advice|guides?|how-to|news|events?|classes|recalls|manuals|donate)(?:[/?#]|$)',
    'add-?to-?(?:cart|basket|bag)|[?&]add|quick-?view',
    '\\.(?:jpe?g|png|webp|gif|svg|css|js|pdf|xml|ico|woff2?)(?:\\?|$)',
  ].join('|'),
  'i',
);
const LINK_LIMIT = 2_000;
const LONGEST_HREF = 2_000;

/** True when the address looks like that of a product page. */
export function isProductAddress(address: string): boolean {
  return PRODUCT_PATH.test(pathIn(address));
}

/** True when the address looks like that of a category or search page. */
export function isListAddress(address: string): boolean {
  return LIST_PATH.test(pathIn(address)) && !isProductAddress(address);
}

function pathIn(address: string): string {
  return address.replace(/^(?:https?:)?\/\/[^/]+/, '');
}

/** Addresses of carts, checkouts and wish lists, and of articles, which mention products of other pages. */
const OWN_PATH =
  /^https?:\/\/[^/]+\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/){0,2}(?:cart|bag|basket|trolley|checkout|wish-?lists?(?:\/(?:shared?|view|public)\/[\w-]+)?|(?:shopping|view)-?(?:cart|bag|basket)|checkout\/cart)(?:\.\w+)?\/?(?:[?#]|$)|^https?:\/\/[^/]+\/(?:recipes?|blogs?|articles?|news|magazine|journal|advice)\/[^/?#]/i;

/** True for the address of a cart, checkout, wish list or article. */
export function isCartOrArticle(address: string): boolean {
  return OWN_PATH.test(address);
}

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
  const page = URL.parse(pageUrl);
  const origin = page?.origin ?? 'null';
  const products = new Set(listed.filter((address) => address.startsWith(`${origin}/`)));
  const lists = new Set<string>();
  const others = new Set<string>();
  const seen = new Set<string>();
  const mayLead = (element: Element) =>
    isProduct ? regionOf(element) === 'chrome' : !upFrom(element).some((up) => tiles.has(up));
  const base =
    absoluteAddress(elementsNamed(document, 'base')[0]?.attribs['href'] ?? '', pageUrl) ?? pageUrl;
  for (const element of document.elements) {
    const href = hrefOf(element)?.trim().slice(0, LONGEST_HREF);
    if (!page || !href || seen.has(href) || NO_GOODS.test(href)) continue;
    seen.add(href);
    const address = addressOn(origin, href, base);
    if (!address || address === pageUrl || products.has(address)) continue;
    const kind = kindOf(element, new URL(address), page);
    if (kind === 'list') lists.add(address);
    else if (kind && mayLead(element)) others.add(address);
  }
  const most = (found: Iterable<string>) => [...found].slice(0, LINK_LIMIT);
  // Menus unfold their whole tree: its top first.
  const shallowFirst = [...others].sort((one, other) => depthOf(one) - depthOf(other));
  return { products: most(products), lists: most(lists), others: most(shallowFirst) };
}

function depthOf(address: string): number {
  return address.split(/[/?&]/).length;
}

/** The address that an element leads to; a "load more" button holds it in its data. */
function hrefOf({ name, attribs }: Element): string | undefined {
  if (name === 'a' || (name === 'link' && NEXT.test(attribs['rel'] ?? ''))) return attribs['href'];
  return Object.entries(attribs).find(([key]) => MORE.test(key))?.[1];
}

const NEXT = /^next\b/i;
const LONGEST_LABEL = 60;
const MORE = /^data-.*(?:url|href|next|page)$/;

function kindOf(element: Element, link: URL, page: URL): 'list' | 'other' | null {
  const { rel = '' } = element.attribs;
  const text = element.text(LONGEST_LABEL);
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

/** True for a link that only adds to the page's query: a filter, an order, a currency. */
function refines(link: URL, page: URL): boolean {
  const keeps = [...page.searchParams.keys()].every((name) => link.searchParams.has(name));
  const isOnlyAdded = changesOf(link, page).every(([name]) => !page.searchParams.has(name));
  return link.pathname === page.pathname && keeps && isOnlyAdded;
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
  if (another || !value || !/^\d{1,5}$/.test(value)) return false;
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

/** Returns the absolute address if it is on this origin, else null. Paths without a query skip the URL parser, the slowest step here. */
function addressOn(origin: string, href: string, pageUrl: string): string | null {
  const plain = href.split('#', 1)[0] ?? '';
  if (plain.startsWith('/') && !plain.startsWith('//') && !/\.\.|\?|[^\x21-\x7e]/.test(plain))
    return origin + plain;
  const address = absoluteAddress(plain, pageUrl);
  return address?.startsWith(`${origin}/`) ? address : null;
}

/**
 * The address that a page was fetched from, with its canonical address. It decides which product the page is about:
 * the state of a single-page app may still describe a product that the shopper visited earlier.
 */
export interface PageAddress {
  url: string;
  /** The address that its canonical link names, on the page's own origin; null without one, or if that is the home page or another variant. */
  canonical: string | null;
  /** True when the page's address names exactly this product or variant. */
  isAbout(thing: { url: string | null; sku: string | null }): boolean;
  /** True when the product's address or code contradicts this page's. */
  isElsewhere(thing: { url: string | null; sku: string | null }): boolean;
}

/** Shorter codes occur in addresses by chance. */
const SHORTEST_CODE = 4;

const withParts = (code: string): string[] => [code, ...code.split(/[._-]/)];

/** Parses a page's address; an invalid URL matches no product. */
export function pageAddress(pageUrl: string, canonical = ''): PageAddress {
  const url = URL.canParse(pageUrl) ? pageUrl : 'https://unknown.invalid/';
  const pages = [url, canonical].flatMap((each) => URL.parse(each) ?? []);
  const text = pages
    .map((page) => decoded(`${page.pathname}${page.search}`))
    .join(' ')
    .toLowerCase();
  const paths = new Set(pages.map(pathOf));
  const codes = new Set(text.match(/[a-z0-9]+(?:[._-][a-z0-9]+)*/g)?.flatMap(withParts));
  const namesCode = (sku: string | null): boolean => {
    const code = sku?.toLowerCase() ?? '';
    return (
      code.length >= SHORTEST_CODE &&
      /\d/.test(code) &&
      (codes.has(code) || text.includes(`/${code}`) || text.includes(`=${code}`))
    );
  };
  const isThisPath = (address: string | null): boolean => {
    const parsed = address ? URL.parse(address) : null;
    return parsed !== null && parsed.pathname !== '/' && paths.has(pathOf(parsed));
  };
  const shown = variantIn(URL.parse(url));
  const isShownVariant = (address: string | null): boolean => {
    const variant = address ? variantIn(URL.parse(address)) : null;
    return shown === null || variant === null || variant === shown;
  };
  return {
    url,
    canonical: ownCanonical(url, canonical),
    isAbout: (thing) =>
      namesCode(thing.sku) || (isThisPath(thing.url) && isShownVariant(thing.url)),
    isElsewhere: (thing) => {
      const other = thing.url ? URL.parse(thing.url) : null;
      if (!other || other.pathname === '/' || isThisPath(thing.url) || namesCode(thing.sku))
        return false;
      return pages.some((page) => page.hostname === other.hostname);
    },
  };
}

/** Shops mix protocols and `www.` in canonical links; the page's own origin is known to answer. */
function ownCanonical(pageUrl: string, href: string): string | null {
  const stated = URL.parse(absoluteAddress(href, pageUrl) ?? '');
  const page = URL.parse(pageUrl);
  if (!href || !stated || !page || withoutWww(stated) !== withoutWww(page)) return null;
  const isHome = /^\/(?:index\.\w+)?$/.test(stated.pathname) && stated.search === '';
  const variant = variantIn(page);
  if (isHome || (variant !== null && variantIn(stated) !== variant)) return null;
  return page.origin + stated.pathname + stated.search;
}

function withoutWww({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** True when the address names one variant of its product: '?variant=123'. */
export function namesVariant(address: string): boolean {
  return variantIn(URL.parse(address)) !== null;
}

function variantIn(url: URL | null): string | null {
  const names = ['variant', 'variation_id', 'variantId', 'sku', 'pid'];
  return names.map((name) => url?.searchParams.get(name)).find((each) => each != null) ?? null;
}

function pathOf(url: URL): string {
  return decoded(url.pathname).replace(/\/+$/, '').toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The address holds a stray '%'; compare it undecoded.
    return text;
  }
}
