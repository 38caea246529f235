/*
 * Builds one name per product from the titles of its offers, as brand, model, kind and size. Keeps what most titles say and drops codes,
 * slogans, shouting, separators and doubled words.
 */
import { headNoun, tokensOf } from '../categories/head-noun.ts';
import { singularOf } from '../categories/singular.ts';
import { plainText } from '../text/plain-text.ts';
import { CODE, isLetterCode, LONG_CODE, SHORT_NUMBER } from './product-code.ts';

export interface OfferTitle {
  name: string;
  brand: string | null;
}

interface Word {
  /** The same for every spelling of a word. */
  key: string;
  text: string;
  /** True for a word in brackets, after a dash or at the end of a title, where shops put codes. */
  isApart: boolean;
  /** True for the one word in capitals of a title that does not begin with it: 'Mattress King (SHBKI)', but not 'GOLDEN CIRCLE Juice'. */
  isLoneCapitals: boolean;
}

const SLOGANS =
  /\b(?:free (?:delivery|shipping|postage)|best (?:price|seller)|on sale|special offer|new arrival|online only|clearance|hot deal|limited time(?: only)?|buy now|in stock|(?:au|aus|australian) (?:stock|seller)|genuine product)\b|[!*™®©]+/gi;
const PACK = /\b(\d+)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(ml|l|g|kg)\b/gi;
const MEASURE = /\b((?:\d+(?:\.\d+)?-)?\d+(?:\.\d+)?)\s(ml|l|g|kg|gb|tb|mm|cm|w|mah|inch)\b/gi;
const COUNT = /\b(\d+)\s?(pack|pk)s?\b/gi;
/** A set counts as one thing. */
const PIECES = /\b(\d+)\s?(?:pce|pcs|piece)\b/gi;
const UNITS: Readonly<Record<string, string>> = { ml: 'mL', l: 'L', gb: 'GB', tb: 'TB', w: 'W' };
/** Colours and qualities, which identify no model. */
const DESCRIBING = new Set(
  'black white silver grey gray red blue green pink gold purple brown beige navy cream new wireless portable cordless electric smart automatic noise cancelling gaming digital hard'.split(
    ' ',
  ),
);
/** Weight, volume or count, which ends a name. */
const SIZE = /^(?:\d+×)?[\d.]+(?:mL|L|g|kg)$|^\d+-pack$/;
const CAPITALS = /^[A-Z]{4,}$/;
/** Enough letters for a code; 'OLED' has fewer. */
const LONG_CAPITALS = /^(?!AMOLED)[A-Z]{5,}$/;
const MODEL = /^(?=.*\d)(?=.*[A-Z])[A-Z0-9-]{4,}$/;
const AMOUNT = /^[\d.]+(?:mL|L|g|kg|GB|TB|mm|cm|m|W|MAH|HZ|MP|V|AH|K|FPS|MHZ|GSM|BTU)$/i;
/** With this few titles, every word counts. */
const FEW_TITLES = 2;
const HALF = 0.5;
/** Many shops leave out what a product is, so a name keeps it from this share of the titles: 'Kettle' of 'Icona Vintage Kettle'. */
const THING_SHARE = 0.2;
/** 'Canon Pixma' and 'HP Black' identify no product, so names this short keep their codes. */
const FEWEST_WORDS = 3;
/** 'J.R.R.' */
const INITIALS = /^(?:\p{L}\.)+\p{L}?$/u;
/** Words between two equal amounts: '3m x 3m'. */
const BETWEEN_EQUALS = new Set('x × by and to'.split(' '));
/** Words that make the amount after them part of the phrase: 'Dogs to 10kg'. */
const BOUNDS = new Set('to from up under over for'.split(' '));
const SMALL_WORDS = new Set(['and', 'of', 'the', 'with', 'for', 'in', 'to', 'a', 'by', 'x']);

