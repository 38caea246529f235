/*
 * Currencies as shops print them, from currencies.json:
 *   proving        ISO 4217 code → the spellings that only this currency uses
 *   shared         spelling → the codes that it may stand for, best known first: it needs a hint
 *   weak           ordinary letters and words that are a currency only when nothing but a number stands beside them: '1 Ft', 'R8,499'
 *   isoCodes       codes as they are printed in texts
 *   printedAlso    codes that shops also print in small letters; the others would be read into ordinary words
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

/** Currencies only when nothing but a number stands beside them. */
export const WEAK_SPELLINGS: ReadonlySet<string> = new Set(table.weak.split(' '));

/** Every spelling but bare ISO codes, longest first, for building patterns. */
export const SPELLINGS: readonly string[] = [...isoBySpelling.keys(), ...codesByShared.keys()].sort(
  (a, b) => b.length - a.length,
);

/** ISO 4217 codes as they are printed in texts. */
export const PRINTED_CODES: readonly string[] = [...ISO_CODES, ...table.printedAlso.split(' ')];

const isCurrencyCode = (text: string) => ISO_CODES.has(text.toUpperCase());

/** ISO codes that the spelling may stand for, best known first; empty when it is none. One code means it is proven. */
export const codesOf = remembered((spelling): readonly string[] => {
  if (/^[A-Za-z]{3}$/.test(spelling) && isCurrencyCode(spelling)) return [spelling.toUpperCase()];
  const compact = spelling.replace(/\s+/g, '');
  const proven = isoBySpelling.get(spelling) ?? isoBySpelling.get(compact);
  if (proven) return [proven];
  return codesByShared.get(compact) ?? (/^lei$/i.test(compact) ? ['RON'] : []);
});

const THREE_DECIMALS = new Set(['KWD', 'BHD', 'OMR', 'JOD', 'TND', 'LYD', 'IQD']);
const DOT_IS_DECIMAL = new Set(['AUD', 'NZD']);

/** Whether '423.923' in this currency has three decimals rather than a grouped thousand: the dinars, and Australian usage. */
export function dotBeforeThreeDigitsIsDecimal(code: string | null): boolean {
  return code !== null && (THREE_DECIMALS.has(code) || DOT_IS_DECIMAL.has(code));
}
