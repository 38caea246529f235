import { phrasesOf } from '#domain/lexicon/lexicon.ts';
import { remembered } from '#domain/remembered.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/*
 * The words that matching knows, from vocabulary.json:
 *
 *   spellings, sameWords   one spelling for synonyms ('uht', 'long life'; 'choc', 'chocolate')
 *   compounds              words that are one, though shops write them apart ('built-in')
 *   shelfSpellings         further spellings for the word rules
 *   neutral                packaging, praise and joining words, which never identify a product
 *   neutralBeside          words that are neutral next to certain others ('black' tea)
 *   containers             neutral next to a stated content ('tin' of 400 g), telling without one ('tin' of trading cards)
 *   plain                  names of the usual variety: as containers, but 'original' and a named variety are two
 *   houseBrands            shops' own brands, which are always telling
 *   telling                qualifiers, ages and species, besides the lexicon's ingredients: another product when only one side has the word
 *   claims                 benefits and praise, ignored when only one side has such words
 *   editions               words that make another product of the same name ('academic'); `suffixes` do so after a number ('15 pro')
 *   conditions             'refurbished', 'openbox': the same goods in another condition
 *   colours, audiences     names with their other spellings and languages
 *   shades                 colours that differ from their base colour: 'navy' is another blue
 *   kinds                  kinds of goods with their synonyms: optional, but two kinds are two products
 */

/** A list of words, in the spelling that names have. */
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(oneWord));

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

/** A word's normalised spelling, in the singular. */
export const oneWord = remembered((word): string => {
  const known = sameWords.get(word);
  if (known !== undefined) return known;
  if (/\d/.test(word)) return word.replace(/^(\d+)\.0+(?=[a-z]*$)/, '$1').replace(/^v(\d+)$/, '$1');
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  const one = word
    .replace(/ies$/, 'y')
    .replace(/(?<=[sx]|(?<!sh)o|ch|sh)es$/, '')
    .replace(/s$/, '');
  return sameWords.get(one) ?? one;
});

/** A kind that a text names, with the words that name it and their place. */
interface NamedKind {
  kind: string;
  phrase: string;
  at: number;
}

/** The names of kinds in singular and plural by their first letters, the longest first. */
const KIND_NAMES = Map.groupBy(
  [...kinds]
    .flatMap(([phrase, kind]) => [
      { phrase, kind },
      { phrase: `${phrase}s`, kind: kinds.get(`${phrase}s`) ?? kind },
    ])
    .sort((a, b) => b.phrase.length - a.phrase.length),
  ({ phrase }) => /^[a-z]+/.exec(phrase)?.[0] ?? '',
);

export const NEUTRAL = wordsOf(vocabulary.neutral);
export const SHADES = wordsOf(vocabulary.shades);
export const PLAIN = wordsOf(vocabulary.plain);
export const CONTAINERS = wordsOf(vocabulary.containers);
export const HOUSE_BRANDS = wordsOf(vocabulary.houseBrands);
export const NEUTRAL_BESIDE = new Map(
  Object.entries(vocabulary.neutralBeside).map(
    ([word, others]) => [word, wordsOf(others)] as const,
  ),
);
export const EXCLUSIVE = [...phrasesOf('exclusive').map(wordsOf), HOUSE_BRANDS];
/** The ingredients of the lexicon, of which goods may taste, and the vocabulary's own words. */
export const TELLING: ReadonlySet<string> = new Set([
  ...(['ingredient', 'fruit', 'seasoning'] as const).flatMap(phrasesOf).map(oneWord),
  ...wordsOf(vocabulary.telling),
]);
export const CLAIMS = wordsOf(vocabulary.claims);
export const EDITIONS = wordsOf(vocabulary.editions);
export const SUFFIXES = wordsOf(vocabulary.suffixes);
export const CONDITIONS = wordsOf(vocabulary.conditions);

/** The colour a word names, in English ('noir' → 'black'), or null. */
export const colourOf = (word: string): string | null => colours.get(word) ?? null;

/** Colour suffixes of model numbers. */
const ENDING_COLOURS = new Map(
  Object.entries({
    black: 'b bk bl blk',
    white: 'w wh wht whi',
    silver: 's sl sil slv ss',
  }).flatMap(([colour, endings]) => endings.split(' ').map((ending) => [ending, colour] as const)),
);

