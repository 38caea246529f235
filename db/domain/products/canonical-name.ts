/*
 * Builds one name per product from the titles of its offers, as brand, model, kind and size. Keeps what most titles say and drops codes,
 * slogans, shouting, separators and doubled words.
 */
import { headNoun, isProductType, tokensOf } from '../categories/head-noun.ts';
import { measureUnit } from '../pack/pack-size-units.ts';
import { CODE, isLetterCode, LONG_CODE, SHORT_NUMBER } from './product-code.ts';
import { AMOUNT, keyOf, onceEach, SIZE, type Word, wordsOf } from './title-words.ts';

export interface OfferTitle {
  name: string;
  brand: string | null;
}

/** Colours and qualities, which identify no model. */
const DESCRIBING = new Set(
  'black white silver grey gray red blue green pink gold purple brown beige navy cream new wireless portable cordless electric smart automatic noise cancelling gaming digital hard'.split(
    ' ',
  ),
);
/** Enough letters for a code; 'OLED' has fewer. */
const LONG_CAPITALS = /^(?!AMOLED)[A-Z]{5,}$/;
/** With this few titles, every word counts. */
const FEW_TITLES = 2;
const HALF = 0.5;
/** Many shops leave out what a product is, so a name keeps it from this share of the titles: 'Kettle' of 'Icona Vintage Kettle'. */
const THING_SHARE = 0.2;
/** 'Canon Pixma' and 'HP Black' identify no product, so names this short keep their codes. */
const FEWEST_WORDS = 3;
/** 'J.R.R.' */
const INITIALS = /^(?:\p{L}\.)+\p{L}?$/u;
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
  const named = nouns.filter((noun) => noun?.grade === 'type' && noun.category !== null);
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

/** A long number where a shop puts its article number, before the name: 'Leatherman 830846 Wave'. */
const isArticleNumber = ({ text }: Word): boolean => CODE.test(text) && !/\p{L}/u.test(text);

/** True for two other words of the title written as one: '55P755' beside '55"' and 'P755'. */
const isJoinedOf = ({ key, text }: Word, words: readonly Word[]): boolean =>
  CODE.test(text) &&
  words.some((end) =>
    words.some((start) => start !== end && start.key.replace(/inch$/, '') + end.key === key),
  );

/** True for capitals that are no word of a thing or a count: 'TABLETS'. */
const isCodeLike = (text: string): boolean =>
  LONG_CAPITALS.test(text) && !isProductType(text) && !measureUnit(text);

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
    (word.isLoneCapitals && isCodeLike(word.text) && isSetApart(word)) ||
    (CODE.test(word.text) &&
      !AMOUNT.test(word.text) &&
      (isSetApart(word) || LONG_CODE.test(word.text)));
  const leading = titles.flatMap((words) => withoutBrand(words, brand)[0] ?? []);
  const codes = new Set(
    [
      ...titles.flatMap((words) => words.filter((word) => isCode(word) || isJoinedOf(word, words))),
      ...leading.filter(isArticleNumber),
    ].map(({ key }) => key),
  );
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
  const spelledAlone = (text: string) => {
    const usual = cased.get(keyOf(text));
    return calm(usual ?? text, usual !== undefined || text === text.toUpperCase());
  };
  const body = withoutBrand(words, brand);
  const isSize = ({ text }: Word, index: number) =>
    SIZE.test(text) && !BOUNDS.has(body[index - 1]?.key ?? '');
  const sizes = body.filter(isSize);
  // Removing a size joins its neighbours: 'Air 5L Air Fryer'.
  const others = onceEach(body.filter((word, index) => !isSize(word, index)));
  return [
    brand === null || isMixed(brand) ? (brand ?? []) : brand.split(' ').map(spelledAlone),
    others.map((word, index) =>
      index > 0 && !cased.has(word.key) && SMALL_WORDS.has(word.key)
        ? word.key
        : calm(spelled(word), cased.has(word.key)),
    ),
    sizes.map(({ text }) => text.replace('×', ' x ').replace('-pack', ' pack')),
  ]
    .flat()
    .join(' ');
}

/** Removes a run of the brand's words, stated once or twice ('Joseph Joseph Joseph Totem'), and a 'by' before it. */
function withoutBrand(words: readonly Word[], brand: string | null): Word[] {
  const keys = wordsOf(brand ?? '').map(({ key }) => key);
  const isAt = (from: number) => keys.every((key, nth) => words[from + nth]?.key === key);
  const from = keys.length > 0 ? words.findIndex((_, index) => isAt(index)) : -1;
  if (from === -1) return [...words];
  const isTwice = isAt(from + keys.length);
  const start = words[from - 1]?.key === 'by' ? from - 1 : from;
  return words.filter(
    (_, index) => index < start || index >= from + keys.length * (isTwice ? 2 : 1),
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

/** Abbreviations with a vowel, which stay capitals in a title that is all capitals. */
const ABBREVIATIONS = new Set(
  'AA AAA AC AFL AI AMD AOC AU AUS AUX AV BCAA CPU DAB DIY EDP EDT EQ EU EV EVA GPU HDMI HEPA IP IPA IPL IPS IR LED AMOLED OLED QLED ULED NAS PC POE RAM TV UHD UHF UHT UK UPS US USA USB UV'.split(
    ' ',
  ),
);
const NUMERAL = /^[IVX]+$/;

/**
 * Capitalises words in capitals or, without a usual spelling, in lower case: 'KELLOGG'S' → 'Kellogg's'; 'USB-C' stays. Without a usual
 * spelling the whole title is in capitals, so its short words are words too: 'HILL'.
 */
function calm(text: string, isCased = false): string {
  return text.replace(/[\p{L}\p{N}'’.+×-]+/gu, (word) => {
    if (/\d/.test(word) || INITIALS.test(word)) return word;
    const upper = word.toUpperCase();
    const parts = upper.split('-');
    const isLong = word.length > 4 && parts.some((part) => part.length > 3);
    const isShort =
      !isCased && parts.some(isShortWord) && !parts.some((part) => ABBREVIATIONS.has(part));
    const isLoud = word === upper && (isLong || isShort);
    const isQuiet = !isCased && word === word.toLowerCase() && !SMALL_WORDS.has(word);
    if (isQuiet && ABBREVIATIONS.has(upper)) return upper;
    return isLoud || isQuiet ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase() : word;
  });
}

/** True for capitals that are no abbreviation, code or numeral. */
const isShortWord = (capitals: string): boolean =>
  capitals.length > 1 &&
  /[AEIOUY]/.test(capitals) &&
  !ABBREVIATIONS.has(capitals) &&
  !NUMERAL.test(capitals);

/** Among equally frequent texts, prefers one that is not all capitals, then the first. */
function mostFrequent(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isLoud = (text: string) => Number(text === text.toUpperCase());
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || isLoud(a[0]) - isLoud(b[0]));
  return first?.[0] ?? null;
}
