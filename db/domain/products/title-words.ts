/* Splits a shop's title into words: each amount is one word with its usual unit; slogans, conditions and separators go. */

import { singularOf } from '../lexicon/tokens.ts';
import { measureUnit } from '../pack/pack-size-units.ts';
import { plainText } from '../text/plain-text.ts';
import { CODE } from './product-code.ts';

export interface Word {
  /** The same for every spelling of a word. */
  key: string;
  text: string;
  /** True for a word in brackets, after a dash or at the end of a title, where shops put codes. */
  isApart: boolean;
  /** True for the one word in capitals of a title that does not begin with it: 'Mattress King (SHBKI)', but not 'GOLDEN CIRCLE Juice'. */
  isLoneCapitals: boolean;
}

/** A '*' between letters hides a letter. */
const SLOGANS =
  /\b(?:free (?:delivery|shipping|postage)(?: (?:on orders )?over \$\d+)?|best (?:price|seller)|on sale|special offer|new arrival|online only|clearance|hot deal|limited time(?: only)?|buy now|in stock|(?:au|aus|australian) (?:stock|seller)|genuine product)\b|(?<![\p{L}\p{N}])\*+|\*+(?![\p{L}\p{N}])|[!™®©^]+/giu;
/** Conditions of sale: a limit per customer, a date, a price for several, or a price in cents set apart. */
const CONDITIONS =
  /\blimit (?:of )?\w+ per (?:customer|household|order|person)\b|\b(?:best before|use by)\s?:?\s?\d[\d/.-]*|\bbb\s?:?\s?\d{1,2}[/.-]\d[\d/.-]*|\b\d+ for \$\d+(?:\.\d\d)?|\s[-–—|]\s?\$\d[\d,]*\.\d\d(?: each)?(?=\s|$)/gi;
/** 'NEW Chips' and 'Chips (NEW)', but not 'NEW BALANCE'. */
const NEW = /(?:^|[-–—|([])\s*NEW(?=[\s:)\]]|$)(?!\s+[A-Z]{2,}\b)/g;
const PACK = /\b(\d+)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(ml|l|g|kg)\b/gi;
/** The content before its number: '375mL x 24 Pack'. */
const PACK_AFTER =
  /\b(\d+(?:\.\d+)?)\s?(ml|l|g|kg)\s*[x×]\s*(\d+)(?:\s?(?:pack|pk)s?)?(?![\p{L}\d.])/giu;
const INCHES = /\b(\d+(?:\.\d+)?)[\s-]?inch(?:es)?\b/gi;
const MEASURE =
  /\b((?:\d+(?:\.\d+)?-)?\d+(?:\.\d+)?)\s(ml|l|lt|litres?|liters?|g|gm|grams?|kg|mg|gb|tb|mm|cm|w|mah)\b/gi;
/** Units whose capitals mean something else: 'Size 8 M'. */
const EXACT_MEASURE = /\b(\d+(?:\.\d+)?)\s(m|kW|V|Ah|Hz)\b/g;
const JOINED_MEASURE = /(?<![\p{L}\d.-])(\d+(?:\.\d+)?)(ml|l|kg|mg|gb|tb|g)\b/giu;
/** Except in a title in capitals, a 'G' after one or two figures names a network ('5G'), and after a power of two gigabytes ('128G'). */
const NO_GRAMS = /^(?:\d{1,2}|128|256|512)G$/;
const COUNT = /\b(\d+)\s?(pack|pk)s?\b/gi;
const COUNT_AFTER = /\b(?:case|pack) of (\d+)\b/gi;
/** A set counts as one thing. */
const PIECES = /\b(\d+)\s?(?:pce|pcs|piece)\b/gi;
const UNITS: Readonly<Record<string, string>> = { gb: 'GB', tb: 'TB', w: 'W' };
/** Weight, volume or count, which ends a name. */
export const SIZE = /^(?:\d+×)?[\d.]+(?:mL|L|g|kg)$|^\d+-pack$/;
export const AMOUNT =
  /^[\d.]+(?:mL|L|g|kg|GB|TB|mm|cm|m|W|MAH|HZ|MP|V|VA|AH|K|FPS|MHZ|GSM|BTU|IU|KPA|LM|MCG|MG|NM|PSI|RPM|TC)$/i;
