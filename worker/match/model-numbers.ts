import { commonStart } from '#domain/text/common-start.ts';
import { type Pair, PRICE_RATIO, priceRatio } from './pair.ts';
import type { ProductText } from './product-text.ts';
import { sharedCount } from './similarity.ts';
import { standApart } from './variants.ts';
import { EDITIONS, endingColour, SUFFIXES } from './vocabulary.ts';

/** Least number of shared words, brand included, for a match by a short or all-digit model number. */
const SHARED_BESIDE_CODE = 3;
/** Most words that two variants under one number exchange. */
const EXCHANGE = 2;

/** Numbers of chips, sockets, standards and dimensions rather than models: 'i713700h', 'rx7800xt', 'lga1700', 'pc25300', '76x76mm'. */
const PART_NUMBER =
  /^(?:(?:i\d|core|ryzen|rtx|gtx|rx\d{3}|(?:lp)?ddr|ultra|lga|pc\d)\d|(?:(?:axe?|be)\d{4,}|\d+x[\dx]+mm)$)/;
/** A number long enough to identify a model by itself: 'rf605qnuvx1'. */
const LONG_MODEL = /^(?=.*\d.*\d)[a-z][a-z\d]{6,}$/;

/** The model number that both sides state or print; null unless the brands agree and no variant words differ. */
export function sameModel(pair: Pair): string | null {
  const { left, right } = pair;
  const shared = [...left.codes].filter((code) => right.codes.has(code));
  if (shared.length === 0 || isOtherModel(pair)) return null;
  const stated = left.model ?? right.model;
  const isShortEnough =
    pair.shared.length >= SHARED_BESIDE_CODE && (priceRatio(pair) ?? 0) >= PRICE_RATIO.close;
  const model = shared.find(
    (code) =>
      code === stated || (!PART_NUMBER.test(code) && (LONG_MODEL.test(code) || isShortEnough)),
  );
  if (model === undefined || (model !== stated && isForAnother(pair))) return null;
  return isVariantExchanged(pair) ? null : model;
}

/** Least price ratio for a match by a number beside other words. */
const LIKELY_PRICE_RATIO = 0.8;

/**
 * A model number that both names print, or that one extends by a colour or market ('wh1000xm5', 'wh1000xm5b'), where the rest of the names
 * is too different for a link: shops describe one model in their own words. Null for other prices or another maker.
 */
export function likelyModel(pair: Pair): string | null {
  const { left, right } = pair;
  const isPriced = (priceRatio(pair) ?? 0) >= LIKELY_PRICE_RATIO;
  if (!isPriced || pair.shared.length < 2 || isOtherModel(pair)) return null;
  return extended(left.codes, right.codes) ?? extended(right.codes, left.codes) ?? null;
}

/** The number among `shorter` that begins one of `longer`: a figure more makes another number ('hdmm1', 'hdmm10'). */
function extended(shorter: ReadonlySet<string>, longer: ReadonlySet<string>): string | undefined {
  const isBegun = (code: string) => (other: string) =>
    other === code || (other.startsWith(code) && !/\d/.test(other.charAt(code.length)));
  return [...shorter].find((code) => !PART_NUMBER.test(code) && [...longer].some(isBegun(code)));
}

/** True when the pages state two model numbers, or the names begin with no word in common, as names of two makers do. */
function isOtherModel({ left, right }: Pair): boolean {
  if (left.model && right.model && left.model !== right.model) return true;
  const [one, other] = [left, right].map(
    ({ brand, words }) => new Set([...brand, ...words.slice(0, 2)]),
  );
  return !one || !other || sharedCount(one, other) === 0;
}

/**
 * Makers give variants one number, and their names then differ by a few words: 'sea salt', 'stainless steel'. A figure apart from the
 * other's words is a description: 'Series 3000 HD9270', 'HD9270 Black'.
 */
