import { LRUCache } from 'lru-cache';
import { baseContentText } from '#domain/pack/content-text.ts';
import { type PackSize, parsePackSize } from '#domain/pack/pack-size.ts';
import { canonicalGtin } from '#domain/products/gtin.ts';
import { isLetterCode } from '#domain/products/product-code.ts';
import { asidesOf } from './asides.ts';
import { inMillilitres } from './fluid-ounces.ts';
import {
  audienceOf,
  colourOf,
  kindsIn,
  NEUTRAL,
  oneWord,
  shelfSpelled,
  spelled,
} from './vocabulary.ts';

/**
 * The input of matching: one offer or product. `price` in dollars; `quantity` in kg, L or a count, as the shop states it; `variant` as
 * the page states it apart from the name.
 */
export interface Goods {
  name: string;
  brand?: string | null | undefined;
  model?: string | null | undefined;
  variant?: string | null | undefined;
  description?: string | null | undefined;
  price?: number | null | undefined;
  quantity?: number | null | undefined;
  gtin?: string | null | undefined;
}

const MAX_TEXT_LENGTH = 2_000;
const PACK_WORD =
  /\d\s?-?\s?(?:pack|pk|count|ct)\b|\b(?:pack|box) of \d|\btwin[- ]?pack\b|(?<![x×]\s?\d*)\d\s?[x×]\s?\d+\s[a-z]{2,}s\b/i;
const PACK_TEXT =
  /\b(?:pack|box|set|carton|case|bag) of \d+\b|(?<![a-z\d.])(?:\d+\s?[x×]\s?)?\d+(?:\.\d+)?\s?-?(?:kgs?|kilo(?:gram)?s?|g|gm|gr|grams?|mls?|millilitres?|cl|l|lt|ltr|litres?|packs?|pk|pkt|ea|each|tablets?|capsules?|wipes?|sheets?|rolls?|pods?|bags?|eggs?|cans?|bottles?|pieces?)(?:\s?[x×]\s?\d+)?(?![a-z\d])(?:\s?(?:packs?|pk)\b)?/g;
/**
 * Words joined by a slash stay together, because 'black/white' and 'white/black' are different colourways. Codes may have dots: 'ec685.m'.
 */
