import type { OfferReading } from '#domain/offers/page-reading.ts';
import { shopAnswer } from '#worker/demo/shop-answer.ts';
import { variantPath } from '#worker/demo/world/addresses.ts';
import { demoShelves, type Listing, type Shelf } from '#worker/demo/world/listing.ts';
import { readPage } from '#worker/extract/read-page.ts';

/** What the worker's reader finds on one demo page, with the listing that the page is of. */
export interface DemoReading {
  shop: string;
  listing: Listing;
  reading: OfferReading;
}

/** Reads the page of every listing of every demo shop as the shop prints it at this instant. */
export async function* demoReadings(at: Date): AsyncGenerator<DemoReading> {
  for (const shelf of demoShelves().values()) {
    for (const listing of shelf.listings) {
      const reading = await readListing(shelf, listing, at);
      if (reading) yield { shop: shelf.shop.slug, listing, reading };
    }
  }
}

async function readListing(shelf: Shelf, listing: Listing, at: Date): Promise<OfferReading | null> {
  const origin = shelf.shop.website.replace(/\/$/, '');
  const url = origin + variantPath(shelf, listing);
  const isScript = shelf.shop.pageStyle === 'script';
  const asked = new URL(url);
  if (isScript) asked.pathname = `/fragment${asked.pathname}`;
  const { body } = shopAnswer({
    shelf,
    place: { base: '', origin },
    url: asked,
    moment: { at, priceFactor: 1 },
    broken: null,
  });
  const text = String(typeof body === 'function' ? await body() : body);
  const html = isScript
    ? `<!doctype html><html lang="en-AU"><body>${JSON.parse(text).html}</body></html>`
    : text;
  const { product, variants } = readPage({
    body: html,
    url,
    contentType: 'text/html',
    nowMs: at.getTime(),
  });
  return variants.find((variant) => variant.url === url) ?? product;
}
