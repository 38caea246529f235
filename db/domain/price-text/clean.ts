import { foldSpaces } from '../text/fold-spaces.ts';

const MAX_LENGTH = 2000;

/** What stands in neighbouring elements comes glued: "599 krOrd. pris 899 kr". */
const GLUED = /(\d ?(?:kr|zł|Kč|Ft|lei|Lei|руб))(?=\p{Lu})/gu;

/** A shop's text as amounts are looked for in it: signs of all scripts as ASCII has them, what is glued apart, spaces folded. */
export function cleanText(text: string): string {
  return foldSpaces(upToAmounts(plainCharacters(text.slice(0, MAX_LENGTH))))
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

/** How far behind an amount the words stand that name it. */
const NAMED_CHARS = 100;

/** A text without what is too far behind its last digit to say anything of an amount: most of a page's texts are words. */
function upToAmounts(text: string): string {
  let end = text.length;
  while (end > 0 && !isDigit(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end + NAMED_CHARS);
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Widths, digits and points of all scripts as ASCII has them, invisible marks left out. */
function plainCharacters(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',');
}