const WORD =
  /\d+(?:\.\d+){2,}|[a-z]{2,}\d{2,}(?:\.[a-z\d]+)+|\d+\.\d+[a-z]*|[a-z\d]+(?:['/-][a-z\d]+)*/g;
export const MEASURE =
  /^(\d{1,6}(?:\.\d+)?)(gb|tb|mb|mm|cm|m|in|ft|hz|ghz|mhz|mp|w|kw|v|mah|mg|mcg|rpm|lb|oz|kg|g|ml|l|port|ply|pc|ch|x|k|p|core|user|channel|sheet|cup)$/;
/** Ratings, which are numbers but no contents: 1800 psi and 2000 psi are different washers. */
const RATED = /\b(\d+) ?(psi|btu|cfm|lumens?|rpm|dpi|gsm|grit|tooth|teeth|thread|leds?)\b/g;
/** Names that the vocabulary's spellings join with their number: 'size4', 'spf50', 'upto10' (kg). */
export const FIGURE_NAMES = 'stage|size|months|spf|no|gen|upto|over|items|intensity|hours';
const FIGURE = new RegExp(`^\\d*(?:${FIGURE_NAMES})\\d`);
/** Grades joined by a slash are no model number: 'A3/B4'. */
const SHORT_GRADES = /^\w{1,2}(?:\/\w{1,2})+$/;
/** Memory as modules and its standards, grades of oil and ranges: '2x16gb', 'gddr6x', '5w30', '4th6th'. */
const GRADE =
  /^(?:\d+x\d+[gt]b|(?:lp|g)?ddr\d[a-z]?|\d+w\d+|\d+(?:st|nd|rd|th)\d+(?:st|nd|rd|th))$/;
/** Codes that seem to end in a measure: 'wv5-1409w', 'dvh9-09w'. */
const CODE_AND_WATTS = /^[a-z]+\d+-(?:0\d|\d{4})[a-z]$/;
/** A year in which a model appeared: '2024'. */
export const YEAR = /^20[12]\d$/;
/** Makers with a figure, which begin a name: 'step2', 'insta360'. */
const MAKER = /^[a-z]{4,}\d{1,3}$/;
const MIN_MODEL_LENGTH = 4;

/** Normalises text for matching: lower case, without accents, language tags ("…"@en) and thousands commas. */
export function comparableText(text: string): string {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/"@[a-z]{2}(?:-[a-z]{2,4})?(?![a-z])/g, '" ')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/[’`´]/g, "'");
}

/** Reduces a model number to letters and digits; null when it is too short or has no digit. */
export function canonicalModel(mpn: string | null | undefined): string | null {
  const model = comparableText(mpn ?? '').replace(/[^a-z\d]/g, '');
  return model.length >= MIN_MODEL_LENGTH && model.length <= 30 && /\d/.test(model) ? model : null;
}

/** Parses goods once, for comparison with many others; pure. */
export function productText(goods: Goods) {
  const name = inMillilitres(nameWithVariant(goods));
  const asides = asidesOf(name).map((aside) => wordsIn(shelfSpelled(comparableText(aside))));
  const pack = statedPack(name);
  const comparable = comparableText(name);
  const plain = spelled(comparable);
  const text = withoutBy(plain);
  const shelfText = withoutBy(shelfSpelled(comparable, plain));
  const sized = pack ? shelfText.replace(PACK_TEXT, ' ') : shelfText;
  const words = wordsIn(sized);
  const kindNames = kindsIn(sized);
  const [thing = ''] = sized.split(/ with /);
  const statedKinds =
    kindNames.length > 0
      ? kindNames.filter(({ at }) => at < thing.length)
      : kindsIn(beginningOf(goods.description));
  const brand = wordsOfBrand(goods.brand ?? '');
  const model = canonicalModel(goods.model);
  const printed = printedCodes(name);
  const inName = words.filter(
    (word, index) => (isModelCode(word) || printed.has(word)) && !(index === 0 && MAKER.test(word)),
  );
  const parts = partsIn(text);
  return {
    goods,
    /** Words of a list of features behind the name, and of an author: 'G502 Mouse, RGB, 25K Sensor', 'by Dav Pilkey'. */
    asides: new Set(asides.flat()),
    /** The name's normalised words in order, without the pack size; colourways stay whole ('black-white'). */
    words,
    /** Words of the name that state its kind. */
    kindWords: new Set(kindNames.flatMap(({ phrase }) => wordsIn(phrase))),
    /** Kinds from the name, or else from the start of the description. */
    kinds: new Set(statedKinds.map(({ kind }) => kind)),
    /** Model numbers from the name and the page, letters and digits only. */
    codes: new Set(model ? [model, ...inName] : inName),
    /** Possible codes and their parts. */
    codeParts: codePartsIn(`${text} ${comparableText(goods.model ?? '')}`),
    /** The page's model number. */
    model,
    /** The page's model text, even if short or without digits ('op3', 'asmdobb'); in a name it adds nothing. */
    stated: comparableText(goods.model ?? '').replace(/[^a-z\d]/g, ''),
    /** Numbers by unit: 'gb' → {256}, 'in' → {15.4}. */
    measures: measuresIn(words),
    /** The phrase, number and unit of each rating. */
    ratings: [...words.join(' ').matchAll(RATED)],
    /** Numbers without a unit. */
    numbers: new Set(parts.filter((word) => /^\d+(?:\.\d+)?$/.test(word))),
    /** Number of words, parts of hyphenated ones counted apart. */
    length: parts.length,
    colours: named(parts, colourOf),
    audiences: named(parts, audienceOf),
    brand,
    pack,
    /** Brand and name reduced to letters and digits, to find codes that another shop writes with spaces. */
    squashed: `${brand.join('')}${text}`.replace(/[^a-z\d]/g, ''),
    gtin: canonicalGtin(goods.gtin),
  };
}

export type ProductText = ReturnType<typeof productText>;

function measuresIn(words: readonly string[]): Map<string, Set<number>> {
  const measures = new Map<string, Set<number>>();
  for (const word of words) {
    const [, value, unit] = MEASURE.exec(word) ?? [];
    if (unit) measures.set(unit, (measures.get(unit) ?? new Set()).add(Number(value)));
  }
  return measures;
}

const withoutBy = (text: string): string => text.replace(/\bby\s+(?=[a-z\d]+$)/g, ' ');

/** The normalised words of a further text (a description, a shelf). */
export function wordsIn(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(([match]) => split(match)).filter((word) => word !== '');
}

/** Brands recur, so their words are cached. */
const brands = new LRUCache<string, string[]>({
  max: 20_000,
  memoMethod: (brand) => wordsIn(shelfSpelled(comparableText(brand))),
});

/** The normalised words of a stated brand. */
export const wordsOfBrand = (brand: string): string[] => brands.memo(brand);

/** The pack as a word of a key ('6×375ml', '3000ml'), or null. */
export function packWord({ pack }: ProductText): string | null {
  return pack && baseContentText(pack).replace(/\s/g, '').toLowerCase();
}

/** False for neutral words. */
export function isMeaningful(word: string): boolean {
  return !NEUTRAL.has(word);
}

/** Characters of a description searched for a kind; later text names accessories and rivals. */
const BEGINNING = 200;

function beginningOf(description: string | null | undefined): string {
  return description ? shelfSpelled(comparableText(description.slice(0, BEGINNING))) : '';
}

function nameWithVariant({ name, variant }: Goods): string {
  const text = comparableText(name);
  const missing = (variant ?? '')
    .split(/[/|,]\s/)
    .filter((part) => !text.includes(comparableText(part)));
  return [name, ...missing].join(' ').trim();
}

/** The stated pack. Counts need a pack word, because '5-tab' or '60 cans' may be a feature; a maker is no length ('3M'). */
function statedPack(name: string): PackSize | null {
  const pack = parsePackSize(name.replace(/^3M\s/, ''));
  return pack?.unit === 'each' && !PACK_WORD.test(name) ? null : pack;
}

/** Joins codes ('wh1000xm5'), splits hyphenated words, and keeps colourways whole. */
function split(match: string): string[] {
  const word = match.replace(/(?<!i)'s?(?![a-z\d])|'/g, '');
  if (/\..*\.|^[a-z]+\d+\./.test(word)) return [word.replace(/\./g, '')];
  if (!/[/-]/.test(word)) return [oneWord(word)];
  const parts = word.split(/[/-]/);
  if (/\d/.test(word)) {
    const isOneCode =
      (CODE_AND_WATTS.test(word) ||
        !parts.some((part) => MEASURE.test(part) || (word.includes('/') && FIGURE.test(part)))) &&
      !parts.every((p) => /^\d+$/.test(p) && p.length < 3);
    return isOneCode && word.length <= 20 ? [parts.join('')] : parts.map(oneWord);
  }
  return parts.every((part) => colourOf(part) !== null) ? [parts.join('-')] : parts.map(oneWord);
}

/**
 * True for five or more characters that mix letters with digits, or for five digits: 'bes870bss', '27gp850b', '882826'. Measures
 * ('5400rpm') do not count.
 */
function isModelCode(word: string): boolean {
  if (!/^[a-z\d]{5,}$/.test(word) || isMeasured(word) || /^\d+x\d+$/.test(word)) return false;
  return /^\d{5,}$/.test(word) || (/\d.*\d/.test(word) && /[a-z]/.test(word));
}

/**
 * Codes recognised by typography, where one digit is enough: all capitals ('CLIP5RE') or brackets ('(wpace3wh)'). Capitals that no word
 * resembles need none ('MWWST').
 */
function printedCodes(title: string): Set<string> {
  const capitals = title.match(/(?<![\p{L}\d])[A-Z\d][A-Z\d./-]{3,}[A-Z\d](?![\p{L}\d])/gu) ?? [];
  const bracketed = [...title.matchAll(/\(\s*([a-z\d./-]{4,})\s*\)/gi)].map(
    ([, code = '']) => code,
  );
  const codes = [...capitals, ...bracketed]
    .filter((code) => !SHORT_GRADES.test(code))
    .map((code) => code.toLowerCase().replace(/[./-]/g, ''));
  return new Set([
    ...capitals.filter(isLetterCode).map((code) => code.toLowerCase()),
    ...codes.filter(
      (code) => /(?=.*\d)(?=.*[a-z])/.test(code) && code.length >= 4 && !isMeasured(code),
    ),
  ]);
}

/** Splits at every character but letters, digits and decimal points. */
function partsIn(text: string): string[] {
  return (text.match(/\d+\.\d+(?![\d.]|[a-z])|[a-z\d]+/g) ?? []).map(oneWord);
}

/** Words of four or more characters with a digit, also joined across hyphens; no years or measures. */
function codePartsIn(text: string): Set<string> {
  const joined = (text.match(/[a-z\d]+(?:[-/.][a-z\d]+)+/g) ?? []).map((word) =>
    word.replace(/[-/.]/g, ''),
  );
  const isCode = (word: string) =>
    word.length >= MIN_MODEL_LENGTH &&
    /\d/.test(word) &&
    !MEASURE.test(word) &&
    !FIGURE.test(word) &&
    (/[a-z]/.test(word) || !/^(?:19|20)\d\d$|\./.test(word));
  return new Set([...partsIn(text), ...joined].filter(isCode));
}

function isMeasured(word: string): boolean {
  return [/^\d{1,4}[a-z]{1,4}$/, GRADE, FIGURE, MEASURE].some((form) => form.test(word));
}

function named(words: readonly string[], nameOf: (word: string) => string | null): Set<string> {
  return new Set(words.map(nameOf).filter((name) => name !== null));
}
