import { z } from 'zod';
import { messageOf } from '#domain/errors.ts';
import type { Availability } from '#domain/offers/availability.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { readPage } from '../extract/read-page.ts';
import { readPackedText } from '../replay/packed-text.ts';
import { answerJsonLines, type LineCommand } from './json-lines.ts';

const request = z.object({ file: z.string().min(1), url: z.string().nullish() });
const EMPTY = { product: null, items: [] };

const SCHEMA_WORDS: Record<Availability, string | null> = {
  in_stock: 'InStock',
  out_of_stock: 'OutOfStock',
  limited: 'LimitedAvailability',
  pre_order: 'PreOrder',
  discontinued: 'Discontinued',
  online_only: 'OnlineOnly',
  sold_out: 'SoldOut',
  unknown: null,
};

/** `npm run cli extract`: reads `{"file", "url"?}` lines and writes the offers of each page, or `rejected`. Returns exit code 0. */
export const extractCommand: LineCommand = (input, write) =>
  answerJsonLines(input, write, {
    schema: request,
    bad: () => ({ file: null, ...EMPTY, rejected: 'bad line: expected {"file", "url"?}' }),
    answer: ({ file, url }) => answerPage(file, url ?? ''),
  });

async function answerPage(file: string, url: string): Promise<object> {
  let body: string;
  try {
    body = await readPackedText(file);
  } catch (error) {
    return { file, ...EMPTY, rejected: `cannot read ${file}: ${messageOf(error)}` };
  }
  const { product, items, rejected } = readPage({
    body,
    url,
    contentType: null,
    nowMs: Date.now(),
  });
  return { file, product: product && asProduct(product), items: items.map(asItem), rejected };
}

function asProduct(offer: OfferReading): object {
  const { name, price, currency, originalPrice, brand, gtin, sku, rating, imageUrl: image } = offer;
  const availability = SCHEMA_WORDS[offer.availability];
  return { name, price, currency, originalPrice, availability, brand, gtin, sku, rating, image };
}

function asItem(offer: OfferReading): object {
  const { name, price, originalPrice, gtin, sku, url } = offer;
  const availability = SCHEMA_WORDS[offer.availability];
  return { name, price, originalPrice, availability, gtin, sku, url };
}
