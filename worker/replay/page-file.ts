import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { PageReading } from '#domain/offers/page-reading.ts';
import type { TextPage } from '../fetch/fetched-page.ts';
import { type ExpectedPage, expectedReading } from './expected-page.ts';

/** File extension of kept pages: gzip of a line of JSON about the page, then its body. */
export const PAGE_FILE_ENDING = '.page.gz';

const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;

const head = z.object({
  url: z.string(),
  contentType: z.string(),
  fetchedAt: z.string(),
  /** The reading at the time the page was kept, in the format of expected.json. */
  reading: expectedReading,
});

export function packPage(
  { url, contentType, body }: Pick<TextPage, 'url' | 'contentType' | 'body'>,
  reading: PageReading,
  at: Date,
): Buffer {
  const known = { url, contentType, fetchedAt: at.toISOString(), reading: asExpected(reading) };
  return gzipSync(`${JSON.stringify(known)}\n${body}`);
}

/** Reads a page kept by the crawl, or saved by hand, gzipped or not (`head` is then null). Throws if it cannot be read. */
export async function readSavedPage(path: string) {
  const text = await readPackedText(path);
  if (!path.endsWith(PAGE_FILE_ENDING)) return { body: text, head: null };
  const end = text.indexOf('\n');
  return { body: text.slice(end + 1), head: head.parse(JSON.parse(text.slice(0, end))) };
}

/** The text of a file, gzipped or not. Throws if it cannot be read or exceeds 32 MB unpacked. */
export async function readPackedText(path: string): Promise<string> {
  const bytes = await readFile(path);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }) : bytes;
  return text.toString('utf8');
}

/** A reading in the format of expected.json, so that a later extractor can be scored against it. */
function asExpected(reading: PageReading): ExpectedPage['expected'] {
  if (reading.rejected !== null) return {};
  const { product, items } = reading;
  if (product) {
    const { name, price, currency, originalPrice, availability, brand, gtin, sku, rating } =
      product;
    const sku_accept = sku === null ? null : [sku];
    return { name, price, currency, originalPrice, availability, brand, gtin, rating, sku_accept };
  }
  return {
    items: items.map(({ name, price, originalPrice, availability, sku, gtin, url }) => {
      return { name, price, originalPrice, availability, sku, gtin, url };
    }),
  };
}
