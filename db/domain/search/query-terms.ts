/* The words of a query in groups that must each fit: a word, phrase, size or number in all the ways that names print it. */
import { isModelSeries, isNamedThing } from '../categories/head-noun.ts';
import { measureUnit } from '../pack/pack-size-units.ts';
import { headOf } from './name-head.ts';
import { NUMBERED, POINT } from './search-words.ts';
import { kindOf, onlyDescribes, wordsThatMean } from './vocabulary.ts';

/** More than a number with a letter. */
const NAME = /\p{L}{2}/u;

/** What the thing is that these words name, in every word for it: the last one, or the compound that the words end with. */
export function headsOf(groups: readonly (readonly string[])[]): string[] {
  const wanted = groups.filter(([typed = '']) => !typed.endsWith(' free'));
  const telling = wanted.filter(([typed = '']) => !onlyDescribes(typed));
  const naming = telling.some(([typed = '']) => NAME.test(typed)) ? telling : wanted;
  const thing = naming.findLast((group) => group.some((word) => NAME.test(word)));
  const [described, whole] = [wanted, naming].map((words) =>
    headOf(words.map(([typed]) => typed).join(' ')),
  );
  // A describing word may be part of a compound: 'usb hub'.
  for (const head of [described, whole]) if (head?.includes(' ')) return [head];
  const called = [...(thing ?? []), ...kindOf(thing?.[0] ?? '')];
  const heads = new Set(called.flatMap((phrase) => headOf(phrase) ?? []));
  if (!whole) return [...heads];
  const others = wordsThatMean(whole).flatMap((phrase) => headOf(phrase) ?? []);
  return [...new Set([...heads, whole, ...others])];
}

/** Two words that shops also print as one, joined: 'gopro'. */
export type Joined = Pick<ReadonlySet<string>, 'has'>;

/** So many words are looked up as one. */
export const LONGEST_PHRASE = 4;
const PACK_WORD = /^(?:packs?|pk|pcs|count|ct)$/;
const PERSON = /^(?:persons?|man|people)$/;
const JOINED = /^(\d+(?:ø\d+)?)([a-z]{1,4})$/;
/** Shops print the colour behind it: 'BES870SS'. */
const MODEL_CODE = /^[a-z]{2,}\d{3,}$/;
const DIGITS = /^\d+(?:ø\d+)?$/;
const NUMBERS: Readonly<Record<string, string>> = {
  ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9' },
  ...{ ten: '10', twelve: '12', dozen: '12' },
};

/** The words in groups; the longest phrase that is known, of at most so many words, is one. */
export function groupsOf(words: readonly string[], joined: Joined, longest: number): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < words.length; ) {
    const { taken, group } = groupAt(words, at, joined, longest);
    if (group) groups.push(group);
    at += taken;
  }
  return groups;
}

/** Other words for a phrase, also for one whose last two words shops print as one: 'whitening tooth paste'. */
function meaning(phrase: string): readonly string[] {
  const alike = wordsThatMean(phrase);
  return alike.length > 0 ? alike : wordsThatMean(phrase.replace(/ (\S+)$/, '$1'));
}

/** The group that begins at this word, and how many words it takes; null for a word that says nothing. */
function groupAt(words: readonly string[], at: number, joined: Joined, longest: number) {
  const word = words[at] ?? '';
  const next = words[at + 1] ?? '';
  const size = sizeOf(word, next);
  if (size) return { taken: 2, group: size };
  for (let taken = Math.min(LONGEST_PHRASE, words.length - at); taken > 0; taken -= 1) {
    const phrase = words.slice(at, at + taken).join(' ');
    const alike = taken > longest ? [] : meaning(phrase);
    if (alike.length > 0) return { taken, group: [...new Set([phrase, ...alike])] };
    if (taken === 2 && next === 'free' && !isKnown(words.slice(at + 1, at + 3).join(' ')))
      return { taken, group: [phrase] };
    if (taken === 2 && isModel(words, at)) return { taken, group: [`${word}-${next}`] };
    if (taken === 2 && joined.has(word + next))
      return { taken, group: [word + next, `${word}-${next}`] };
  }
  // A pack is stated in many ways: '24 pack', '24pk', '24 rolls', 'pack of 24'.
  const isPack = PACK_WORD.test(word) && [words[at - 1] ?? '', next].some((each) => isNumber(each));
  if (isPack) return { taken: 1, group: null };
  const [, amount, unit] = JOINED.exec(word) ?? [];
  const [, name, number] = NUMBERED.exec(word) ?? [];
  const others = [
    ...(name && number ? [`${name}-${number}`] : []),
    ...(amount && unit ? [`${amount} ${unit}`] : []),
    ...(NUMBERS[word] ? [NUMBERS[word]] : []),
    ...(MODEL_CODE.test(word) ? [`${word}*`, word.replace(/(?=\d)/, '-')] : []),
    ...(/^\d+000$/.test(word) ? [word.replace(/000$/, 'k')] : []),
  ];
  return { taken: 1, group: [word, ...others] };
}

