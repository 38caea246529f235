/*
 * Currencies as shops print them, from currencies.json:
 *   proving        ISO 4217 code → spellings unique to this currency
 *   shared         spelling → possible codes, best known first: needs a hint
 *   weak           ordinary letters and words that are a currency only next to nothing but a number: '1 Ft', 'R8,499'
 *   isoCodes       codes as printed in texts
 *   printedAlso    codes that shops also print in lower case; other codes would be read into ordinary words
 */

import { remembered } from '../remembered.ts';
import table from './currencies.json' with { type: 'json' };

const ISO_CODES = new Set(table.isoCodes.split(' '));
const codesByShared = new Map(
  Object.entries(table.shared).map(([spelling, codes]) => [spelling, codes.split(' ')]),
);
const isoBySpelling = new Map(
  Object.entries(table.proving).flatMap(([code, spellings]) =>
    spellings.split(' ').map((spelling) => [spelling, code] as const),
  ),
);

/** Spellings that are currencies only next to nothing but a number. */
export const WEAK_SPELLINGS: ReadonlySet<string> = new Set(table.weak.split(' '));

/** Every spelling except bare ISO codes, longest first, for building patterns. */
export const SPELLINGS: readonly string[] = [...isoBySpelling.keys(), ...codesByShared.keys()].sort(
  (a, b) => b.length - a.length,
);

/** ISO 4217 codes as they are printed in texts. */
export const PRINTED_CODES: readonly string[] = [...ISO_CODES, ...table.printedAlso.split(' ')];

const isCurrencyCode = (text: string) => ISO_CODES.has(text.toUpperCase());

/** ISO codes that the spelling may stand for, best known first; empty for none. A single code is proven. */
export const codesOf = remembered((spelling): readonly string[] => {
  if (/^[A-Za-z]{3}$/.test(spelling) && isCurrencyCode(spelling)) return [spelling.toUpperCase()];
  const compact = spelling.replace(/\s+/g, '');
  const proven = isoBySpelling.get(spelling) ?? isoBySpelling.get(compact);
  if (proven) return [proven];
  return codesByShared.get(compact) ?? (/^lei$/i.test(compact) ? ['RON'] : []);
});

const THREE_DECIMALS = new Set(['KWD', 'BHD', 'OMR', 'JOD', 'TND', 'LYD', 'IQD']);
const DOT_IS_DECIMAL = new Set(['AUD', 'NZD']);

/** True when '423.923' in this currency has three decimals rather than grouped thousands: the dinars, and Australian usage. */
export function dotBeforeThreeDigitsIsDecimal(code: string | null): boolean {
  return code !== null && (THREE_DECIMALS.has(code) || DOT_IS_DECIMAL.has(code));
}
