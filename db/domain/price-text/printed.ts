import { foldSpaces } from '../text/fold-spaces.ts';
import { DOLLAR_LETTERS, dotBeforeThreeDigitsIsDecimal } from './currencies.ts';

const MAX_LENGTH = 2000;

/** Neighbouring elements come without a space: "599 krOrd. pris 899 kr". */
const GLUED = /(\d ?(?:kr|zł|Kč|Ft|lei|Lei|руб))(?=\p{Lu})/gu;

/** Normalises a shop's text for reading amounts: ASCII signs, joined words separated, spaces folded. */
export function cleanText(text: string): string {
  const plain = plainCharacters(text.slice(0, MAX_LENGTH));
  return withCountries(foldSpaces(UP_TO_AMOUNTS.exec(plain)?.[0] ?? ''))
    .replace(/([a-z])(?=(?:Was|Now|Save|Sale|RRP|From|Only|Per|Unit)(?![a-z]))/g, '$1 ')
    .replace(GLUED, '$1 ')
    .replace(/(\p{L})(?=(?:from|was|rrp) ?(?:AU)?\$)/gu, '$1 ')
    .replace(/([a-z])(AU?\$ ?)(?=\d)/g, '$1 $2')
    .replace(/(?<![\d.,])(\d+) ?€ ?(\d{2}|(?<=€)\d{3})(?![\d.,]| ?€)/g, '$1.$2 €')
    .replace(/(\$ ?\d[\d,]*) \. ?(\d{2})(?!\d)/g, '$1.$2')
    .replace(
      /(\$ ?\d{1,4}) (\d{2})(?= ?$| (?:each|ea|was|save|rrp|now|per)(?![a-z])| ?\/)/gi,
      '$1.$2',
    )
    .trim();
}

const letters = (from: number, to: number) =>
  DOLLAR_LETTERS.filter(({ length }) => length >= from && length <= to).join('|');
/** "U.S. $12" */
const DOTTED = /(?<![\p{L}.])([A-Z])\.([A-Z])\.?(?=\s?\$|\W*$)/gu;
/** "US $12", "US: $12", "US dollars $12"; a single letter is a size or a part of a name unless a price begins with it: "C $12", "Now C $12", "Size S $12". */
const SPACED = new RegExp(
  `(?<!\\p{L})(${letters(2, 4)})(?: [Dd]ollars?)?(?:: ?|[ -])(?=\\$ ?\\d)|(?<=^|(?:[Pp]rice|[Nn]ow|[Ww]as|[Ff]rom):? )(${letters(1, 1)}) (?=\\$ ?\\d)`,
  'gu',
);
/** "$12 US", "$12 (NZ)", "$12 US dollars", but not "$89 US 8", a size. */
const BEHIND = new RegExp(
  `(\\$ ?\\d[\\d,.]*) \\(?(${letters(2, 3)})\\)?(?= ?(?:$|[),;|/]|[Dd]ollars?(?!\\p{L})))`,
  'gu',
);
/** "12 US dollars" */
const DOLLARS = new RegExp(`(?<=\\d )(${letters(2, 3)}) [Dd]ollars?(?!\\p{L})`, 'gu');

/** Joins the letters of a country to its dollar: "US $12", "U.S. $12" and "$12 US" become "US$12". */
function withCountries(text: string): string {
  if (!/\$|dollar/i.test(text) || !/[A-Z]/.test(text)) return text;
  return text
    .replace(DOTTED, '$1$2')
    .replace(SPACED, '$1$2')
    .replace(BEHIND, '$2$1')
    .replace(DOLLARS, '$1$$');
}

/** The text up to 100 characters after its last digit: words further on determine no role, and most texts of a page are words. */
const UP_TO_AMOUNTS = /^(?:.*\d)?.{0,100}/s;

/** '$12⁹⁹' */
const RAISED_CENTS =
  /(\d)([\u2070\u00b9\u00b2\u00b3\u2074-\u2079]{2})(?![\u2070\u00b9\u00b2\u00b3\u2074-\u2079])/g;

/** Converts widths, digits and points of all scripts to ASCII and drops invisible marks and Arabic thousands separators. */
function plainCharacters(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return text
    .replace(RAISED_CENTS, '$1.$2')
    .normalize('NFKC')
    .replace(/[\u066c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\u066b/g, '.');
}

const MAX_INTEGER_DIGITS = 12;

/**
 * Converts digits and separators, such as "1.299,00" or "399 167.00", to exact decimal text ('1299.00'). Null for '10.11.12' and more than
 * 12 integer digits.
 */
export function decimalOfPrinted(printed: string, currency: string | null): string | null {
  const parts = printed
    .replace(/[\s'’]/g, '')
    .replace(/^\.(?=\d+$)/, '0.')
    .replace(/^\./, '')
    .split(/([.,])/);
  const groups = parts.filter((_, index) => index % 2 === 0);
  const separators = parts.filter((_, index) => index % 2 === 1);
  const decimals = hasDecimals(groups, separators, currency);
  if (decimals === null) return null;
  const fraction = decimals ? (groups.pop() ?? '') : '';
  const integer = groups.join('').replace(/^0+(?=\d)/, '');
  if (integer.length > MAX_INTEGER_DIGITS || fraction.length > MAX_INTEGER_DIGITS) return null;
  return fraction ? `${integer}.${fraction}` : integer;
}

/** True when the last group is a fraction; null when the separators are contradictory. */
function hasDecimals(
  groups: readonly string[],
  separators: readonly string[],
  currency: string | null,
): boolean | null {
  const last = separators.at(-1);
  if (last === undefined) return false;
  const grouping = separators.slice(0, -1);
  if (grouping.length > 0) {
    const mixed = grouping.some((separator) => separator !== last);
    if (mixed && grouping.includes(last)) return null;
    const grouped = mixed ? groups.slice(1, -1) : groups.slice(1);
    return areThousands(grouped) ? mixed : null;
  }
  const before = groups[0] ?? '';
  const after = groups[1] ?? '';
  if (after.length !== 3 || before.length > 3 || Number(before) === 0) return true;
  return last === '.' && dotBeforeThreeDigitsIsDecimal(currency);
}

/** True for groups of three, or Indian grouping ('1,23,456'). */
function areThousands(groups: readonly string[]): boolean {
  return groups.every(
    (group, index) => group.length === 3 || (group.length === 2 && index < groups.length - 1),
  );
}
