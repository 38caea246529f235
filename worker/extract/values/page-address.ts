/**
 * The address a page was fetched from (or calls canonical), asked which product the page is about. State that a
 * single-page app left behind may describe another product than the address does: the address decides.
 */
export interface PageAddress {
  url: string;
  /** True when the address names exactly this product or variant. */
  isAbout(thing: { url: string | null; sku: string | null }): boolean;
  /** True when the thing states an address or code that contradicts this page's. */
  isElsewhere(thing: { url: string | null; sku: string | null }): boolean;
}

/** Codes shorter than this occur in addresses by chance. */
const SHORTEST_CODE = 4;

const withParts = (code: string): string[] => [code, ...code.split(/[._-]/)];

/** Reads a page's address; one that is no URL matches nothing. */
export function pageAddress(pageUrl: string, canonical: string | null = null): PageAddress {
  const url = URL.canParse(pageUrl) ? pageUrl : 'https://unknown.invalid/';
  const pages = [url, canonical ?? '']
    .filter((each) => URL.canParse(each))
    .map((each) => new URL(each));
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

/** The variant that an address asks for by query, as storefronts of several makes write it; null when it asks for none. */
function variantIn(url: URL | null): string | null {
  for (const name of ['variant', 'variation_id', 'variantId', 'sku', 'pid'])
    if (url?.searchParams.has(name)) return url.searchParams.get(name);
  return null;
}

function pathOf(url: URL): string {
  return decoded(url.pathname).replace(/\/+$/, '').toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % in a shop's address: compared as it is.
    return text;
  }
}
