import type { OfferReading } from '#domain/page-reading.ts';

/**
 * What one source on a page says about one product, before any vote: an offer whose name and address may still be
 * missing. `source` is the provenance that ends up in the reading.
 */
export interface Candidate extends Omit<OfferReading, 'name' | 'url'> {
  name: string | null;
  url: string | null;
  /** True when `price` is the low end of a range or of differing variants: any single price beats it. */
  fromPrice: boolean;
}

/** A candidate that says nothing yet; fill in what the source states. */
export function emptyCandidate(source: string): Candidate {
  return {
    name: null,
    url: null,
    price: null,
    currency: null,
    originalPrice: null,
    availability: 'unknown',
    brand: null,
    gtin: null,
    mpn: null,
    sku: null,
    rating: null,
    imageUrl: null,
    category: null,
    description: null,
    specifications: {},
    seller: null,
    variant: null,
    unitPrice: null,
    memberPrice: null,
    multiBuy: null,
    deliveryCost: null,
    fromPrice: false,
    source,
  };
}

/** The candidate as an offer reading; null without a name. The page's own address stands in for a missing one. */
export function offerOf(candidate: Candidate, pageUrl: string): OfferReading | null {
  const { fromPrice: _, name, url, ...rest } = candidate;
  if (!name) return null;
  return { ...rest, name, url: url ?? pageUrl };
}
