/*
 * Currencies as shops print them, from currencies.json:
 *   proving        ISO 4217 code → spellings unique to this currency
 *   shared         spelling → possible codes, best known first: needs a hint
 *   weak           ordinary letters and words that are a currency only next to nothing but a number: '1 Ft', 'R8,499'
 *   isoCodes       codes as printed in texts
 *   printedAlso    codes that shops also print in lower case; other codes would be read into ordinary words
 */
import table from './currencies.json' with { type: 'json' };

const ISO_CODES = new Set(table.isoCodes.split(' '));
const codesBySpelling = new Map<string, readonly string[]>([
  ...Object.entries(table.proving).flatMap(([code, spellings]) =>
    spellings.split(' ').map((spelling) => [spelling, [code]] as const),
  ),
  ...Object.entries(table.shared).map(([spelling, codes]) => [spelling, codes.split(' ')] as const),
]);

/** Spellings that are currencies only next to nothing but a number. */
export const WEAK_SPELLINGS: ReadonlySet<string> = new Set(table.weak.split(' '));

/** Every spelling except bare ISO codes, longest first, for building patterns. */
export const SPELLINGS: readonly string[] = [...codesBySpelling.keys()].sort(
  (a, b) => b.length - a.length,
);

/** The letters of dollars that name a country: 'US', 'NZ', 'C'. */
export const DOLLAR_LETTERS: readonly string[] = SPELLINGS.flatMap(
  (spelling) => /^(\p{L}+)\$$/u.exec(spelling)?.[1] ?? [],
);

/** ISO 4217 codes as they are printed in texts. */
export const PRINTED_CODES: readonly string[] = [...ISO_CODES, ...table.printedAlso.split(' ')];

/** ISO codes that the spelling may stand for, best known first; empty for none. A single code is proven. */
export function codesOf(spelling: string): readonly string[] {
  const code = spelling.toUpperCase();
  return ISO_CODES.has(code) ? [code] : (codesBySpelling.get(spelling) ?? []);
}

const DINARS = ['KWD', 'BHD', 'OMR', 'JOD', 'TND', 'LYD', 'IQD'];
const DOT_IS_DECIMAL: ReadonlySet<string | null> = new Set([...DINARS, 'AUD', 'NZD']);

/** True when '423.923' in this currency has three decimals rather than grouped thousands: the dinars, and Australian usage. */
export function dotBeforeThreeDigitsIsDecimal(code: string | null): boolean {
  return DOT_IS_DECIMAL.has(code);
}
