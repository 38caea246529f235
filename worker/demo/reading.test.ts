import { expect, test } from 'vitest';
import { type TruthRow, truthTable } from '../../tests/support/demo-truth.ts';
import { readPage } from '../extract/read-page.ts';
import { shopAnswer } from './shop-answer.ts';
import { demoShelves } from './world/listing.ts';
import { PAGE_STYLES } from './world/shops.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const SAMPLE = 80;

/** The body of an offer's page; for script-rendered shops, the inserted content. */
async function bodyOf({ shop, url, pageStyle }: TruthRow): Promise<string> {
  const shelf = demoShelves().get(shop);
  if (!shelf) throw new Error(`no shop ${shop}`);
  const asked = new URL(url);
  if (pageStyle === 'script') asked.pathname = `/fragment${asked.pathname}`;
  const place = { base: '', origin: asked.origin };
  const moment = { at: NOW, priceFactor: 1 };
  const { body } = shopAnswer({ shelf, place, url: asked, moment, broken: null });
  const text = String(typeof body === 'function' ? await body() : body);
  if (pageStyle !== 'script') return text;
  const { html } = JSON.parse(text) as { html: string };
  return `<!doctype html><html lang="en-AU"><body>${html}</body></html>`;
}

async function readingOf(row: TruthRow): Promise<{ price: number | null; stock: string | null }> {
  const body = await bodyOf(row);
  const { product, variants } = readPage({ body, url: row.url, contentType: 'text/html' });
  const offer = variants.find(({ url }) => url === row.url) ?? product;
  const price = offer?.price ? Math.round(Number(offer.price) * 100) : null;
  return { price, stock: offer?.availability ?? null };
}

test.each(PAGE_STYLES)('%s: extraction reads the price and stock of the page', async (style) => {
  const rows = [...truthTable(NOW)].filter(
    (row) => row.pageStyle === style && !row.trap.includes('sellers'),
  );
  const step = Math.ceil(rows.length / SAMPLE);
  for (const row of rows.filter((_, index) => index % step === 0)) {
    expect(await readingOf(row), `${row.url} ${row.trap}`).toEqual({
      price: row.priceCents,
      stock: row.availability,
    });
  }
});
