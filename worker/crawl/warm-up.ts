import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FetchedBody, readPage } from '../extract/read-page.ts';
import { guardReading } from '../offers/guard-reading.ts';

/** V8 compiles a regular expression to machine code on its second run. */
const ROUNDS = 2;
/** Characters of an ordinary page, so that loops over pages are optimised. */
const PAGE_CHARS = 120_000;
/** V8 compiles an expression separately for Latin-1 texts and for all others. */
const NOT_LATIN = 'Kettle 珈琲';
/** Parts of the pages: each way in which shops state a product, and a menu as padding. */
const PIECES = readFileSync(new URL('warm-up.txt', import.meta.url), 'utf8').trimEnd();

/** Extracts a few built-in pages (0.2 s, yielding between them). Without it, the first page of 5 kB blocks the event loop for up to 60 ms. */
export async function warmUp(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, page] of warmUpPages().entries()) {
      const body = repriced(page.body, round * 100 + index);
      guardReading(readPage({ ...page, body }), { name: 'Warm-up', currency: 'AUD' });
      await nextTurn();
    }
}

/** Changes the amounts, as extraction caches the texts that it has read. */
function repriced(body: string, by: number): string {
  return body.replace(/\d+(?=\.\d\d(?!\d))/g, (dollars) => String(Number(dollars) + by));
}

/** Pages that state a product in each way that shops use: first all in Latin-1, then with other characters. */
export function warmUpPages(): FetchedBody[] {
  const [print = '', jsonLd, state, attributes = '', tiles = '', stated, json = '', menu = ''] =
    PIECES.split('\n---\n');
  const padding = menu.repeat(PAGE_CHARS / menu.length);
  const shown = [print, `${jsonLd}${print}`, `${state}${print}`, attributes, tiles];
  const bodies = [...shown, `${jsonLd}${padding}${stated}`].map(page).concat(json);
  return [...bodies, ...bodies.map((body) => body.replaceAll('Kettle', NOT_LATIN))].map((body) => ({
    body,
    url: 'https://shop.example.com/product/steel-kettle-482913',
    contentType: body.startsWith('{') ? 'application/json' : 'text/html',
  }));
}

const page = (body: string): string =>
  `<!doctype html><html lang="en-AU"><head><title>Steel Kettle 1.7L | Shop</title></head><body><header><nav>
<a href="/c/kitchen">Kitchen</a></nav></header><main>${body}</main><footer>Free delivery over $65</footer></body></html>`;
