import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { expectedPage } from '#worker/replay/expected-page.ts';
import { type ShopPage, shopPage } from './shop-pages.ts';

/** How a saved page states its product to machines. */
const STATED = /ld\+json|__NEXT_DATA__|__(?:PRELOADED|INITIAL|APOLLO)_STATE__|__next_f/;

/** The bench's pages: generated ones, or the product pages of a folder with expected.json (docs/extraction.md). */
export function benchPages(count: number, folder?: string): ShopPage[] {
  if (!folder) return Array.from({ length: count }, (_, number) => shopPage(number));
  const listed = z
    .array(expectedPage)
    .parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
  return listed.flatMap(({ file, url, kind, expected }) => {
    const bytes = readFileSync(join(folder, file));
    const html = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
    if (kind !== 'product' || !url || !expected.price || !STATED.test(html)) return [];
    const { pathname, search } = new URL(url);
    const names = [expected.name ?? '', ...(expected.name_alt ?? [])];
    const saved = { url, names };
    const isInStock = /instock|limited|online|preorder/i.test(expected.availability ?? '');
    const page = { path: pathname + search, html, isInStock, saved };
    return [{ ...page, name: expected.name ?? '', price: expected.price }];
  });
}