/** Words of which the first says nothing by itself: the range, or the oven's stand, is free, and not of what stands before it. */
const isKnown = (words: string) => isThing(words) || onlyDescribes(words);

/** Two words that are known as one thing. */
const isThing = (words: string) => wordsThatMean(words).length > 0 || isNamedThing(words);

/** 'Mower electric' as 'electric mower', where that is known: a word behind the thing that only describes it. */
export function fronted(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  if (!onlyDescribes(last) || wordsThatMean(words.slice(-2).join(' ')).length > 0) return words;
  const from = before.findIndex((_, at) => isThing([last, ...before.slice(at)].join(' ')));
  return from < 0 ? words : [...before.slice(0, from), last, ...before.slice(from)];
}

/** The words with what the last one is named after right before it: 'dog joint food' as 'joint dog food'. */
export function gathered(words: readonly string[]): readonly string[] {
  const [last = ''] = words.slice(-1);
  const before = words.slice(0, -1);
  if (onlyDescribes(last) || isThing(words.slice(-2).join(' '))) return words;
  const named = before.findLast((word) => !onlyDescribes(word) && isThing(`${word} ${last}`));
  return named ? [...before.filter((word) => word !== named), named, last] : words;
}

const isNumber = (word: string) => DIGITS.test(word) || word in NUMBERS;

const MODEL_NUMBER = /^\d{1,4}$/;

/** The number of a model stands right behind its name: a game for the PlayStation 5 that is called 6 is no "playstation 6". */
function isModel(words: readonly string[], at: number): boolean {
  const [name = '', number = '', unit = ''] = words.slice(at);
  return MODEL_NUMBER.test(number) && isModelSeries(name) && sizeOf(number, unit) === null;
}

/**
 * '3 litre' also as names print it, '3L' and '3 L', '6 person' as '6P', and 'size 4'; a screen of 15 inches is often one of 15.6. Null for all
 * else.
 */
function sizeOf(amount: string, unit: string): string[] | null {
  if (amount === 'size' && DIGITS.test(unit)) return [`size ${unit}`];
  if (DIGITS.test(amount) && PERSON.test(unit)) return [`${amount} ${unit}`, `${amount}p`];
  if (!DIGITS.test(amount)) return null;
  const about = amount.includes(POINT) ? [] : [`${amount}${POINT}*`];
  if (/^(?:in|inch|inches)$/.test(unit))
    return [`${amount}-inch`, `${amount}inch`, `${amount}in`, ...about];
  if (unit === 'kw') return [`${amount}-${unit}`, `${amount}${unit}`, ...about];
  if (/^(?:[gtm]b|w|ah|mah|hz|mp|rpm|dpi|cups?|watts?)$/.test(unit))
    return [`${amount}-${unit}`, `${amount}${unit}`];
  const measure = measureUnit(unit);
  if (!measure || measure.base === 'each') return null;
  const short = measure.label.toLowerCase();
  return [...new Set([`${amount}-${unit}`, `${amount}${short}`, `${amount}-${short}`])];
}

/** Of a word: its beginning alone counts where it ends in '*', and only a name may hold it. */
function marksOf(word: string, isNamed: boolean): string {
  const marks = `${word.endsWith('*') ? '*' : ''}${isNamed ? 'A' : ''}`;
  return marks && `:${marks}`;
}

/**
 * The tsquery that every group of words fits; of a phrase all words must fit, in any order, of 'go-pro' one behind the other, of '15ø*' the beginning. A phrase that only means the same must
 * stand in names: an Xbox console on the shelf of Switch games is no "switch console". `weight` limits all to lexemes of that weight:
 * 'A' are names.
 */
export function tsqueryOf(groups: readonly (readonly string[])[], weight: '' | 'A' = ''): string {
  const alternatives = (group: readonly string[]) =>
    group.map((phrase, nth) => {
      const words = phrase.split(/[ -]/);
      const isNamed = weight === 'A' || (nth > 0 && words.length > 1 && !isNumber(words[0] ?? ''));
      const by = phrase.includes('-') ? ' <-> ' : ' & ';
      const lexeme = (word: string) => `'${word.replace('*', '')}'${marksOf(word, isNamed)}`;
      return `(${words.map(lexeme).join(by)})`;
    });
  return groups.map((group) => `(${alternatives(group).join(' | ')})`).join(' & ');
}
