import type { OfferReading, ReadingRefusal } from '#domain/offers/page-reading.ts';

/**
 * What one source on a page says about one product, before any vote: an offer whose name and address may still be
 * missing. `source` is the provenance that ends up in the reading.
 */
export interface Candidate extends Omit<OfferReading, 'name' | 'url'> {
  name: string | null;
  url: string | null;
  /** True when `price` is the low end of a range or of differing variants: any single price beats it. */
  fromPrice: boolean;
  /** Why the price that it states is none. */
  refusal: ReadingRefusal | null;
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
    refusal: null,
    source,
  };
}

const LONGEST: Partial<Record<keyof OfferReading, number>> = {
  name: 300,
  description: 5_000,
  category: 300,
};
const LONGEST_CODE = 120;

/**
 * The candidate as an offer reading; null without a name. The page's own address stands in for a missing one. Texts come
 * out free of control characters and lone surrogates, which a database refuses, and of limited length.
 */
export function offerOf(candidate: Candidate, pageUrl: string): OfferReading | null {
  const { fromPrice: _, refusal: __, name, url, ...rest } = candidate;
  const stored = name && storable(name, 'name');
  if (!stored) return null;
  const offer: OfferReading = { ...rest, name: stored, url: url ?? pageUrl };
  for (const field of [
    'brand',
    'mpn',
    'sku',
    'category',
    'description',
    'seller',
    'variant',
  ] as const) {
    offer[field] = offer[field] && (storable(offer[field], field) || null);
  }
  offer.specifications = Object.fromEntries(
    Object.entries(offer.specifications).map(([label, text]) => [
      storable(label, 'sku'),
      storable(text, 'category'),
    ]),
  );
  return offer;
}

function storable(text: string, field: keyof OfferReading): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return plain.slice(0, LONGEST[field] ?? LONGEST_CODE).toWellFormed();
}
