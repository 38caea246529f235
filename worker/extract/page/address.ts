import { readCurrency } from '../values/candidate.ts';
import { absoluteAddress } from '../values/nodes.ts';
import { metaOf, type PageDocument } from './parse-page.ts';

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
  const language = page.all.filter('html').attr('lang') ?? metaOf(page, 'og:locale') ?? '';
  return (
    readCurrency(metaOf(page, ...names)) ??
    currencyOfDomain(pageUrl) ??
    currencyInScripts(body) ??
    currencyOf(/[-_]([a-z]{2})$/i.exec(language)?.[1])
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

const PRODUCT_PATH =
  /\/(?:p|pd|pdp|dp|product|products|productdetails?|item|itm|prod|ip|buy)\/[^/?]|\/p\d{4,}|-p-?\d{4,}|[^/]\.html?(?:\?|$)|\/[^/?]*-[^/?]*\d{4,}(?:[/?]|$)/i;
const LIST_PATH =
  /\/(?:category|categories|c|collections?|browse|shop|search|departments?|range|brands?|sale|(?:on-)?specials?|deals|catalogue)(?:[/?]|$)|[?&](?:page|pagenumber|p|start|offset|q)=/i;
/** Addresses of other pages than goods: home, the account, the cart, people, articles, shops' own pages and files. */
export const NO_GOODS = new RegExp(
  [
    '^(?:#|mailto:|tel:|javascript:|data:|(?:https?://[^/]+)?/(?:index\\.\\w+)?$)',
    '[/=](?:(?:shopping|my|create)[-_]?)?(?:cart|basket|checkout|account|log-?in|sign-?in|log-?off|register|address_?book|password_forgotten|wishlist|compare)(?:[/?#&_.]|$)',
    '[/=](?:help|(?:contact|about)(?:[-_]us)?|testimonials|advanced_?search|privacy|terms|careers|stores|store-(?:locator|finder)|locations|pages|faqs?|gift-cards|returns|delivery|conditions|shippinginfo)(?:[/?#&_.]|$)',
    '/(?:users?|members?|profiles?)/[^/]|/@',
    '/(?:blogs?|articles?|recipes?|magazine|journal|workshops|advice|guides?|how-to|news|events?|classes|recalls|manuals|donate)(?:[/?#]|$)',
    'add-?to-?(?:cart|basket|bag)|[?&](?:add|action=)|quick-?view',
    '\\.(?:jpe?g|png|webp|gif|svg|css|js|pdf|xml|ico|woff2?)(?:\\?|$)',
  ].join('|'),
  'i',
);

/** True when the address looks like that of a product page. */
export function isProductAddress(address: string): boolean {
  return PRODUCT_PATH.test(pathIn(address));
}

/** True when the address looks like that of a category or search page. */
export function isListAddress(address: string): boolean {
  return LIST_PATH.test(pathIn(address)) && !isProductAddress(address);
}

const pathIn = (address: string): string => address.replace(/^(?:https?:)?\/\/[^/]+/, '');

/** Addresses of carts, checkouts, orders and wish lists, and of articles, which mention products of other pages. */
const OWN_PATH =
  /^https?:\/\/[^/]+\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/){0,2}(?:cart|bag|basket|trolley|checkout|wish-?lists?(?:\/(?:shared?|view|public)\/[\w-]+)?|(?:shopping|view)-?(?:cart|bag|basket)|checkout\/cart|(?:my-?)?(?:account|orders|order-\w+)(?:\/[^?#]*)?)(?:\.\w+)?\/?(?:[?#]|$)|^https?:\/\/[^/]+\/(?:recipes?|blogs?|articles?|news|magazine|journal|advice)\/[^/?#]/i;

/** True for the address of a cart, checkout, order, wish list or article. */
export const isCartOrArticle = (address: string): boolean => OWN_PATH.test(address);

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
    const parsed = URL.parse(address ?? '');
    return parsed !== null && parsed.pathname !== '/' && paths.has(pathOf(parsed));
  };
  const shown = variantIn(URL.parse(url));
  const isShownVariant = (address: string | null): boolean => {
    const variant = variantIn(URL.parse(address ?? ''));
    return shown === null || variant === null || variant === shown;
  };
  return {
    url,
    canonical: ownCanonical(url, canonical),
    isAbout: (thing) =>
      namesCode(thing.sku) || (isThisPath(thing.url) && isShownVariant(thing.url)),
    isElsewhere: (thing) => {
      const other = URL.parse(thing.url ?? '');
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

const withoutWww = ({ host }: URL): string => host.replace(/^www\./, '');

/** True when the address names one variant of its product: '?variant=123'. */
export function namesVariant(address: string): boolean {
  return variantIn(URL.parse(address)) !== null;
}

function variantIn(url: URL | null): string | null {
  const names = ['variant', 'variation_id', 'variantId', 'sku', 'pid'];
  return names.map((name) => url?.searchParams.get(name)).find((each) => each != null) ?? null;
}

const pathOf = (url: URL): string => decoded(url.pathname).replace(/\/+$/, '').toLowerCase();

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The address holds a stray '%'; compare it undecoded.
    return text;
  }
}
