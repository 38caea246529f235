import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { messageOf } from '#domain/errors.ts';
import type { Availability } from '#domain/offers/availability.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { readPage } from '#worker/extract/read-page.ts';

const FILE_LIMIT_BYTES = 32 * 1024 * 1024;
const request = z.object({ file: z.string().min(1), url: z.string().nullish() });

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

/**
 * `extract`: reads JSON lines { file, url } and writes what each saved page says, one JSON line each, in order.
 * A bad line or an unreadable file gives a line with `rejected`; the rest still runs. Returns the exit code, 0.
 */
export async function extractCommand(
  input: AsyncIterable<string>,
  write: (line: string) => void,
): Promise<number> {
  for await (const line of linesOf(input)) {
    if (line.trim() !== '') write(JSON.stringify(await answerLine(line)));
  }
  return 0;
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

async function answerLine(line: string): Promise<object> {
  const parsed = request.safeParse(parseJson(line));
  if (!parsed.success)
    return { file: null, product: null, items: [], rejected: 'bad line: want {"file", "url"}' };
  const { file, url } = parsed.data;
  const read = await readSaved(file);
  if ('fault' in read) return { file, product: null, items: [], rejected: read.fault };
  const reading = readPage({ body: read.body, url: url ?? '', contentType: null });
  return {
    file,
    product: reading.product && asProduct(reading.product),
    items: reading.items.map(asItem),
    rejected: reading.rejected,
  };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Reported to the caller as a bad line by the schema.
    return undefined;
  }
}

async function readSaved(file: string): Promise<{ body: string } | { fault: string }> {
  try {
    const bytes = await readFile(file);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return {
      body: (isGzip ? gunzipSync(bytes, { maxOutputLength: FILE_LIMIT_BYTES }) : bytes).toString(
        'utf8',
      ),
    };
  } catch (error) {
    return {
      fault: `cannot read ${file}: ${messageOf(error)}`,
    };
  }
}

function asProduct(offer: OfferReading): object {
  const { name, price, currency, originalPrice, brand, gtin, sku, rating } = offer;
  const availability = SCHEMA_WORDS[offer.availability];
  return {
    name,
    price,
    currency,
    originalPrice,
    availability,
    brand,
    gtin,
    sku,
    rating,
    image: offer.imageUrl,
  };
}

function asItem(offer: OfferReading): object {
  const { name, price, originalPrice, gtin, sku, url } = offer;
  return {
    name,
    price,
    originalPrice,
    availability: SCHEMA_WORDS[offer.availability],
    gtin,
    sku,
    url,
  };
}
