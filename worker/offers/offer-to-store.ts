import type {
  OfferContent,
  OfferIdentity,
  OfferToStore,
} from '#db/queries/offers/offer-columns.ts';
import { categoryOf } from '#domain/categories/category.ts';
import { type Cents, centsFromDecimal } from '#domain/money.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
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
  { reading, content }: { reading: OfferReading; content: OfferContent },
  assignment: Assignment,
): OfferToStore {
  const { name, brand, category: shelf, sku, variant, mpn } = reading;
  const category = categoryOf(shelf, name, brand);
  const words = searchText(name, [brand, variant, mpn], [category, shelf]);
  return { ...assignment, ...content, brand, category, shelf, sku, searchText: words };
}

/** The columns that a later reading may change. `variant` completes the identity if the address is ambiguous, otherwise ''. */
export function offerContent(
  reading: GuardedOffer,
  variant: string,
  source: OfferContent['source'],
): OfferContent {
  return {
    ...identityOf(reading, variant),
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