function isVariantExchanged(pair: Pair): boolean {
  const [ours = [], theirs = []] = [pair.leftOver, pair.rightOver].map(({ unknown, telling }) => [
    ...unknown,
    ...telling,
  ]);
  const isExchange =
    Math.min(ours.length, theirs.length) > 0 && Math.max(ours.length, theirs.length) <= EXCHANGE;
  const isDescription =
    [...ours, ...theirs].some((word) => /\d/.test(word)) && standApart(pair, ours, theirs);
  return isExchange && !isDescription;
}

/**
 * True when one side is an accessory or a bundle that prints the machine's number: it has another kind, another price, or an edition word
 * and not quite the same price.
 */
function isForAnother(pair: Pair): boolean {
  const { left, right, leftOver, rightOver } = pair;
  const isOtherKind =
    [left, right].every(({ kinds }) => kinds.size > 0) &&
    sharedCount(left.kinds, right.kinds) === 0;
  const isEdition = [...leftOver.unknown, ...rightOver.unknown].some((word) => EDITIONS.has(word));
  const ratio = priceRatio(pair);
  const isDearer = (ratio ?? 1) < PRICE_RATIO.alone;
  return isOtherKind || isDearer || (isEdition && (ratio ?? 0) < PRICE_RATIO.equal);
}

/** Most words of a title whose codes are compared; longer titles list part codes that differ between shops. */
const MAX_WORDS = 14;

/**
 * Generations such as 'wh1000xm5' and 'wh1000xm4', or 'm3' and 'm2': equal except for the last number, with no code in common beside their
 * own beginning ('m18' of 'm18fpd20').
 */
export function generation(left: ProductText, right: ProductText): string | null {
  if (Math.max(left.length, right.length) > MAX_WORDS) return null;
  const [a, b] = [generations(left), generations(right)];
  const common = [...a].filter((code) => b.has(code));
  for (const x of a) {
    if (!common.every((code) => code !== x && x.startsWith(code))) continue;
    const y = [...b].find((code) => code.length === x.length && shapeOf(code) === shapeOf(x));
    if (y !== undefined) return `another generation: ${x} and ${y}`;
  }
  return null;
}

function generations({ codeParts, words }: ProductText): Set<string> {
  const short = words.filter((word) => /^[a-z]{1,2}\d{1,2}$/.test(word));
  const codes = [...codeParts].filter((code) => /[a-z]/.test(code) && !PART_NUMBER.test(code));
  return new Set([...codes, ...short]);
}

/** A short number of a series and the letter of its year: 's90d', 'u7n'. */
const SERIES_LETTER = /^[a-z]{1,2}\d{1,2}[a-z]$/;

/** Short numbers of a series with another letter: 's90d' and 's90c'. */
export function seriesLetter(left: ProductText, right: ProductText): string | null {
  const onlyIn = ({ words }: ProductText, other: ProductText) =>
    words.filter((word) => SERIES_LETTER.test(word) && !other.words.includes(word));
  const theirs = onlyIn(right, left);
  for (const x of onlyIn(left, right)) {
    const y = theirs.find((word) => word.slice(0, -1) === x.slice(0, -1));
    if (y !== undefined) return `another model of the series: ${x} and ${y}`;
  }
  return null;
}

/** A code without its last number. */
function shapeOf(code: string): string {
  return code.replace(/\d+(?=[a-z]{0,4}$)/, '#');
}

/** Least common start of two numbers of one model: 'bes500bss' and 'bes500btr'. */
const MODEL_LETTERS = 5;

/** 'pg645xl' holds more than 'pg645', and '645 XL' than '645'. */
const MORE_INK = /^x{1,2}l$/;

/** Cartridges of which one is XL; 'high yield' may stand for it. */
export function ink(left: ProductText, right: ProductText): string | null {
  const isInk = [left, right].some(({ kinds }) => kinds.has('cartridge'));
  const [a, b] = [moreInk(left), moreInk(right)];
  const isSaid = [left, right].some(({ words }) => words.includes('yield'));
  if (!isInk || isSaid || (a === undefined) === (b === undefined)) return null;
  return `only one holds more ink: "${a ?? b}"`;
}

