/* The terms of a query: each a word, phrase, size or number in all the ways that names print it. No term is required (rank-terms.ts). */
import { isModelSeries, isProductType } from '../categories/head-noun.ts';
import { isGift, onlyDescribes, usualPhrase, wordsThatMean } from '../lexicon/synonyms.ts';
import { measureUnit } from '../pack/pack-size-units.ts';
import { POINT } from './search-words.ts';

/** One thing that a product must match: a word or phrase as typed, then its synonyms and other spellings. */
export type Term = string[];

/** Knows the words that shops print as one where others print two: 'gopro'. */
export type Joined = Pick<ReadonlySet<string>, 'has'>;

/** The most words that are looked up as one phrase. */
const LONGEST_PHRASE = 4;
const PERSON = /^(?:persons?|man|people|seaters?)$/;
const JOINED = /^(\d+(?:ø\d+)?)([a-z]{1,4})$/;
/** A model code, to which shops may append a colour: 'BES870SS'. */
const MODEL_CODE = /^(?=.{5})[a-z]{2,6}\d{2,}[a-z\d]*$/;
/** Behind what goods keep off or suit. */
const KEEPS = /^(?:proof|resistant|friendly)$/;
const DIGITS = /^\d+(?:ø\d+)?$/;

/** Splits words into terms. The longest known phrase is one term. */
export function termsOf(words: readonly string[], joined: Joined): Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    const { taken, term } = groupAt(words, at, joined);
    terms.push(term);
    at += taken;
  }
  return terms;
}

/** Synonyms of a phrase, whose last two words may also be looked up as one: 'whitening tooth paste'. */
function synonymsOf(phrase: string): readonly string[] {
  const alike = wordsThatMean(phrase);
  return alike.length > 0 ? alike : wordsThatMean(phrase.replace(/ (\S+)$/, '$1'));
}

/** The term that begins at a word, and the words that it takes. */
function groupAt(words: readonly string[], at: number, joined: Joined) {
  const [word = '', next = '', third = ''] = words.slice(at);
  const size = sizeOf(word, next);
  if (size) return { taken: 2, term: size };
  for (let taken = Math.min(LONGEST_PHRASE, words.length - at); taken > 0; taken -= 1) {
    const phrase = words.slice(at, at + taken).join(' ');
    const alike = synonymsOf(phrase);
    if (alike.length > 0)
      return { taken, term: [...new Set([usualPhrase(phrase), ...alike, phrase])] };
    const pair = taken === 2 ? pairOf(word, next, third, joined) : null;
    if (pair) return { taken, term: pair };
  }
  return { taken: 1, term: spellingsOf(word) };
}

/**
 * The term of two neighbours without synonyms, before a third word: 'sugar free', a model, or what shops print as one word. Null for
 * others.
 */
function pairOf(word: string, next: string, third: string, joined: Joined): Term | null {
  if (word === 'no' || word === 'non') return [`${word}-${next}`];
  // Gloves that are "rose proof" are no rose.
  if (KEEPS.test(next)) return [`${word}-${next}`, `${word}${next}`];
  if (next === 'free' && !isKnown(`free ${third}`)) return [`${word} free`];
  if (isModelOf(word, next) && !sizeOf(next, third)) return [`${word}-${next}`];
  const isOne = joined.has(word + next) || onlyDescribes(word + next);
  return isOne ? [word + next, `${word}-${next}`] : null;
}

/** A word, '16ah' also as '16 ah', and a model code also with a colour behind it or a hyphen in it. */
function spellingsOf(word: string): Term {
  const [, amount, unit] = JOINED.exec(word) ?? [];
  const apart = amount && unit ? [`${amount} ${unit}`] : [];
  const codes = MODEL_CODE.test(word) ? [`${word}*`, word.replace(/(?=\d)/, '-')] : [];
  return [word, ...apart, ...codes];
}

/** Whether 'free' belongs to the word behind it ('free standing'), not to the one before it ('sugar free'). */
const isKnown = (words: string) => isThing(words) || onlyDescribes(words);

const isThing = (words: string) => wordsThatMean(words).length > 0 || isProductType(words);