/** The canonical name of a product; throws RangeError without offers. */
export function canonicalName(offers: readonly OfferTitle[]): string {
  if (offers.length === 0) throw new RangeError('a product without offers has no name');
  const titles = offers.map(({ name }) => wordsOf(name));
  const brand = mostFrequent(offers.flatMap((offer) => offer.brand?.trim() || []));
  const counts = countsOf(titles);
  const share = ({ key }: Word) => (counts.get(key) ?? 0) / titles.length;
  const isSaidTwice = repetitionsOf(titles);
  const things = thingsOf(offers);
  const isThing = isOneOf(new Set(things.flat()));
  const codes = codesOf(titles, counts, brand, isOneOf(new Set(things[0])));
  const isKept = (word: Word, index: number, words: readonly Word[]) =>
    !codes.has(word.key) &&
    (titles.length <= FEW_TITLES ||
      ((share(word) >= HALF || isThing(word)) && !isSaidTwice(words, index)));
  const scoreOf = (words: readonly Word[]) =>
    words.reduce((sum, word, index) => {
      if (codes.has(word.key)) return sum;
      return sum + (isKept(word, index, words) ? share(word) : -share(word));
    }, 0);
  // Of equally common titles, the one that names the thing fully and first, so that no variant is a 'Silver Laptop' beside a 'Laptop Black'.
  const [best = []] = titles.toSorted(
    (a, b) =>
      scoreOf(b) - scoreOf(a) ||
      b.filter(isThing).length - a.filter(isThing).length ||
      a.findLastIndex(isThing) - b.findLastIndex(isThing),
  );
  const sizes = titles.flat().filter((word) => SIZE.test(word.text) && share(word) >= HALF);
  const words = onceEach([...best.filter(isKept), ...sizes]);
  return written(words, titles, brand) || offers[0]?.name.trim() || '';
}

/** The things that enough titles name, the most frequent first: [['stick', 'vacuum'], ['vacuum']]. */
function thingsOf(offers: readonly OfferTitle[]): string[][] {
  const nouns = offers.map(({ name, brand }) => headNoun(name, brand));
  const named = nouns.filter((noun) => noun?.grade === 'things' && noun.category !== null);
  const category = mostFrequent(named.flatMap((noun) => noun?.category ?? []));
  const phrases = named.flatMap((noun) => (noun?.category === category && noun?.phrase) || []);
  return [...Map.groupBy(phrases, (phrase) => phrase)]
    .filter(([, { length }]) => length >= offers.length * THING_SHARE)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([phrase]) => phrase.split(' '));
}

/** Tells whether one of a word's parts is one of these tokens: 'Headphones' is the token 'headphone'. */
function isOneOf(tokens: ReadonlySet<string>): (word: Word) => boolean {
  return ({ text }) => tokensOf(text).some((token) => tokens.has(token));
}

/**
 * True when a title repeats this word and few shops write it here: in 'Toilet Tissue Toilet Paper' the second 'Toilet' goes with 'Paper',
 * because most shops write 'Toilet Tissue'.
 */
function repetitionsOf(titles: readonly Word[][]) {
  const pairs = new Map<string, number>();
  for (const words of titles)
    for (const pair of new Set(words.slice(1).map((word, nth) => `${words[nth]?.key} ${word.key}`)))
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  const company = (words: readonly Word[], index: number) => {
    const [before, word, after] = [words[index - 1], words[index], words[index + 1]];
    const pairOf = (one?: Word, other?: Word) =>
      one && other ? (pairs.get(`${one.key} ${other.key}`) ?? 0) / titles.length : 0;
    return Math.max(pairOf(before, word), pairOf(word, after));
  };
  return (words: readonly Word[], index: number): boolean => {
    const places = words.flatMap(({ key }, nth) => (key === words[index]?.key ? [nth] : []));
    const best = places.reduce((a, b) => (company(words, b) > company(words, a) ? b : a), index);
    return places.length > 1 && best !== index && company(words, index) < HALF;
  };
}