const moreInk = ({ words }: ProductText) => words.find((word) => /(?:^|\d)x{1,2}l$/.test(word));

/** Numbers of one model with different suffixes and no code in common: another colour, hinge or kit. */
export function modelVariant(left: ProductText, right: ProductText): string | null {
  const [a, b] = [left.codes, right.codes];
  const isLong = Math.max(left.length, right.length) > MAX_WORDS;
  if (isLong || sharedCount(a, b) > 0) return null;
  const isOneColour = sharedCount(left.colours, right.colours) > 0;
  for (const x of a) {
    const y = [...b]
      .filter((code) => endingColour(x) === undefined || endingColour(x) !== endingColour(code))
      .find(
        (code) =>
          isMoreInk(x, code) || isOneLetterOff(x, code) || (!isOneColour && isOtherEnding(x, code)),
      );
    if (y !== undefined) return `another variant of the model: ${x} and ${y}`;
  }
  return null;
}

/** Least common start of the numbers of two models of one series: 'wfc700n' and 'wfc500'. */
const SERIES_LETTERS = 3;

/** Model numbers of one series, the only ones that the names state, with another figure or letter inside: 'wfc700n' and 'wfc500'. */
export function series(left: ProductText, right: ProductText): string | null {
  const [[a, ...more], [b, ...others]] = [[...left.codes], [...right.codes]];
  if (a === undefined || b === undefined || more.length + others.length > 0) return null;
  const start = commonStart(a, b);
  const isSeries =
    start >= SERIES_LETTERS &&
    /^[a-z]{2}/.test(a) &&
    [a, b].every((code) => /\d/.test(code.slice(start)));
  return isSeries ? `another model of the series: ${a} and ${b}` : null;
}

function isOtherEnding(x: string, y: string): boolean {
  const start = commonStart(x, y);
  const [one, other] = [x.slice(start), y.slice(start)];
  const isEnding = [one, other].every((end) => /^[a-z]{1,4}$/.test(end));
  return start >= MODEL_LETTERS && /\d/.test(x.slice(0, start)) && isEnding;
}

function isMoreInk(x: string, y: string): boolean {
  const [short = '', long = ''] = [x, y].sort((a, b) => a.length - b.length);
  return long.startsWith(short) && MORE_INK.test(long.slice(short.length));
}

/** Words that make another model when they follow a number: 'iPhone 15 Pro', 'S24 Ultra'. */
export function suffix(left: ProductText, right: ProductText): string | null {
  const word = suffixOnlyIn(left, right) ?? suffixOnlyIn(right, left);
  return word === null ? null : `only one is "${word}"`;
}

function suffixOnlyIn({ words: one }: ProductText, { words: other }: ProductText): string | null {
  const found = one.find((word, index) => {
    const number = one[index - 1] ?? '';
    return (
      SUFFIXES.has(word) &&
      /\d/.test(number) &&
      other.includes(number) &&
      !other.includes(word) &&
      !other.includes(`${word}${one[index + 1]}`)
    );
  });
  return found ?? null;
}

/** Longest number in which a differing letter is not treated as a typo. */
const SHORT_MODEL = 8;

/** 'q6nau' and 'u6nau'. */
function isOneLetterOff(x: string, y: string): boolean {
  const isShort = x.length >= MODEL_LETTERS && x.length <= SHORT_MODEL;
  if (x.length !== y.length || !isShort) return false;
  const different = [...x].filter((sign, index) => sign !== y[index]);
  return different.length === 1 && /[a-z]/.test(different[0] ?? '') && /\d/.test(x);
}

/** One number may extend the other: by a colour, a size in inches or the market ('u7nau', '65u7nau'). */
export function modelNumber({ codes: a }: ProductText, { codes: b }: ProductText): string | null {
  if (a.size === 0 || b.size === 0) return null;
  const fits = [...a].some((x) => [...b].some((y) => x.includes(y) || y.includes(x)));
  return fits ? null : `different model numbers: ${[...a][0]} and ${[...b][0]}`;
}
