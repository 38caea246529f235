import type { OfferReading } from '#domain/offers/page-reading.ts';
import type { Candidate } from '../extract/candidate.ts';
import { gatherEvidence } from '../extract/evidence.ts';
import type { FetchedBody } from '../extract/read-page.ts';
import { isSameText } from '../replay/same-value.ts';

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

/** Which parts of the page say what the reading says, for each of its fields; the page must be HTML. */
export function fieldSources(
  { body, url, selectors }: Pick<FetchedBody, 'body' | 'url' | 'selectors'>,
  offer: OfferReading,
): Map<ShownField, string[]> {
  const { selected, schemas, openGraph, states, visible } = gatherEvidence(body, url, selectors);
  const candidates = [
    ...(selected ? [selected] : []),
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
        return value !== null && said !== null && isSameText(field, [value], said);
      });
      return [field, [...new Set(agreeing.map(({ source }) => source))]];
    }),
  );
}
