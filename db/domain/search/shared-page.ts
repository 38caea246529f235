import { productIdIn } from '../public-path.ts';
import { cutQuery } from './query-text.ts';

/** What a shopper shared: the address of a page, and the words to search for where no product has that address; either may be missing. */
export interface SharedPage {
  address: string | null;
  words: string;
}

/** Reads what a share sheet, a bookmark or a form sends: any field may hold the address, a barcode or the product's name. */
export function readSharedPage(
  fields: Partial<Record<'title' | 'text' | 'url', string | undefined>>,
): SharedPage {
  const { title = '', text = '', url = '' } = fields;
  const address = [url, text].map(addressIn).find((found) => found !== null) ?? null;
  const written = [titleWords(title), text, url].map((field) => field.replace(ADDRESS, ' ').trim());
  const words = written.find((field) => field !== '') ?? (address ? addressWords(address) : '');
  return { address, words: cutQuery(words) };
}

const ADDRESS = /https?:\/\/[^\s<>"]+/i;

function addressIn(text: string): string | null {
  const [found] = ADDRESS.exec(text) ?? [];
  return URL.parse(found ?? '')?.href ?? null;
}

/** The longest part of a page's title: the others name the shop or a section. */
function titleWords(title: string): string {
  const parts = title.split(/\s+[|–—•·»]\s+|\s-\s/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** The words in an address: those of its last part with two of them. */
function addressWords(address: string): string {
  const parts = URL.parse(address)?.pathname.split('/') ?? [];
  const readable = parts.map((part) =>
    decodedPart(part)
      .replace(/\.\w{2,5}$/, '')
      .replace(/[-_+\s]+/g, ' ')
      .trim(),
  );
  return readable.findLast((part) => /\p{L}{2,} \S*\p{L}{2}/u.test(part)) ?? '';
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The id of the product that an address on this site shows; null for other addresses. */
export function productIdOfAddress(address: string, siteUrl: string): string | null {
  const { origin, pathname } = new URL(address);
  if (origin !== new URL(siteUrl).origin || !/^\/products?\//.test(pathname)) return null;
  return productIdIn(pathname.split('/').at(-1) ?? '');
}

/** The forms in which a page may be stored, best first: as shared; without query; then with the other scheme, host prefix or final slash. */
export function addressForms(address: string): string[] {
  const url = new URL(address);
  const host = url.host.replace(/^www\./, '');
  const path = url.pathname.replace(/\/+$/, '');
  const forms = [url.search, ''].flatMap((query) =>
    [url.pathname, path, `${path}/`].flatMap((each) =>
      [url.protocol, 'https:', 'http:'].flatMap((scheme) =>
        [url.host, host, `www.${host}`].map((name) => `${scheme}//${name}${each}${query}`),
      ),
    ),
  );
  return [...new Set(forms)];
}
