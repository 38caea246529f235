import { type Cents, centsFromDecimal, formatAud } from '../money.ts';

/** Reasons of the guard (page-reading.ts), of the step from the last price, and of a feed's rows. */
const WORDS = {
  'no-price': 'names no price',
  'price-not-positive': 'its price is not above zero',
  'price-implausible': 'its price is beyond what its category costs',
  'currency-not-aud': 'its price is not proven to be Australian dollars',
  'name-missing': 'has no name',
  'too-complex': 'its address is too long',
  'price-doubted':
    'its price is too far from the last one; a second reading must say the same, or an operator if it is ten times lower or higher',
  'row-too-large': 'a row of the feed that is too large',
  'row-malformed': 'a row of the feed that cannot be read',
  'row-cut-short': 'the feed ends within this row',
  'link-missing': 'a row of the feed without an address',
  'link-elsewhere': "its address is not on the shop's own site",
  'price-unreadable': 'what stands for its price is not plainly a price',
  'not-new': 'is not new',
  repeated: 'the feed names it more than once; the first row counts',
  'not-storable': 'the database would not take it',
} as const;

/** Why an offer is refused; faults of a whole page are stored with the page. */
export type OfferRefusal = keyof typeof WORDS;

export const OFFER_REFUSALS = Object.keys(WORDS) as OfferRefusal[];

/** The reason as text for operators; an unknown reason as is. */
export function refusalWords(reason: string): string {
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as OfferRefusal] : reason;
}

/** The price text as read: '$1,299.00', '30.00 USD', 'from $5'; 'none' without one. */
export function statedPrice(price: string | null, currency: string | null): string {
  if (price === null) return 'none';
  const isExact = currency === 'AUD' && /^\d+(?:\.\d{1,2})?$/.test(price);
  const amount = isExact ? centsFromDecimal(price) : null;
  return amount === null ? [price, currency].filter(Boolean).join(' ') : formatAud(amount);
}

/** The limit a price was checked against: 'last price $20.00', 'at most $20,000.00'; null for none. */
export function heldAgainst(last: Cents | null, ceiling: Cents | null): string | null {
  if (last !== null) return `last price ${formatAud(last)}`;
  return ceiling === null ? null : `at most ${formatAud(ceiling)}`;
}
