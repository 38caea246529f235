import { remembered } from '#domain/remembered.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/*
 * What matching knows of words, once, read from vocabulary.json:
 *
 *   spellings, sameWords   one way of writing for what shops write in several ('uht', 'long life'; 'choc', 'chocolate')
 *   neutral                packaging, praise, joining words: says nothing about which product it is
 *   neutralBeside          words that say nothing beside certain others ('black' tea)
 *   containers             neutral beside a stated content ('tin' of 400 g), telling without one ('tin' of trading cards)
 *   makers, houseBrands    companies that shops put before a brand or leave out; a shop's own brands never are
 *   telling                flavours, species, qualifiers, ages, cuts: another product when only one side has it
 *   shelfSpellings         the same where words decide: what was learned knows names without them
 *   claims                 what a thing does or is praised for: forgiven where only one side has such words
 *   editions               words that make another product of the same name ('academic'); `suffixes` do so after a number ('15 pro')
 *   conditions             'refurbished', 'openbox': the same goods in another condition
 *   colours, audiences     names with their other spellings and languages
 *   shades                 colours of their own beside the colour that they are a shade of: 'navy' is another blue
 *   kinds                  what a thing is, with its other names: left out freely, but two kinds are two products
 */

/** Words of names are in the singular, so each counts in that form too. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.split(' ').flatMap((word) => [word, oneWord(word)]));

function nameByWord(groups: Record<string, string>, separator: string): Map<string, string> {
  return new Map(
    Object.entries(groups).flatMap(([name, alike]) =>
      [name, ...alike.split(separator)].map((word) => [word, name] as const),
    ),
  );
}

const colours = nameByWord(vocabulary.colours, ' ');
const audiences = nameByWord(vocabulary.audiences, ' ');
const sameWords = nameByWord(vocabulary.sameWords, ' ');
const kinds = nameByWord(vocabulary.kinds, '|');
const patternsOf = (rows: readonly (readonly string[])[]) =>
  rows.map(([pattern = '', written = '']) => [new RegExp(pattern, 'g'), written] as const);
const spellings = patternsOf(vocabulary.spellings);
const shelfSpellings = patternsOf(vocabulary.shelfSpellings);

/** A word in the singular and in its one spelling. */
export const oneWord = remembered((word): string => {
  const known = sameWords.get(word);
  if (known !== undefined) return known;
  if (/\d/.test(word)) return word.replace(/^(\d+)\.0+$/, '$1').replace(/^v(\d+)$/, '$1');
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  const one = word
    .replace(/ies$/, 'y')
    .replace(/(?<=[sx]|(?<!sh)o|ch|sh)es$/, '')
    .replace(/s$/, '');
  return sameWords.get(one) ?? one;
});

const KIND_NAMES = [...kinds.keys()].sort((a, b) => b.length - a.length).join('|');
const KIND = new RegExp(`(?<![a-z\\d-])(?:${KIND_NAMES})s?(?![a-z\\d-])`, 'g');

export const NEUTRAL = wordsOf(vocabulary.neutral);
export const SHADES = wordsOf(vocabulary.shades);
export const CONTAINERS = wordsOf(vocabulary.containers);
export const MAKERS = wordsOf(vocabulary.makers);
export const HOUSE_BRANDS = wordsOf(vocabulary.houseBrands);
export const NEUTRAL_BESIDE = new Map(
  Object.entries(vocabulary.neutralBeside).map(
    ([word, others]) => [word, wordsOf(others)] as const,
  ),
);
export const TELLING = wordsOf(vocabulary.telling);
export const CLAIMS = wordsOf(vocabulary.claims);
export const EDITIONS = wordsOf(vocabulary.editions);
export const SUFFIXES = wordsOf(vocabulary.suffixes);
export const CONDITIONS = wordsOf(vocabulary.conditions);

/** The colour a word names, in English ('noir' → 'black'), or null. */
export const colourOf = (word: string): string | null => colours.get(word) ?? null;

/** 'men', 'women' or 'kids', or null. */
export const audienceOf = (word: string): string | null => audiences.get(word) ?? null;

/** Comparable text with one spelling for each unit, abbreviation and qualifier. */
export function spelled(text: string): string {
  return spellings.reduce((said, [pattern, written]) => said.replace(pattern, written), text);
}

/** Two or three sides with a unit of length: '150 x 200 cm', '1.5m x 2m'. */
const SIDE = String.raw`(\d+(?:\.\d+)?) ?(mm|cm|m)?`;
const SIDES = new RegExp(
  String.raw`(?<![\d.x])${SIDE} ?[x×] ?${SIDE}(?: ?[x×] ?${SIDE})?(?![a-z\d])`,
  'g',
);
const MILLIMETRES = new Map([
  ['mm', 1],
  ['cm', 10],
  ['m', 1000],
]);

/** Of these a width comes first: 120 x 210 cm is another window than 210 x 120 cm. */
const HUNG = /\b(?:blinds?|curtains?|drapes?|screens?|shades?)\b/;

/** Sides in millimetres, the shortest first, because shops begin with either; a side without a unit has the last one's. */
function withSides(text: string): string {
  const isHung = HUNG.test(text);
  return text.replace(SIDES, (said, ...groups) => {
    const sides = [0, 2, 4].filter((at) => groups[at] !== undefined);
    const last = groups[(sides.at(-1) ?? 0) + 1];
    if (last === undefined) return said;
    const lengths = sides.map(
      (at) => Number(groups[at]) * (MILLIMETRES.get(groups[at + 1] ?? last) ?? 1),
    );
    return `${(isHung ? lengths : lengths.sort((a, b) => a - b))
      .map((length) => Math.round(length))
      .join('x')}mm`;
  });
}

/**
 * Comparable text as shelves' words are compared: with the spellings that the learned weights do not know, too. `plain` is the same
 * text as `spelled`, where that is known.
 */
export function shelfSpelled(text: string, plain?: string): string {
  const said = shelfSpellings.reduce(
    (one, [pattern, written]) => one.replace(pattern, written),
    withSides(text),
  );
  return plain !== undefined && said === text ? plain : spelled(said);
}

/** The kinds of thing that a text in small letters names, each with the words that named it. */
export function kindsIn(text: string): { kind: string; said: string }[] {
  return [...text.matchAll(KIND)].map(([said]) => ({
    kind: kinds.get(said) ?? kinds.get(said.replace(/s$/, '')) ?? said,
    said,
  }));
}