/**
 * Moves a describing word at the end before the thing, where the result is known: 'mower electric' to 'electric mower'.
 */
export function fronted(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  if (!onlyDescribes(last)) return words;
  const from = before.findIndex((_, at) => isThing([last, ...before.slice(at)].join(' ')));
  return from < 0 ? words : [...before.slice(0, from), last, ...before.slice(from)];
}

/** Whether a term is a name and its model number. */
export const isModel = ([typed = '']: Term): boolean => NUMBERED_NAME.test(typed);
const NUMBERED_NAME = /^(\p{L}+)-\d+$/u;

/** What is left of a term where nothing has all of it: the name of a model, or the last word of a phrase, which says what it is. */
export function partOf([typed = '']: Term): string {
  // The dog food Nature's Gift is none.
  if (isGift(typed)) return typed;
  return NUMBERED_NAME.exec(typed)?.[1] ?? typed.split(/[ -]/).at(-1) ?? '';
}

const MODEL_NUMBER = /^\d{1,4}$/;

/** Whether words are a name and its model number, which must be neighbours: a PlayStation 5 game called 6 is no "playstation 6". */
const isModelOf = (name: string, number: string) =>
  MODEL_NUMBER.test(number) && isModelSeries(name);

/**
 * The term of an amount and its unit, as names print them: '3L' and '3 L' for '3 litre', '6P' for '6 person', 15.6 inches for 15. Null
 * for any other two words.
 */
function sizeOf(amount: string, unit: string): Term | null {
  if (amount === 'size' && DIGITS.test(unit)) return [`size ${unit}`];
  if (DIGITS.test(amount) && PERSON.test(unit)) return [`${amount} ${unit}`, `${amount}p`];
  if (!DIGITS.test(amount)) return null;
  const about = amount.includes(POINT) ? [] : [`${amount}${POINT}*`];
  if (/^(?:in|inch|inches)$/.test(unit))
    return [`${amount}-inch`, `${amount}inch`, `${amount}in`, ...about];
  if (unit === 'kw') return [`${amount}-${unit}`, `${amount}${unit}`, ...about];
  // 'PowerCore 20000', 'Boost 20K'.
  if (unit === 'mah') return [`${amount}-mah`, `${amount}mah`, amount, amount.replace(/000$/, 'k')];
  if (/^(?:[gtm]b|w|ah|hz|mp|rpm|dpi|cups?|watts?)$/.test(unit))
    return [`${amount}-${unit}`, `${amount}${unit}`];
  const measure = measureUnit(unit);
  if (!measure || measure.base === 'each') return null;
  const short = measure.label.toLowerCase();
  return [...new Set([`${amount}-${unit}`, `${amount}${short}`, `${amount}-${short}`])];
}

/** Weights of lexemes: A of names, B of shelves of a product's own, C of shelves that it shares with other goods, D of descriptions; '' for all. */
export type Weights = '' | 'A' | 'AB' | 'ABC' | 'C';

/** The flags of a lexeme: a prefix match where the word ends in '*', only those of `weights`. */
function marksOf(word: string, weights: Weights): string {
  const marks = `${word.endsWith('*') ? '*' : ''}${weights}`;
  return marks && `:${marks}`;
}

/**
 * The tsquery that matches every term: 'a b' matches both words in any order, 'a-b' neighbours, '15ø*' a prefix. A synonym of several words
 * must stand in a name: an Xbox console on the shelf of Switch games is no "switch console".
 */
export function tsqueryOf(terms: readonly Readonly<Term>[], weights: Weights = ''): string {
  const alternatives = (term: Readonly<Term>) =>
    term.map((phrase, nth) => {
      const words = phrase.split(/[ -]/);
      const within = nth > 0 && words.length > 1 ? 'A' : weights;
      const by = phrase.includes('-') ? ' <-> ' : ' & ';
      const lexeme = (word: string) => `'${word.replace('*', '')}'${marksOf(word, within)}`;
      return `(${words.map(lexeme).join(by)})`;
    });
  return terms.map((term) => `(${alternatives(term).join(' | ')})`).join(' & ');
}
