import type { OfferReading } from '#domain/offers/page-reading.ts';
import type { ExpectedReading } from './expected-page.ts';
import { isSameRating, isSameText, orderable } from './same-value.ts';

/** Counts of one field over many pages. A wrong value counts as a false positive and as a miss. */
export class Tally {
  #right = 0;
  #falsePositives = 0;
  #missed = 0;

  /** Counts one comparison: whether a value was expected, whether one was read, and whether they agree. */
  add(isExpected: boolean, isRead: boolean, isSame: boolean): void {
    const isRight = isExpected && isRead && isSame;
    if (isRight) this.#right += 1;
    if (isRead && !isRight) this.#falsePositives += 1;
    if (isExpected && !isRight) this.#missed += 1;
  }

  /** Values expected. */
  get support(): number {
    return this.#right + this.#missed;
  }

  /** Share of the read values that are right, 0–1. */
  get precision(): number {
    return share(this.#right, this.#right + this.#falsePositives);
  }

  /** Share of the expected values that were read correctly, 0–1. */
  get recall(): number {
    return share(this.#right, this.support);
  }

  /** Harmonic mean of precision and recall, 0–1. */
  get f1(): number {
    return share(2 * this.#right, 2 * this.#right + this.#falsePositives + this.#missed);
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Fields of a product page that are scored, in the order in which they are shown. */
export const PRODUCT_FIELDS = [
  'name',
  'price',
  'currency',
  'originalPrice',
  'availability',
  'brand',
  'gtin',
  'sku',
  'rating',
] as const;
type ProductField = (typeof PRODUCT_FIELDS)[number];

/** Only these fields count unexpected values as errors: expected.json may omit others. */
const NEVER_EXTRA: ReadonlySet<ProductField> = new Set(['name', 'price', 'originalPrice']);
const DECISIVE: ReadonlySet<ProductField> = new Set(['name', 'price', 'currency', 'availability']);

/** Called with each wrong value. */
export type NoteDifference = (field: string, expected: string | null, read: string | null) => void;

/** Scores one product page; true when name, price, currency and availability are all right. */
export function scoreProduct(
  fields: ReadonlyMap<string, Tally>,
  expected: ExpectedReading,
  read: OfferReading | null,
  note: NoteDifference,
): boolean {
  let isWhollyRight = true;
  for (const field of PRODUCT_FIELDS) {
    const accepted = acceptedOf(expected, field);
    const text = fieldText(read, field);
    if (accepted.length === 0 && !NEVER_EXTRA.has(field)) continue;
    const isSame = text !== null && accepted.length > 0 && isSameField(field, accepted, text);
    fields.get(field)?.add(accepted.length > 0, text !== null, isSame);
    if (isSame || (accepted.length === 0 && text === null)) continue;
    note(field, accepted[0] ?? null, text);
    if (DECISIVE.has(field)) isWhollyRight = false;
  }
  return isWhollyRight;
}

/** The texts that are right for a field; none when nothing is expected. */
export function acceptedOf(expected: ExpectedReading, field: ProductField): string[] {
  const { name_alt, price_accept, gtin_alt, sku_accept, sku, rating } = expected;
  if (field === 'rating') return rating ? [String(rating.value)] : [];
  if (field === 'sku') return sku_accept ?? (sku ? [sku] : []);
  if (field === 'availability' && orderable(expected.availability) === null) return [];
  const first = expected[field];
  if (first === null || first === undefined) return [];
  const others: Partial<Record<ProductField, string[] | null | undefined>> = {
    name: name_alt,
    price: price_accept,
    gtin: gtin_alt,
  };
  return [first, ...(others[field] ?? [])];
}

/** A reading's value of a field as text; null if it has none. */
export function fieldText(read: OfferReading | null, field: ProductField): string | null {
  if (!read) return null;
  if (field === 'rating') return read.rating ? String(read.rating.value) : null;
  if (field === 'availability' && read.availability === 'unknown') return null;
  return read[field];
}

/** True if the read value equals an accepted one by the field's rule. */
export function isSameField(field: ProductField, accepted: readonly string[], text: string) {
  const [first = ''] = accepted;
  if (field === 'availability') return orderable(first) === orderable(text);
  if (field === 'rating') return isSameRating(Number(first), Number(text));
  return isSameText(field, accepted, field === 'currency' ? text.toUpperCase() : text);
}
