import { countText } from './count-text.ts';

/** An amount of Australian money in whole cents. Prices are integers everywhere except in API responses and on screen. */
export type Cents = number & { readonly __unit: 'AUD cents' };

/** Brands an integer as cents; throws RangeError unless it is a safe integer of 0 or more. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`not an amount in cents: ${value}`);
  return value as Cents;
}

/** '12.99' → 1299; null unless the text is a plain decimal of 0 or more. Half cents round up. */
export function centsFromDecimal(text: string): Cents | null {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[2] ?? '').padEnd(3, '0');
  const hundredths = Number(match[1]) * 100 + Number(fraction.slice(0, 2));
  return cents(hundredths + (Number(fraction[2]) >= 5 ? 1 : 0));
}

/** 129900 → 1299: dollars for the API and the screens. */
export function dollars(amount: Cents): number {
  return amount / 100;
}

/** Like `dollars`, for an amount that may be missing. */
export function dollarsOrNull(amount: Cents | null): number | null {
  return amount === null ? null : dollars(amount);
}

/** 1299 → 129900: dollars from the API as whole cents. */
export function toCents(amount: number): Cents {
  return cents(Math.round(amount * 100));
}

/** 129900 → '$1,299.00' in en-AU: the currency text of search and favourites (spec §9). */
export function formatAud(amount: Cents): string {
  const [whole = '', fraction] = (Math.round(amount) / 100).toFixed(2).split('.');
  return `$${countText(Number(whole))}.${fraction}`;
}

/** 129900 → '$1299.00': the plain dollar sign that all other screens use (spec §9). */
export function formatPlainDollars(amount: Cents): string {
  return `$${(amount / 100).toFixed(2)}`;
}
