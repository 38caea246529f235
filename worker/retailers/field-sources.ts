import type { OfferReading } from '#domain/page-reading.ts';
import type { Candidate } from '../extract/candidate.ts';
import { gatherEvidence } from '../extract/evidence.ts';
import {
  isSameBrand,
  isSameGtin,
  isSamePrice,
  nameLikeness,
  SAME_NAME,
} from '../replay/same-value.ts';

/** Fields of an offer that a person who adds a retailer looks at. */
export const SHOWN_FIELDS = [
  'name',
  'price',
  'currency',
  'originalPrice',
  'availability',
  'brand',
  'gtin',
  'mpn',
  'sku',
  'rating',
  'imageUrl',
  'category',
  'seller',
  'variant',
  'memberPrice',
] as const;
export type ShownField = (typeof SHOWN_FIELDS)[number];

/** A field's value as text, null when the page does not say it. */
export function shownValue(offer: OfferReading | Candidate, field: ShownField): string | null {
  if (field === 'rating')
    return offer.rating ? `${offer.rating.value} of ${offer.rating.count ?? '?'}` : null;
  if (field === 'availability' && offer.availability === 'unknown') return null;
  return offer[field];
}

/** Which parts of the page say what the reading says, for each of its fields. `body` is the page's HTML. */
export function fieldSources(
  body: string,
  url: string,
  offer: OfferReading,
): Map<ShownField, string[]> {
  const { schemas, openGraph, states, visible } = gatherEvidence(body, url);
  const candidates = [
    ...schemas.flatMap((schema) => schema.products.map(({ product }) => product)),
    openGraph,
    ...states.map(({ candidate }) => candidate),
    ...(visible ? [visible.candidate] : []),
  ];
  return new Map(
    SHOWN_FIELDS.map((field) => {
      const value = shownValue(offer, field);
      const agreeing = candidates.filter((candidate) => {
        const said = shownValue(candidate, field);
        return value !== null && said !== null && isSame(field, value, said);
      });
      return [field, [...new Set(agreeing.map(({ source }) => source))]];
    }),
  );
}

function isSame(field: ShownField, value: string, said: string): boolean {
  if (field === 'name') return nameLikeness([value], said) >= SAME_NAME;
  if (field === 'price' || field === 'originalPrice') return isSamePrice([value], said);
  if (field === 'brand') return isSameBrand(value, said);
  if (field === 'gtin') return isSameGtin([value], said);
  return value === said;
}
