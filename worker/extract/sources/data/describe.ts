import { readGtin } from '#domain/products/gtin.ts';
import { type Candidate, emptyCandidate } from '../../values/candidate.ts';
import { addressOf, textOf } from '../../values/nodes.ts';
import { FIELD_KEYS } from '../../words/words.ts';
import { type Fields, fieldsOf, firstOf, nodesIn, numberIn, textOfField } from './fields.ts';

/** Reads what is said of a product besides its prices and stock; `places` may hold its codes. */
export function describe(
  fields: Fields,
  places: readonly Fields[],
  base: string,
  source: string,
): Candidate {
  return {
    ...emptyCandidate(source),
    name: firstOf([fields], 'name', nameText),
    url: pageUrlOf(fields, base),
    brand: textOfField([fields], 'brand'),
    gtin: firstOf(places, 'gtin', readGtin) ?? gtinAmongCodes(fields),
    mpn: textOfField([fields], 'mpn'),
    sku:
      textOfField(places, 'sku') ??
      textOfField([fields], 'id')?.replace(/^(?:sku|mpn|id):/i, '') ??
      null,
    rating: readRating(fields),
    imageUrl: firstOf([fields], 'image', (value) => addressOf(value, base)),
    category: textOfField([fields], 'category'),
    description: textOfField([fields], 'description'),
    specifications: readSpecifications(fields),
  };
}

/** Document paths are not names: "projects/1/products/A". */
export function nameText(value: unknown): string | null {
  const text = typeof value === 'boolean' ? null : textOf(value);
  return text && /^\w+(?:\/[\w.()-]+){2,}$/.test(text) ? null : text;
}

/** In other fields, only a full-length code is a GTIN; shorter codes may be valid by chance. */
function gtinAmongCodes(fields: Fields): string | null {
  const codes = ['mpn', 'sku', 'productid'].map((key) => textOf(fields.get(key)) ?? '');
  return readGtin(codes.find((code) => /^\d{12,14}$/.test(code) && readGtin(code)));
}

function pageUrlOf(fields: Fields, base: string): string | null {
  return firstOf([fields], 'url', (value) =>
    typeof value === 'string' &&
    /[/.]/.test(value) &&
    !/\.(?:jpe?g|png|webp|gif|svg)(?:\?|$)/i.test(value)
      ? addressOf(value, base)
      : null,
  );
}

/** Labels of schema.org properties that are shown as specifications. */
const TRAITS = { color: 'Colour', size: 'Size', material: 'Material' } as const;

function readSpecifications(fields: Fields): Record<string, string> {
  const specifications: Record<string, string> = {};
  for (const [property, label] of Object.entries(TRAITS)) {
    const text = textOf(fields.get(property));
    if (text && text.length <= 100) specifications[label] = text;
  }
  for (const entry of nodesIn(fields.get('additionalproperty')).slice(0, 100)) {
    const name = textOf(entry['name'] ?? entry['propertyID']);
    const text = textOf(entry['value']);
    if (name && text && name !== '__proto__') specifications[name] = text;
  }
  return specifications;
}

const RATING_HOLDERS = ['aggregaterating', 'rating', 'ratings', 'reviews', 'reviewsummary'];

/**
 * Reads a rating as 0–5 stars with its count, converted from the scale of bestRating. Null without ratings, or if the value
 * exceeds the scale. Only schema.org ratings may omit the count.
 */
export function readRating(fields: Fields): Candidate['rating'] {
  const places = [
    fields,
    ...RATING_HOLDERS.flatMap((key) => nodesIn(fields.get(key))).map(fieldsOf),
  ];
  const best = places.map((place) => numberIn(place.get('bestrating'))).find(Boolean) ?? 5;
  const stated = firstOf(places, 'rating', (value) => {
    const number = numberIn(value);
    return number !== null && number > 0 && number <= Math.max(best, 5) ? number : null;
  });
  const counts = places.flatMap((place) => FIELD_KEYS.ratingCount.map((key) => place.get(key)));
  const count = counts.map(countOf).find((each) => each !== null && each > 0) ?? null;
  const isUnrated = !fields.has('aggregaterating') || counts.map(countOf).includes(0);
  if (stated === null || (count === null && isUnrated)) return null;
  const stars = best === 5 || stated > best ? stated : (stated / best) * 5;
  return { value: Math.round(stars * 1000) / 1000, count: count && Math.round(count) };
}

/** Counts are whole, so the comma of "8,631" separates thousands. */
function countOf(value: unknown): number | null {
  const grouped = /\d{1,3}(?:[.,\s]\d{3})+(?!\d)/.exec(textOf(value) ?? '')?.[0];
  return grouped ? Number(grouped.replace(/\D/g, '')) : numberIn(value);
}
