import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import { findProducts, largestList } from '../sources/json/search.ts';
import { readSchemaGraph } from '../sources/schema/graph.ts';
import { type Candidate, offerOf } from '../values/candidate.ts';
import type { PageAddress } from '../values/page-address.ts';

/** Reads a bare JSON body: a schema.org product, or a shop's own product, search or category answer. */
export function readJsonAnswer(json: unknown, page: PageAddress): PageReading {
  const schema = readSchemaGraph([json], page, 'json');
  const only = schema.products[0];
  if (only && schema.products.length === 1) {
    const product = offerOf(only.product, page.url);
    if (product) return { ...emptyReading(), product, variants: offersOf(only.variants, page) };
  }
  if (schema.items.length > 0) return { ...emptyReading(), items: offersOf(schema.items, page) };
  const found = findProducts(json, page, 'json');
  const alone = found.find((entry) => !entry.isListed && entry.candidate.price !== null);
  const largest = alone ? [] : largestList(found);
  if (largest.length > 0) return { ...emptyReading(), items: offersOf(largest, page) };
  const single = alone ?? found[0];
  const product = single ? offerOf(single.candidate, page.url) : null;
  return product
    ? { ...emptyReading(), product }
    : { ...emptyReading(), rejected: 'not-a-product' };
}

/** A reading that says nothing yet. */
export function emptyReading(): PageReading {
  return {
    product: null,
    variants: [],
    items: [],
    links: { products: [], lists: [] },
    rejected: null,
  };
}

/** Candidates as offers; those without a name are left out. */
export function offersOf(candidates: readonly Candidate[], page: PageAddress): OfferReading[] {
  return candidates
    .map((candidate) => offerOf(candidate, page.url))
    .filter((offer) => offer !== null);
}
