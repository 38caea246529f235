import { isNode, propertyOf, textOf, valuesOf } from '../../values/nodes.ts';

/**
 * An aggregateRating node as stars of 5 with its count; null when nobody has rated, or the value is out of its scale.
 * A scale other than 5 (bestRating) is brought to 5.
 */
export function readRating(value: unknown): { value: number; count: number | null } | null {
  const node = valuesOf(value).find(isNode);
  if (!node) return null;
  const stated = numberOf(propertyOf(node, 'ratingValue', 'ratingvalue'));
  const best = numberOf(propertyOf(node, 'bestRating', 'bestrating')) ?? 5;
  const counts = ['reviewCount', 'ratingCount', 'reviewcount', 'ratingcount'].map((name) =>
    countOf(propertyOf(node, name)),
  );
  const count = counts.find((each) => each !== null && each > 0) ?? null;
  if (stated === null || stated <= 0 || best <= 0 || stated > Math.max(best, 5)) return null;
  if (count === null && counts.includes(0)) return null;
  const stars = best === 5 || stated > best ? stated : (stated / best) * 5;
  return {
    value: Math.round(stars * 1000) / 1000,
    count: count === null ? null : Math.round(count),
  };
}

/** "8,631" of them are thousands: there are no parts of a review. */
function countOf(value: unknown): number | null {
  const grouped = /\d{1,3}(?:[.,\s]\d{3})+(?!\d)/.exec(textOf(value) ?? '')?.[0];
  return grouped ? Number(grouped.replace(/\D/g, '')) : numberOf(value);
}

function numberOf(value: unknown): number | null {
  const text = textOf(value);
  const match = /\d+(?:[.,]\d+)?/.exec(text ?? '');
  const number = match ? Number(match[0].replace(',', '.')) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
