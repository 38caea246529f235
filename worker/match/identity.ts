import type { OfferReading } from '#domain/page-reading.ts';

/** Interim keys: GTIN, and the normalised title. */
export function productKey(reading: OfferReading): {
  gtin: string | null;
  brandModelVariant: string | null;
  titleKey: string | null;
  family: string | null;
} {
  const titleKey = reading.name.toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim();
  return { gtin: reading.gtin, brandModelVariant: null, titleKey, family: null };
}