const MODEL = /^(?=.*\d)(?=.*[A-Z])[A-Z0-9-]{4,}$/;
const CAPITALS = /^[A-Z]{4,}$/;
/** Words between two equal amounts: '3m x 3m'. */
const BETWEEN_EQUALS = new Set('x × by and to'.split(' '));

/** The words of a title in order, each amount as one word. */
export function wordsOf(title: string): Word[] {
  const words: Omit<Word, 'isLoneCapitals'>[] = [];
  const parts = withUsualAmounts(withoutSlogans(title)).split(/\s[-–—]\s|[|(]/);
  for (const [nth, part] of parts.entries()) {
    const tokens = part.split(/[\s;:)[\]]+|,(?!\d{3}(?!\d))/).filter(isTold);
    for (const [index, token] of tokens.entries()) {
      const isLast = parts.length === 1 && index === tokens.length - 1;
      const isApart = nth > 0 || isLast;
      words.push({ key: keyOf(token), text: token, isApart });
    }
  }
  const [first, ...others] = words.filter(({ text }) => CAPITALS.test(text));
  const lone = others.length === 0 && first !== words[0] ? first : null;
  return onceEach(words.map((word) => ({ ...word, isLoneCapitals: word === lone })));
}

/** False for a sign alone, but not for the plus between two words: '10% + Zinc'. */
function isTold(token: string, index: number, tokens: readonly string[]): boolean {
  const isPlus = token === '+' && index > 0 && index < tokens.length - 1;
  return isPlus || /[\p{L}\p{N}&]/u.test(token);
}

const withoutSlogans = (title: string): string =>
  title.replace(NEW, ' ').replace(CONDITIONS, ' ').replace(SLOGANS, ' ');

function withUsualAmounts(title: string): string {
  const unit = (text: string) =>
    UNITS[text.toLowerCase()] ?? measureUnit(text)?.label ?? text.toLowerCase();
  const isLoud = title === title.toUpperCase();
  const joined = (_: string, amount: string, of: string) => `${amount}${unit(of)}`;
  return title
    .replace(PACK_AFTER, (_, amount, of, times) => ` ${times}×${amount}${unit(of)} `)
    .replace(PACK, (_, times, amount, of) => ` ${times}×${amount}${unit(of)} `)
    .replace(INCHES, '$1"')
    .replace(MEASURE, joined)
    .replace(EXACT_MEASURE, '$1$2')
    .replace(JOINED_MEASURE, (all, amount, of) =>
      NO_GRAMS.test(all) && !(isLoud && amount.length > 1) ? all : joined(all, amount, of),
    )
    .replace(PIECES, '$1 Piece')
    .replace(COUNT_AFTER, ' $1-pack ')
    .replace(COUNT, ' $1-pack ');
}

/** 'Yogurt' equals 'YOGHURT', and "Men's" equals 'Mens'. */
export function keyOf(token: string): string {
  const key = plainText(token.replace('&', 'and')).replace(/[^\p{L}\p{N}.+×/]/gu, '');
  return key.replace(/^yogurt/, 'yoghurt') || token.toLowerCase();
}

/** Drops a repeat of the previous word, and any repeat of an amount, code or model ('SQ40'). */
export function onceEach(words: readonly Word[]): Word[] {
  return words.filter(({ key, text, isApart }, index) => {
    const before = words[index - 1]?.key ?? '';
    if (singularOf(before) === singularOf(key)) return false;
    const isNumbered = [SIZE, AMOUNT, CODE, MODEL].some((kind) => kind.test(text));
    const mayRepeat = BETWEEN_EQUALS.has(before) || !(isNumbered || (isApart && /\d/.test(text)));
    return mayRepeat || words.findIndex((word) => word.key === key) === index;
  });
}
