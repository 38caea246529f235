/* Whether a shop's JSON states amounts in cents. */
import { type Candidate, WITH_GST } from '../../values/candidate.ts';
import type { Fields } from './fields.ts';

const BEFORE_TAX = 'priceexgst priceextax priceexcltax pricewithouttax pricebeforetax'.split(' ');

/** True when the object's format states amounts in cents. */
export function countsCents(fields: Fields): boolean {
  if (Number(fields.get('currencyminorunit')) > 0) return true;
  const price = fields.get('price');
  if (typeof price !== 'number' || !Number.isInteger(price)) return false;
  // A storefront's scripts state cents, of products and of their variants, while its feed states dollars.
  if ((fields.has('handle') && fields.has('pricemin')) || fields.has('publictitle')) return true;
  // 695 with GST and 632 without: in dollars the latter would be 631.82. Multiples of 11 have no fraction to round.
  const beforeTax = Math.round(price / WITH_GST);
  return price % 11 !== 0 && BEFORE_TAX.some((key) => fields.get(key) === beforeTax);
}

const CENTS_KEY = /(?:cents?|centamount|minor(?:units?)?)$/;

/** Returns the number of stated units in a dollar; 1 for amounts in dollars. */
export function partsOfDollar(key: string, siblings: Fields): number {
  const divisor = Number(siblings.get('divisor')) || 1;
  if (divisor > 1 || !CENTS_KEY.test(key)) return divisor;
  // A precise amount has more fraction digits than its cents.
  const digits = siblings.has('preciseamount') ? null : siblings.get('fractiondigits');
  return typeof digits === 'number' ? 10 ** digits : 100;
}

const AMOUNTS = ['price', 'originalPrice', 'memberPrice'] as const;

/** Converts the candidate's amounts from cents to dollars, in place. */
export function toDollars(candidate: Candidate): void {
  for (const field of AMOUNTS) candidate[field] &&= (Number(candidate[field]) / 100).toFixed(2);
}

/** Converts a list of script state to dollars, in place, if the page prints more of its amounts divided by 100 than unchanged. */
export function toPrintedUnit(
  list: readonly Candidate[],
  printed: readonly { amount: string }[],
): void {
  const amounts = new Set(printed.map(({ amount }) => Number(amount)));
  const found = (parts: number) =>
    list.filter(({ price }) => price !== null && amounts.has(Number(price) / parts)).length;
  if (found(100) > found(1)) list.forEach(toDollars);
}
