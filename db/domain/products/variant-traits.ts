/*
 * Reads from the names of a model's variants what separates them: storage, size, audience, colour and other words. Words that name the
 * thing separate nothing, because some shops leave them out.
 */
import { headNoun, tokensOf } from '../categories/head-noun.ts';
import { phrasesOf } from '../lexicon/lexicon.ts';
import { contentText } from '../pack/content-text.ts';
import { type PackSize, parsePackSize } from '../pack/pack-size.ts';
import { measureUnit } from '../pack/pack-size-units.ts';
import { capitalised } from '../text/capitalised.ts';
import type { Variant } from './family.ts';

/** `Shade` is the colour with the words before it; `Look` holds all words of a variant's own. */
export type Trait = 'Storage' | 'Size' | 'For' | 'Colour' | 'Shade' | 'Look';
type Traits = Partial<Record<Trait, string>>;

export interface Described extends Variant {
  pack: PackSize | null;
  traits: Traits;
}

interface Word {
  key: string;
  text: string;
  /** How often the name has said it before: 'Black Hole Bag Black'. */
  nth: number;
  /** The sign between it and the word before it: '/' in 'Black/White'; null unless it is one sign or space. */
  sign: string | null;
}

/** Not the end of a model number: 'SM-S928B512TB'. */
export const STORAGE = /(?<![\p{L}\d.])(\d{1,4}(?:\.\d+)?)\s?(GB|TB)\b/giu;
/** Not the second of two dimensions: '10 x 15cm'. */
const LENGTH = /(?<![\d.]|\d[x×]|\d\s[x×]\s)(\d+(?:\.\d+)?)\s?-?("|”|″|inch(?:es)?\b|[cm]m\b)/i;
const BODY_SIZE =
  /\b(?:size\s(?:\d+|[a-z]{1,2})|(?:x-?)?(?:small|large)|medium|single|double|queen|king)\b/i;
const AUDIENCE = /\b(men|women|kids|boys|girls)(?:['’]?s)?\b/i;
const COLOURS = new Set(['gray', ...phrasesOf('colour')]);
/** A word, or a name of a platform ('PS5'). Other words with digits are model numbers or measures. */
const WORD = /^(?:[\p{L}'’]+|\p{L}{2}\d)$/u;
/** Longer differences do not work as labels. */
const MAX_LOOK_WORDS = 3;

export const isColour = (text: string): boolean =>
  text.split(/[\s/]/).some((word) => COLOURS.has(word.toLowerCase()));

/** Each variant with what its name says beyond the words that all variants share. */
export function describe(variants: readonly Variant[]): Described[] {
  const read = variants.map((variant) => ({ ...variant, ...measuresOf(variant.name) }));
  const ownOf = ownWords(read, commonThing(variants));
  return read.map(({ words, traits, ...variant }) => {
    const own = ownOf(words);
    const colours = own.filter(({ key }) => COLOURS.has(key));
    const shade = own.filter(
      ({ key }, at) => COLOURS.has(key) || COLOURS.has(own[at + 1]?.key ?? ''),
    );
    // A colour that all variants share completes the word before it: 'Very' of 'Very Black'.
    const isCompleting = ({ key, sign }: Word, before?: Word) =>
      COLOURS.has(key) && sign !== null && before !== undefined && own.includes(before);
    const look = words.filter(
      (word, at) => own.includes(word) || isCompleting(word, words[at - 1]),
    );
    return {
      ...variant,
      traits: {
        ...traits,
        ...(colours.length > 0 && { Colour: labelOf(colours), Shade: labelOf(shade) }),
        ...(own.length > 0 && own.length <= MAX_LOOK_WORDS && { Look: labelOf(look) }),
      },
    };
  });
}

/** Tells which words separate a variant; words of the thing do so only where a variant has no others. */
function ownWords(variants: readonly { words: readonly Word[] }[], thing: ReadonlySet<string>) {
  const isShared = (word: Word) =>
    variants.every(({ words }) =>
      words.some(({ key, nth }) => key === word.key && nth === word.nth),
    );
  const isThing = ({ key }: Word) => thing.has(tokensOf(key)[0] ?? '');
  const differing = (words: readonly Word[]) => words.filter((word) => !isShared(word));
  const isOnlyThing = variants.some(({ words }) => {
    const own = differing(words);
    return own.length > 0 && own.every(isThing);
  });
  return (words: readonly Word[]): Word[] =>
    differing(words).filter((word) => isOnlyThing || !isThing(word));
}

/** The words of the only thing that most variants name, in the singular; none when they name several, as a book's bindings. */
function commonThing(variants: readonly Variant[]): ReadonlySet<string> {
  const named = variants.flatMap(({ name }) => headNoun(name)?.phrase ?? []);
  // A phrase with a number names a model, not a thing: 'Clifton 10'.
  const things = named.filter((phrase) => !phrase.includes('#'));
  const isOne = new Set(things).size === 1 && things.length * 2 > variants.length;
  return new Set(isOne ? things[0]?.split(' ') : []);
}

/** The sizes in a name, as search filters show them: '256 GB', '65″', '20 cm', '2 L', '24 pack', 'Size 4'. */
export function sizesOf(name: string): string[] {
  const { storage, pack, content, length, body } = sizesIn(name);
  const isSold = pack?.unit !== 'each' || PACKED.test(name);
  return [storage, (isSold ? content : null) ?? length, body].filter((size) => size !== null);
}

/** Words for a count of what is sold, unlike the slices of a toaster or the cups of a coffee maker. */
const PACKED = /\b(?:packs?|pk|rolls?|tablets?|capsules?|caplets?|wipes|bags?|pods?)\b/i;

function sizesIn(name: string) {
  const storage = [...name.matchAll(STORAGE)].map(([, size, unit]) => `${size} ${unit}`);
  const pack = parsePackSize(name);
  const [, length, unit = ''] = LENGTH.exec(name) ?? [];
  const body = BODY_SIZE.exec(name)?.[0];
  return {
    storage: storage.length > 0 ? storage.join(' / ').toUpperCase() : null,
    pack,
    content: pack && packText(pack),
    length: length ? `${length}${/m$/i.test(unit) ? ` ${unit.toLowerCase()}` : '″'}` : null,
    body: body ? capitalised(body) : null,
  };
}

function measuresOf(name: string): { traits: Traits; pack: PackSize | null; words: Word[] } {
  const { storage, pack, content, length, body } = sizesIn(name);
  const audience = AUDIENCE.exec(name)?.[1];
  const size = content ?? length ?? body;
  return {
    pack,
    words: wordsOf([STORAGE, LENGTH, BODY_SIZE, AUDIENCE].reduce(without, name)),
    traits: {
      ...(storage && { Storage: storage }),
      ...(size && { Size: size }),
      ...(audience && { For: capitalised(audience) }),
    },
  };
}

const without = (text: string, pattern: RegExp): string => text.replace(pattern, ' ');

function wordsOf(text: string): Word[] {
  const tokens = [...text.matchAll(/([^\p{L}\p{N}'’.]*)([\p{L}\p{N}'’.]+)/gu)];
  const said = new Map<string, number>();
  return tokens.flatMap(([, gap = '', token = ''], at) => {
    const key = token.toLowerCase();
    // The sign of '4 x 375mL'.
    const isTimes = key === 'x' && /^\d/.test(tokens[at + 1]?.[2] ?? '');
    // The 'M' of 'Black M' is a size.
    const isUnit = measureUnit(token) && /^\d/.test(tokens[at - 1]?.[2] ?? '');
    if (!WORD.test(token) || isUnit || isTimes) return [];
    const nth = said.get(key) ?? 0;
    said.set(key, nth + 1);
    return [{ key, text: capitalised(token), nth, sign: gap.length === 1 ? gap : null }];
  });
}

/** '2 kg', '6 × 375 mL', '24 pack'. */
const packText = (pack: PackSize) =>
  pack.unit === 'each' ? `${pack.total} pack` : contentText(pack);

/** 'Sky Blue', 'Black/White'. */
const labelOf = (words: readonly Word[]): string =>
  words.map(({ text, sign }, at) => (at === 0 ? text : `${sign ?? ' '}${text}`)).join('');