/** Codes that shops set apart or leave out; none when nothing else identifies the model. */
function codesOf(
  titles: readonly Word[][],
  counts: ReadonlyMap<string, number>,
  brand: string | null,
  isThing: (word: Word) => boolean,
): Set<string> {
  const isSetApart = ({ key, isApart }: Word) => isApart || (counts.get(key) ?? 0) < titles.length;
  const isLego = brand?.toUpperCase() === 'LEGO';
  const isCode = (word: Word) =>
    (!isLego && word.isApart && SHORT_NUMBER.test(word.text)) ||
    ((word.isApart || word.isLoneCapitals) && isLetterCode(word.text)) ||
    (word.isLoneCapitals && LONG_CAPITALS.test(word.text) && isSetApart(word)) ||
    (CODE.test(word.text) &&
      !AMOUNT.test(word.text) &&
      (isSetApart(word) || LONG_CODE.test(word.text)));
  const codes = new Set(titles.flatMap((words) => words.filter(isCode).map(({ key }) => key)));
  // A code that ends another one is the model's name: 'E-325' of 'GENE325'.
  for (const { key, text } of titles.flat()) {
    const [model] = [...codes].filter((code) => code !== key && key.endsWith(code));
    if (!model || !CODE.test(text)) continue;
    codes.delete(model);
    codes.add(key);
  }
  // Without a stated brand, the first word of a title is the maker and identifies no model.
  const makers = brand === null ? titles.map(([maker]) => maker) : wordsOf(brand);
  const known = new Set(makers.map((maker) => maker?.key));
  const isOfModel = (word: Word) =>
    !codes.has(word.key) && !known.has(word.key) && !DESCRIBING.has(word.key) && !isThing(word);
  const [fullest = []] = titles.toSorted((a, b) => b.length - a.length);
  const rest = fullest.filter(({ key }) => !codes.has(key));
  if (rest.length >= FEWEST_WORDS && rest.some(isOfModel)) return codes;
  // Nothing else identifies the model, so keep what most titles say.
  const isRare = (key: string) => (counts.get(key) ?? 0) <= titles.length * HALF;
  return new Set([...codes].filter(isRare));
}