/** The colour that a model number ends in: 'kta120wht' is white. */
export const endingColour = (code: string): string | undefined =>
  ENDING_COLOURS.get(/[a-z]*$/.exec(code)?.[0] ?? '');

/** 'men', 'women' or 'kids', or null. */
export const audienceOf = (word: string): string | null => audiences.get(word) ?? null;

/**
 * Returns a function that applies rows in order, each to the result of those before: a pattern, what each match is written as, and perhaps
 * a pattern that the text must match too.
 */
function rewriter(rows: readonly (readonly string[])[]): (text: string) => string {
  const rewrites = rows.map(([pattern = '', written = '', beside = '']) => ({
    pattern: new RegExp(pattern, 'g'),
    written,
    beside: new RegExp(beside),
  }));
  return (text) =>
    rewrites.reduce(
      (result, { pattern, written, beside }) =>
        beside.test(result) ? result.replace(pattern, written) : result,
      text,
    );
}

/** Rewrites units, abbreviations and qualifiers to one spelling each. */
export const spelled = rewriter(vocabulary.spellings);

/** Writes words as one that shops also write apart, with or without a hyphen. */
const compounds = vocabulary.compounds
  .split(', ')
  .map((words) => [`\\b${words.replaceAll(' ', '[- ]?')}s?\\b`, words.replaceAll(' ', '')]);
const shelfSpellings = rewriter([...compounds, ...vocabulary.shelfSpellings]);

/** Two or three side lengths with a unit: '150 x 200 cm', '1.5m x 2m'. */
const SIDE = String.raw`(\d+(?:\.\d+)?) ?(mm|cm|m)?`;
const SIDES = new RegExp(
  String.raw`(?<![\d.x])${SIDE} ?[x×] ?${SIDE}(?: ?[x×] ?${SIDE})?(?![a-z\d])`,
  'g',
);
/** Millimetres of a unit of length. */
export const MILLIMETRES: ReadonlyMap<string, number> = new Map([
  ['mm', 1],
  ['cm', 10],
  ['in', 25.4],
  ['m', 1000],
]);

/** Goods stated as width by height: a window of 120 x 210 cm is not one of 210 x 120 cm. */
const HUNG = /\b(?:blinds?|curtains?|drapes?|screens?|shades?)\b/;

/** Rewrites side lengths in millimetres, the shortest first, because shops use either order. A side without a unit has the last one's. */
function withSides(text: string): string {
  const isHung = HUNG.test(text);
  return text.replace(SIDES, (match, ...groups) => {
    const sides = [0, 2, 4].filter((at) => groups[at] !== undefined);
    const last = groups[(sides.at(-1) ?? 0) + 1];
    if (last === undefined) return match;
    const lengths = sides.map(
      (at) => Number(groups[at]) * (MILLIMETRES.get(groups[at + 1] ?? last) ?? 1),
    );
    return `${(isHung ? lengths : lengths.sort((a, b) => a - b))
      .map((length) => Math.round(length))
      .join('x')}mm`;
  });
}

/** Rewrites text for the word rules, with shelf spellings. `plain` is the result of `spelled`, if already known. */
export function shelfSpelled(text: string, plain?: string): string {
  const rewritten = shelfSpellings(withSides(text));
  return plain !== undefined && rewritten === text ? plain : spelled(rewritten);
}

/** The kinds that a lower-case text names, in order. */
export function kindsIn(text: string): NamedKind[] {
  const found: NamedKind[] = [];
  let end = 0;
  for (const { 0: letters, index: at } of text.matchAll(/(?<![a-z\d-])[a-z]+/g)) {
    const isHere = ({ phrase }: Pick<NamedKind, 'phrase'>) =>
      text.startsWith(phrase, at) && !/[a-z\d-]/.test(text.charAt(at + phrase.length));
    const name = at < end ? undefined : KIND_NAMES.get(letters)?.find(isHere);
    if (name === undefined) continue;
    found.push({ ...name, at });
    end = at + name.phrase.length;
  }
  return found;
}
