import type {
  OfferContent,
  OfferIdentity,
  OfferToStore,
} from '#db/queries/offers/offer-columns.ts';
import { categoryOf } from '#domain/category.ts';
import { type Cents, centsFromDecimal } from '#domain/money.ts';
import { canonicalGtin } from '#domain/products/gtin.ts';
import { searchText } from '#domain/search/search-words.ts';
import type { Assignment } from './assign-products.ts';
import type { GuardedOffer } from './guard.ts';

/** The identity of a reading's offer. */
export function identityOf(
  { url, seller }: { url: string; seller: string | null },
  variant: string,
): OfferIdentity {
  return { url, variant, seller: seller ?? '', zone: 'national' };
}

/** The row that stores a guarded reading with its product. */
export function offerToStore(
  reading: GuardedOffer,
  variant: string,
  assignment: Assignment,
  source: OfferToStore['source'],
): OfferToStore {
  const category = categoryOf(reading.category, reading.name, reading.brand);
  return {
    ...assignment,
    ...offerContent(reading, variant, source),
    brand: reading.brand,
    category,
    shelf: reading.category,
    sku: reading.sku,
    searchText: searchText(
      reading.name,
      [reading.brand, reading.variant, reading.mpn],
      [category, reading.category],
    ),
  };
}

/** The columns that a later reading may change. */
export function offerContent(
  reading: GuardedOffer,
  variant: string,
  source: OfferToStore['source'],
): OfferContent {
  return {
    url: reading.url,
    variant,
    seller: reading.seller ?? '',
    zone: 'national',
    name: reading.name,
    imageUrl: reading.imageUrl,
    gtin: canonicalGtin(reading.gtin),
    source,
    priceCents: reading.priceCents,
    originalPriceCents: reading.originalPriceCents,
    memberPriceCents: decimalOrNull(reading.memberPrice),
    deliveryCents: decimalOrNull(reading.deliveryCost),
    multiBuy: multiBuyOf(reading),
    unitPrice: reading.unitPrice,
    availability: reading.availability,
    ratingAverage: reading.rating?.value ?? null,
    ratingCount: reading.rating?.count ?? null,
    extraction: reading.source,
  };
}

function decimalOrNull(text: string | null): Cents | null {
  return text === null ? null : centsFromDecimal(text);
}

function multiBuyOf({ multiBuy }: GuardedOffer): OfferToStore['multiBuy'] {
  const totalCents = decimalOrNull(multiBuy?.total ?? null);
  return multiBuy && totalCents ? { quantity: multiBuy.quantity, totalCents } : null;
}
