import { codesOf } from '#domain/price-text/currencies.ts';
import { priceMentions } from '#domain/price-text/mentions.ts';
import { decimalOfPrinted } from '#domain/price-text/printed.ts';

/** Prices of this many dollars and more are no prices but ids, timestamps and fillers (999999999). */
export const ABSURD_AMOUNT = 1e9;
/** Codes that shops still send long after ISO replaced them. */
const RENAMED: Record<string, string> = { RUR: 'RUB' };

/**
 * A price out of structured data (JSON number, '1299.00', '$1,299', '1.299,00 €') as an exact decimal text.
 * Null for anything not above 0, not finite, absurd, or not one single number.
 */
export function readAmount(value: unknown, currency: string | null = null): string | null {
  if (typeof value === 'number') return decimalOf(value);
  if (typeof value !== 'string' || value.length > 60) return null;
  const text = value.replace(/[\s\u00a0\u202f']/g, '');
  const numbers = text.match(/\d[\d.,]*\d|\d/g);
  if (numbers?.length !== 1 || /-\d/.test(text) || /e[+-]?\d/i.test(text)) return null;
  const code = currency ?? readCurrency(value) ?? 'AUD';
  return plausible(decimalOfPrinted(numbers[0] ?? '', code));
}

/** Why a stated price is none; null for one that is, for nothing, and for 0, with which shops say that there is none. */
export function amountRefusal(value: unknown): 'price-not-positive' | 'price-implausible' | null {
  const amount = typeof value === 'string' ? Number(value.trim() || 0) : value;
  if (typeof amount !== 'number' || amount === 0) return null;
  if (Number.isNaN(amount))
    return /^\W*(?:nan|undefined|null)\W*$/i.test(String(value)) ? 'price-not-positive' : null;
  if (amount < 0) return 'price-not-positive';
  return amount >= ABSURD_AMOUNT ? 'price-implausible' : null;
}

/** The currency that a code or an unambiguous symbol proves; a bare '$' proves none. */
export function readCurrency(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 60) return null;
  const code = value.trim().toUpperCase();
  if (/^[A-Z]{3}$/.test(code)) return RENAMED[code] ?? code;
  // Most are numbers with a bare '$' or none, which prove nothing.
  if (/^[\s\d.,$]*$/.test(value)) return null;
  if (/^[^\w\s]{1,2}$/.test(code)) {
    const [only = null, other] = codesOf(code);
    return other === undefined ? only : null;
  }
  return priceMentions(value)[0]?.currency ?? null;
}

/** The first of a property's values that is an amount. */
export function firstAmount(value: unknown, currency: string | null = null): string | null {
  if (!Array.isArray(value)) return readAmount(value, currency);
  for (const each of value) {
    const amount = readAmount(each, currency);
    if (amount) return amount;
  }
  return null;
}

/** The first of a property's values that proves a currency. */
export function firstCurrency(value: unknown): string | null {
  if (!Array.isArray(value)) return readCurrency(value);
  return value.map(readCurrency).find((currency) => currency !== null) ?? null;
}

/** True when `left` is the larger of two decimal texts. */
export function isAbove(left: string, right: string): boolean {
  return Number(left) > Number(right);
}

function decimalOf(value: number): string | null {
  if (!Number.isFinite(value) || value <= 0 || value >= ABSURD_AMOUNT) return null;
  const text = String(value);
  // Binary noise such as 2.7199999999999998 is a cents price that went through arithmetic.
  return plausible(/e|\.\d{7,}/.test(text) ? value.toFixed(2) : text);
}

function plausible(decimal: string | null): string | null {
  if (!decimal || !/^\d+(\.\d+)?$/.test(decimal)) return null;
  const value = Number(decimal);
  return value > 0 && value < ABSURD_AMOUNT ? decimal.replace(/^0+(?=\d)/, '') : null;
}
