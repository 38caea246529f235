import { centsFromDecimal } from '#domain/money.ts';
import { isInStock, parseAvailability } from '#domain/offers/availability.ts';
import { nameSimilarity, wordsOf } from '#domain/text/name-similarity.ts';

/** Names count as the same from this token F1. */
export const SAME_NAME = 0.8;
const RATING_TOLERANCE = 0.05;

/** True if a field's text equals an accepted one by the field's rule; fields without a rule must match exactly. */
export function isSameText(field: string, accepted: readonly string[], read: string): boolean {
  if (field === 'name') return nameLikeness(accepted, read) >= SAME_NAME;
  if (field === 'price' || field === 'originalPrice')
    return accepted.some((each) => plainDecimal(each) === plainDecimal(read));
  if (field === 'brand') return isSameBrand(accepted[0] ?? '', read);
  return field === 'gtin' ? isSameGtin(accepted, read) : accepted.includes(read);
}

/** '1,299.50' and '1299.5' are one amount; fractions of a cent are kept. */
function plainDecimal(text: string): string {
  const digits = text.replaceAll(',', '').trim();
  // Compare text that is not an amount literally.
  if (centsFromDecimal(digits) === null) return digits;
  const [whole = '0', fraction = ''] = digits.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`;
}

/** Likeness to the best of the accepted names: 0 to 1, as token F1. */
export function nameLikeness(accepted: readonly string[], read: string): number {
  return Math.max(0, ...accepted.map((each) => nameSimilarity(each, read)));
}

/** True when one brand's words contain the other's: 'Philips' and 'Philips Australia'. */
function isSameBrand(expected: string, read: string): boolean {
  const [one, other] = [wordsOf(expected).join(' '), wordsOf(read).join(' ')];
  return one !== '' && other !== '' && (one.includes(other) || other.includes(one));
}

/** Compares digits without leading zeros, which only distinguish a UPC from its EAN. */
function isSameGtin(accepted: readonly string[], read: string): boolean {
  const plain = (gtin: string) => gtin.replace(/\D/g, '').replace(/^0+/, '');
  return accepted.some((each) => plain(each) === plain(read));
}

/** True when the ratings are within .05 of each other. */
export function isSameRating(expected: number, read: number): boolean {
  return Math.abs(expected - read) <= RATING_TOLERANCE + Number.EPSILON * 8;
}

/** 'https://schema.org/LimitedAvailability' → 'yes', 'SoldOut' → 'no': can it be ordered? Null when the text does not tell. */
export function orderable(text: string | null | undefined): 'yes' | 'no' | null {
  const read = parseAvailability(text);
  if (read === 'unknown') return null;
  return isInStock(read) || read === 'pre_order' ? 'yes' : 'no';
}
