import { parsePackSize } from '#domain/pack/pack-size.ts';
import { contentText } from '#domain/pack/shrinkflation.ts';
import { comparableText } from './comparable-text.ts';
import kindNames from './product-kinds.json' with { type: 'json' };
import { audienceOf, colourOf, isEdition } from './variant-words.ts';

/*
 * A title as a set of words that does not depend on the shop: order, spelling of units, abbreviations, model numbers and the
 * words that say what kind of thing it is fall away; every word that may tell a variant from its siblings stays.
 */

/** Abbreviations of Australian shops, written out, and one spelling each of sizes. */
const WRITTEN_OUT: readonly (readonly [RegExp, string])[] = [
  [/\bs\/\s?steel\b/g, 'stainless steel'],
  [/\bw\/(?=\s|\w)/g, 'with '],
  [/\bauto\b/g, 'automatic'],
  [/\bunsw\b/g, 'unsweetened'],
  [/\b(\d+)(?:st|nd|rd|th)[\s-]gen(?:eration)?\b/g, 'gen $1'],
  [/\bgeneration\b/g, 'gen'],
  [/\bwi-fi\b/g, 'wifi'],
  [/\b(\d+(?:\.\d+)?)[\s-]?(?:inch(?:es)?\b|in\b(?!\s?\d)|"|”|'')/g, '$1in '],
  [/\b(\d+(?:\.\d+)?)[\s-]?(gb|tb|mm|cm|hz|ghz|mp|mah|kw|w)\b/g, '$1$2'],
  [/\bmen'?s\b/g, 'men'],
  [/\b(?:women'?s|ladies'?)(?![a-z])/g, 'women'],
  [/\bgrey\b/g, 'gray'],
  [/\byogurt\b/g, 'yoghurt'],
  [/\bcolou?r\b/g, ' '],
  [/(?<=[a-z\d])\+/g, ' plus '],
];

/** Words that say nothing about which product it is: joining words and praise. */
const SAYS_NOTHING = new Set(
  `a an and the for of in on by with to from or new genuine official brand australia australian au stock aust local warranty
  free shipping delivery online only sale special buy best price unlocked`.split(/\s+/),
);

/** Words of variants beyond colours: the family of a product is its title without them. */
const VARIANT =
  /^(?:\d+(?:\.\d+)?(?:gb|tb|mm|cm|in)|starlight|midnight|titanium|natural|space|deep|cosmic|jet|sea|salt|truffle|stainless|steel|brushed|matte|metallic|size|small|medium|large|xs|xl|xxl)$/;

/** A title taken apart for keys and guards. */
export interface TitleParts {
  /** Every telling word, with the pack as one word; colourways stay whole ('black-white'). */
  words: Set<string>;
  /** Model numbers in the title and the page's own, letters and digits only. */
  codes: Set<string>;
  kinds: Set<string>;
  /** '6×375ml', or null. */
  pack: string | null;
}

/** Takes a title apart; `mpn` is the model number that the page states, if any. */
export function titleParts(title: string, mpn: string | null): TitleParts {
  const size = parsePackSize(title);
  const pack = size && contentText(size).replace(/\s/g, '').toLowerCase();
  let text = comparableText(title).replace(/\bby\s+(?=[a-z\d]+$)/g, ' ');
  for (const [pattern, written] of WRITTEN_OUT) text = text.replace(pattern, written);
  if (size) text = text.replace(PACK_TEXT, ' ');
  const { kinds, rest } = takeKinds(text);
  const words = [...wordsIn(rest)];
  const printed = printedCodes(title);
  const model = mpn ? comparableText(mpn).replace(/[^a-z\d]/g, '') : null;
  const codes = new Set([
    ...words.filter((word) => isModelCode(word) || printed.has(word)),
    ...(model ? [model] : []),
  ]);
  const telling = words.filter((word) => !codes.has(word));
  const kept = telling.some((word) => !isVariantWord(word)) ? telling : [...telling, ...kinds];
  return { words: new Set(pack ? [...kept, pack] : kept), codes, kinds, pack };
}

/** 'black/white' is another colourway than 'white/black', so words that a slash joins stay together. */
const WORD = /\d+\.\d+[a-z]*|[a-z\d]+(?:['/-][a-z\d]+)*/g;
const PACK_TEXT =
  /(?<![a-z\d.])(?:\d+\s?[x×]\s?)?\d+(?:\.\d+)?\s?-?(?:kg|g|gm|ml|l|lt|litres?|packs?|pk|tablets?|capsules?|wipes?|sheets?|rolls?|pods?|bags?|eggs?|cans?|bottles?)(?:\s?[x×]\s?\d+)?(?![a-z\d])(?:\s?(?:packs?|pk)\b)?/g;

function* wordsIn(text: string): Generator<string> {
  for (const [match] of text.matchAll(WORD)) {
    const word = match.replace(/['.]/g, (sign) => (sign === '.' ? '.' : '')).replace(/\//g, '-');
    for (const part of splitHyphens(word)) if (part && !SAYS_NOTHING.has(part)) yield part;
  }
}

/** Codes lose their hyphens ('wh1000xm5'), hyphenated words are taken apart, colourways stay whole. */
function splitHyphens(word: string): string[] {
  if (!word.includes('-')) return [word];
  if (/\d/.test(word))
    return /\d(?:gb|tb)-/.test(word) ? word.split('-') : [word.replace(/-/g, '')];
  const parts = word.split('-');
  return parts.every((part) => colourOf(part) !== null) ? [word] : parts;
}

/** 'bes870bss', '27gp850b', '882826': five or more letters and digits mixed or five digits, but no measure ('5400rpm'). */
function isModelCode(word: string): boolean {
  if (!/^[a-z\d]{5,}$/.test(word) || isMeasured(word)) return false;
  return /^\d{5,}$/.test(word) || (/\d.*\d/.test(word) && /[a-z]/.test(word));
}

/** Codes by the way they are printed, where one digit is enough: all capitals ('CLIP5RE'), in brackets ('(wpace3wh)'). */
function printedCodes(title: string): Set<string> {
  const capitals = title.match(/(?<![\p{L}\d])[A-Z\d][A-Z\d./-]{3,}[A-Z\d](?![\p{L}\d])/gu) ?? [];
  const bracketed = [...title.matchAll(/\(\s*([a-z\d./-]{4,})\s*\)/gi)].map(
    ([, code = '']) => code,
  );
  const codes = [...capitals, ...bracketed].map((code) => code.toLowerCase().replace(/[./-]/g, ''));
  return new Set(
    codes.filter(
      (code) => /(?=.*\d)(?=.*[a-z])/.test(code) && code.length >= 4 && !isMeasured(code),
    ),
  );
}

function isMeasured(word: string): boolean {
  return /^\d{1,4}[a-z]{1,4}$/.test(word) || isVariantWord(word);
}

/** Whether a word tells variants of one product apart: a size, a storage, a colour, for whom. */
export function isVariantWord(word: string): boolean {
  return (
    VARIANT.test(word) ||
    word.split('-').every((part) => colourOf(part) !== null || audienceOf(part) !== null)
  );
}

/** Brand and words in alphabetic order; null when fewer than two are left. */
export function sortedKey(words: Iterable<string>, brandWords: readonly string[]): string | null {
  const all = new Set([...brandWords, ...words]);
  return all.size >= 2 ? [...all].sort().join(' ') : null;
}

/** The stated kind or model number that two titles contradict each other in, in words, or null. */
export function titleConflict(a: TitleParts, b: TitleParts): string | null {
  if (a.kinds.size > 0 && b.kinds.size > 0 && ![...a.kinds].some((kind) => b.kinds.has(kind))) {
    return `another kind of product: ${[...a.kinds].join(', ')} and ${[...b.kinds].join(', ')}`;
  }
  const compatible = [...a.codes].some((x) =>
    [...b.codes].some((y) => x.startsWith(y) || y.startsWith(x)),
  );
  if (a.codes.size > 0 && b.codes.size > 0 && !compatible) return 'another model number';
  const editions = [onlyIn(a, b), onlyIn(b, a)].map((words) => words.find(isEdition));
  return editions[0] && editions[1] ? `another edition: ${editions[0]} and ${editions[1]}` : null;
}

function onlyIn(a: TitleParts, b: TitleParts): string[] {
  return [...a.words].filter((word) => !b.words.has(word));
}

const kindByName = new Map(
  Object.entries(kindNames).flatMap(([kind, names]) =>
    names.split('|').map((name) => [name, kind] as const),
  ),
);
const KIND_NAMES = [...kindByName.keys()].sort((a, b) => b.length - a.length).join('|');
const KIND = new RegExp(`(?<![a-z\\d-])(?:${KIND_NAMES})s?(?![a-z\\d-])`, 'g');

/**
 * The kinds of thing that a title in small letters names, and the title without them. Shops put the kind into a title or leave it out,
 * so it is no part of a key; two titles that state different kinds are never the same product.
 */
function takeKinds(title: string): { kinds: Set<string>; rest: string } {
  const kinds = new Set<string>();
  const rest = title.replace(KIND, (name) => {
    kinds.add(kindByName.get(name) ?? kindByName.get(name.replace(/s$/, '')) ?? name);
    return ' ';
  });
  return { kinds, rest };
}
