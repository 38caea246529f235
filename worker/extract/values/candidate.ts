import { centsFromDecimal, dollars } from '#domain/money.ts';
import type { OfferReading, ReadingRefusal } from '#domain/offers/page-reading.ts';
import { codesOf } from '#domain/price-text/currencies.ts';
import { priceMentions } from '#domain/price-text/mentions.ts';
import { decimalOfPrinted } from '#domain/price-text/printed.ts';
import { visibleText } from '#domain/text/visible-text.ts';

/** One source's statement about one product, before ranking; name and address may be missing. `source` is the reading's provenance. */
export interface Candidate extends Omit<OfferReading, 'name' | 'url'> {
  name: string | null;
  url: string | null;
  /** True when `price` is the low end of a range or of several variants; any exact price outranks it. */
  fromPrice: boolean;
  /** Why the stated price was rejected. */
  refusal: ReadingRefusal | null;
}

/** Returns an empty candidate of the source. */
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
const STORED_TEXTS = 'brand mpn sku category description seller variant'.split(' ') as 'brand'[];

/**
 * Converts a candidate to an offer reading; null without a name. The page's address replaces a missing one. Texts are
 * truncated and stripped of control characters and lone surrogates, which Postgres rejects.
 */
export function offerOf(candidate: Candidate, pageUrl: string): OfferReading | null {
  const { fromPrice: _, refusal: __, name, url, ...rest } = candidate;
  const stored = name && storable(name, 'name');
  if (!stored) return null;
  const offer: OfferReading = { ...rest, name: stored, url: url ?? pageUrl };
  for (const field of STORED_TEXTS)
    offer[field] = offer[field] && (storable(offer[field], field) || null);
  offer.specifications = Object.fromEntries(
    Object.entries(offer.specifications).map(([label, text]) => [
      storable(label, 'sku'),
      storable(text, 'category'),
    ]),
  );
  return offer;
}

/** Converts candidates to offers and drops those without a name. */
export function offersOf(candidates: readonly Candidate[], pageUrl: string): OfferReading[] {
  return candidates.flatMap((candidate) => offerOf(candidate, pageUrl) ?? []);
}

function storable(text: string, field: keyof OfferReading): string {
  return visibleText(text)
    .slice(0, LONGEST[field] ?? LONGEST_CODE)
    .toWellFormed();
}

/** Price including the Goods and Services Tax, relative to the price before it (GST Act 1999, s 9-70). */
export const WITH_GST = 1.1;

/** Larger amounts are ids, timestamps or fillers (999999999), not prices. */
export const ABSURD_AMOUNT = 1e9;

/**
 * Parses a price from structured data (JSON number, '1299.00', '$1,299', '1.299,00 €') to a decimal text of at most two decimals.
 * Null unless the value is one finite, plausible number above 0.
 */
export function readAmount(value: unknown, currency: string | null = null): string | null {
  if (typeof value === 'number')
    return plausible(/e/.test(String(value)) ? value.toFixed(2) : String(value));
  if (typeof value !== 'string' || value.length > 60) return null;
  const text = value.replace(/[\s\u00a0\u202f']/g, '');
  const numbers = text.match(/\d[\d.,]*\d|\d/g);
  if (numbers?.length !== 1 || /-\d/.test(text) || /e[+-]?\d/i.test(text)) return null;
  const code = currency ?? readCurrency(value) ?? 'AUD';
  return plausible(decimalOfPrinted(numbers[0] ?? '', code));
}

/** Returns why a stated price is invalid; null for a valid price, for no price, and for 0, which means "no price". */
export function amountRefusal(value: unknown): 'price-not-positive' | 'price-implausible' | null {
  const amount = typeof value === 'string' ? Number(value.trim() || 0) : value;
  if (typeof amount !== 'number' || amount === 0) return null;
  if (Number.isNaN(amount))
    return /^\W*(?:nan|undefined|null)\W*$/i.test(String(value)) ? 'price-not-positive' : null;
  if (amount < 0) return 'price-not-positive';
  return amount >= ABSURD_AMOUNT ? 'price-implausible' : null;
}

/** Returns the currency of a code or an unambiguous symbol; null for a bare '$'. */
export function readCurrency(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 60) return null;
  const code = value.trim().toUpperCase();
  // An obsolete code that shops still send.
  if (/^[A-Z]{3}$/.test(code)) return code === 'RUR' ? 'RUB' : code;
  if (/^[^\w\s]{1,2}$/.test(code)) {
    const [only = null, other] = codesOf(code);
    return other === undefined ? only : null;
  }
  return priceMentions(value)[0]?.currency ?? null;
}

/** True when `left` is the larger of two decimal texts. */
export function isAbove(left: string, right: string): boolean {
  return Number(left) > Number(right);
}

function plausible(decimal: string | null): string | null {
  if (!decimal || !/^\d+(\.\d+)?$/.test(decimal)) return null;
  // Binary noise: "185.130001".
  const cents = /\.\d{3}/.test(decimal) ? centsFromDecimal(decimal) : null;
  const exact = cents === null ? decimal : dollars(cents).toFixed(2);
  const value = Number(exact);
  return value > 0 && value < ABSURD_AMOUNT ? exact.replace(/^0+(?=\d)/, '') : null;
}
