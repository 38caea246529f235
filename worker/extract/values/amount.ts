/** Prices of this many dollars and more are no prices but ids, timestamps and fillers (999999999). */
export const ABSURD_AMOUNT = 1e9;
/** ISO 4217 codes whose shops write 1.299 for one thousand two hundred and ninety-nine. */
const DOT_GROUPED = new Set(
  'ARS BRL CLP COP CRC CZK DKK EUR HUF IDR ISK NOK PLN PYG RON RSD RUB SEK TRY UAH UYU VND'.split(
    ' ',
  ),
);
const SYMBOLS: readonly (readonly [RegExp, string])[] = [
  [/\bA\$|\bAU\$|\bAUD\b/, 'AUD'],
  [/\bUS\$|\bUSD\b/, 'USD'],
  [/\bC\$|\bCA\$|\bCAD\b/, 'CAD'],
  [/\bNZ\$|\bNZD\b/, 'NZD'],
  [/\bR\$|\bBRL\b/, 'BRL'],
  [/NT\$|\bTWD\b/, 'TWD'],
  [/HK\$|\bHKD\b/, 'HKD'],
  [/S\$|\bSGD\b/, 'SGD'],
  [/€|\bEUR\b/, 'EUR'],
  [/£|\bGBP\b/, 'GBP'],
  [/₹|\bINR\b/, 'INR'],
  [/₽|\bRUB\b|\bRUR\b/, 'RUB'],
  [/₪|\bILS\b/, 'ILS'],
  [/\bCHF\b/, 'CHF'],
  [/zł|\bPLN\b/, 'PLN'],
  [/\bKč|\bCZK\b/, 'CZK'],
];
/** Codes that shops still send long after ISO replaced them. */
const RENAMED: Record<string, string> = { RUR: 'RUB', TRL: 'TRY', ROL: 'RON' };

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
  return plausible(withoutGrouping(numbers[0] ?? '', currency ?? readCurrency(value)));
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
  return SYMBOLS.find(([pattern]) => pattern.test(value))?.[1] ?? null;
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

function withoutGrouping(number: string, currency: string | null): string | null {
  const marks = number.replace(/\d/g, '');
  if (marks === '') return number;
  const last = marks.at(-1) ?? '';
  const tail = number.length - number.lastIndexOf(last) - 1;
  const mixed = marks.includes('.') && marks.includes(',');
  const repeated = marks.length > 1 && !mixed;
  // '1,299.00.00' and '10.11.12' are no numbers.
  if (mixed && marks.indexOf(last) < marks.length - 1) return null;
  if (repeated && !/^\d{1,3}(?:\D\d{2,3})*\D\d{3}$/.test(number)) return null;
  const grouped =
    repeated ||
    (!mixed &&
      tail === 3 &&
      !/^0[.,]/.test(number) &&
      (last === ',' || DOT_GROUPED.has(currency ?? '')));
  if (grouped) return number.replace(/[.,]/g, '');
  const whole = number.slice(0, number.lastIndexOf(last)).replace(/[.,]/g, '');
  return `${whole}.${number.slice(-tail)}`;
}