/** The words of a title in order, each amount as one word. */
function wordsOf(title: string): Word[] {
  const unit = (text: string) => UNITS[text.toLowerCase()] ?? text.toLowerCase();
  const text = title
    .replace(SLOGANS, ' ')
    .replace(PACK, (_, times, amount, of) => ` ${times}×${amount}${unit(of)} `)
    .replace(MEASURE, (_, amount, of) => `${amount}${unit(of)}`)
    .replace(/\b(\d+(?:\.\d+)?)(ml|l)\b/gi, (_, amount, of) => `${amount}${unit(of)}`)
    .replace(PIECES, '$1 Piece')
    .replace(COUNT, (_, times) => ` ${times}-pack `);
  const words: Omit<Word, 'isLoneCapitals'>[] = [];
  const parts = text.split(/\s[-–—]\s|[|(]/);
  for (const [nth, part] of parts.entries()) {
    const tokens = part.split(/[\s,;:)[\]]+/).filter((token) => /[\p{L}\p{N}&]/u.test(token));
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

/** 'Yogurt' equals 'YOGHURT', and "Men's" equals 'Mens'. */
function keyOf(token: string): string {
  const key = plainText(token.replace('&', 'and')).replace(/[^\p{L}\p{N}.+×/]/gu, '');
  return key.replace(/^yogurt/, 'yoghurt') || token.toLowerCase();
}

/** Drops a repeat of the previous word, and any repeat of an amount, code or model ('SQ40'). */
function onceEach(words: readonly Word[]): Word[] {
  return words.filter(({ key, text, isApart }, index) => {
    const before = words[index - 1]?.key ?? '';
    if (singularOf(before) === singularOf(key)) return false;
    const isNumbered = [SIZE, AMOUNT, CODE, MODEL].some((kind) => kind.test(text));
    const mayRepeat = BETWEEN_EQUALS.has(before) || !(isNumbered || (isApart && /\d/.test(text)));
    return mayRepeat || words.findIndex((word) => word.key === key) === index;
  });
}

function countsOf(titles: readonly Word[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of titles)
    for (const key of new Set(words.map((word) => word.key)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Writes the words in the case that most shops use, brand first and sizes last. */
function written(words: readonly Word[], titles: readonly Word[][], brand: string | null): string {
  const cased = casesOf(titles);
  // 'The Lord of the Rings' needs both spellings.
  const isAsWritten = ({ key }: Word) => SMALL_WORDS.has(key) && isCased(words);
  const spelled = (word: Word) =>
    isAsWritten(word) ? word.text : (cased.get(word.key) ?? word.text);
  const rest = withoutBrand(words, brand);
  const [last] = rest.slice(-1);
  const body = last?.key === 'by' ? rest.slice(0, -1) : rest;
  const isSize = ({ text }: Word, index: number) =>
    SIZE.test(text) && !BOUNDS.has(body[index - 1]?.key ?? '');
  const sizes = body.filter(isSize);
  // Removing a size joins its neighbours: 'Air 5L Air Fryer'.
  const others = onceEach(body.filter((word, index) => !isSize(word, index)));
  return [
    brand === null ? [] : calm(brand, isMixed(brand)),
    others.map((word) => calm(spelled(word), cased.has(word.key))),
    sizes.map(({ text }) => text.replace('×', ' x ').replace('-pack', ' pack')),
  ]
    .flat()
    .join(' ');
}

/** Removes a run of the brand's words, stated once or twice ('Joseph Joseph Joseph Totem'). */
function withoutBrand(words: readonly Word[], brand: string | null): Word[] {
  const keys = wordsOf(brand ?? '').map(({ key }) => key);
  const isAt = (from: number) => keys.every((key, nth) => words[from + nth]?.key === key);
  const from = keys.length > 0 ? words.findIndex((_, index) => isAt(index)) : -1;
  if (from === -1) return [...words];
  const isTwice = isAt(from + keys.length);
  return words.filter(
    (_, index) => index < from || index >= from + keys.length * (isTwice ? 2 : 1),
  );
}

/** True for mixed case; units ('750mL') do not count. */
function isCased(words: readonly Word[]): boolean {
  return isMixed(words.map(({ text }) => (/\d/.test(text) ? '' : text)).join(''));
}

/** True for a mixed-case name, as its maker writes it. */
function isMixed(text: string): boolean {
  return text !== text.toLowerCase() && text !== text.toUpperCase();
}

/** The case that most mixed-case titles use for each word. */
function casesOf(titles: readonly Word[][]): Map<string, string> {
  const spellings = new Map<string, string[]>();
  for (const words of titles) {
    if (!isCased(words)) continue;
    for (const { key, text } of words) spellings.set(key, [...(spellings.get(key) ?? []), text]);
  }
  return new Map([...spellings].map(([key, texts]) => [key, mostFrequent(texts) ?? '']));
}

/** Capitalises a long word in all capitals, or an unknown word in lower case: 'KELLOGG'S' → 'Kellogg's'; 'USB-C' stays. */
function calm(text: string, isCased = false): string {
  return text.replace(/[\p{L}\p{N}'’.+×-]+/gu, (word) => {
    const isWord = !/\d/.test(word) && !INITIALS.test(word);
    const isLong = word.length > 4 && word.split('-').some((part) => part.length > 3);
    const isLoud = isWord && isLong && word === word.toUpperCase();
    const isQuiet = isWord && !isCased && word === word.toLowerCase() && !SMALL_WORDS.has(word);
    return isLoud || isQuiet ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase() : word;
  });
}

/** Among equally frequent texts, prefers one that is not all capitals, then the first. */
function mostFrequent(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isLoud = (text: string) => Number(text === text.toUpperCase());
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || isLoud(a[0]) - isLoud(b[0]));
  return first?.[0] ?? null;
}
