import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { findKeptPage, storeKeptPage } from '#db/queries/crawl/kept-pages.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { DAY_MS } from '#domain/time.ts';
import type { TextPage } from '../fetch/fetched-page.ts';
import { type ExpectedPage, expectedReading } from './expected-page.ts';
import { MAX_UNPACKED_BYTES } from './packed-text.ts';

/** Keeps a fetched page with its reading, by the id of its row. Never throws: a full disk must not stop the crawl. */
export type KeepPage = (
  em: EntityManager,
  pageId: string,
  page: Pick<TextPage, 'url' | 'contentType' | 'body'>,
  reading: PageReading,
  fetchedAt: Date,
) => Promise<void>;

export function createPageKeeper(days: number, log: Pick<Logger, 'warn'>): KeepPage {
  return async function keepPage(em, page, { url, contentType, body }, reading, fetchedAt) {
    try {
      const expiresAt = new Date(fetchedAt.getTime() + days * DAY_MS);
      const times = { fetchedAt, expiresAt };
      const packed = await promisify(gzip)(body);
      const known = { url, contentType, reading: asExpected(reading) };
      await storeKeptPage(em, { page, ...known, ...times, body: packed });
    } catch (err) {
      log.warn({ err, url }, 'could not keep a page');
    }
  };
}

/** The kept copy of a page, unpacked; null when there is none. Throws when it exceeds 32 MB. */
export async function readKeptPage(em: EntityManager, page: string) {
  const kept = await findKeptPage(em, page);
  if (!kept) return null;
  const body = await promisify(gunzip)(kept.body, { maxOutputLength: MAX_UNPACKED_BYTES });
  return { ...kept, body: body.toString('utf8'), reading: expectedReading.parse(kept.reading) };
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
