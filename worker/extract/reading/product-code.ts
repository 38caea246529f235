import type { PageAddress } from '../page/address.ts';
import type { Element, PageDocument } from '../page/document.ts';
import { regionOf } from '../page/region.ts';

/**
 * The shop's own code of a page's product: the stated one where shoppers meet it, else the one printed beside "SKU" or the like,
 * else the one that the address holds in its place for it; a number of the shop's database comes last.
 */
export function productCode(
  stated: string | null,
  printed: string | null,
  page: PageAddress,
  document: PageDocument,
): string | null {
  if (stated && isShownCode(stated, page, document)) return stated;
  return printed ?? placedCode(page.url) ?? stated ?? codeInAddress(page.url);
}

/**
 * True when shoppers meet the code: in the page's address or in its text. Data often states a number of the shop's database
 * instead, beside which the page prints the code that shoppers and other pages use.
 */
function isShownCode(code: string, page: PageAddress, { elements }: PageDocument): boolean {
  if (page.isAbout({ url: null, sku: code })) return true;
  return elements.some(
    (element) => element.hasText && printsCode(element, code) && regionOf(element) !== 'hidden',
  );
}

function printsCode({ first }: Element, code: string): boolean {
  for (let child = first; child; child = child.next) {
    if (child.type !== 'text' || child.isBlank) continue;
    const { data } = child;
    for (let at = data.indexOf(code); at !== -1; at = data.indexOf(code, at + code.length))
      if (!isWordAt(data, at - 1) && !isWordAt(data, at + code.length)) return true;
  }
  return false;
}

function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && /[\p{L}\p{N}]/u.test(text[at] ?? '');
}

const CODE_PARAMETERS = /^(?:pid|sku|product_?id|product_?code|item_?id|item_?code)$/i;
const CODE_FOLDER = /^(?:itm|dp|item|sku|pd|p|prod|product|products|productdetails|buy)$/i;
const SHORTEST_TAIL = /(?:^|[-_~])p?(\d{5,})$/i;

/** The product's code as addresses hold it: '?pid=260591', '/dp/B00CYG4J5U', '/kettle-1-7l-482913.html'; null when there is none. */
export function codeInAddress(address: string): string | null {
  const last = URL.parse(address)
    ?.pathname.split('/')
    .findLast(Boolean)
    ?.replace(/\.html?$/i, '');
  return placedCode(address) ?? SHORTEST_TAIL.exec(last ?? '')?.[1] ?? null;
}

/** The code in a parameter or folder that is made for it. */
function placedCode(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  for (const [name, value] of url.searchParams)
    if (CODE_PARAMETERS.test(name) && isCode(value)) return value;
  const segments = url.pathname.split('/').filter(Boolean);
  const behind = segments[segments.findIndex((segment) => CODE_FOLDER.test(segment)) + 1];
  return behind && behind !== segments[0] && isCode(behind) ? behind : null;
}

/** Digits with a few capitals, not words: a slug is no code. */
function isCode(text: string): boolean {
  return /^(?=.*\d.*\d.*\d)[\w.-]{4,30}$/.test(text) && !/[a-z]{3}/.test(text);
}
