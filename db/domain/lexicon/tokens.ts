/* Splits a text into the words that the lexicon compares: normalised, in the singular, with their places in the text. */

import { remembered } from '../remembered.ts';
import { plainText } from '../text/plain-text.ts';

export interface Token {
  /** Normalised and in the singular: 'nappy' for 'Nappies', '2l' for '2L'. */
  key: string;
  /** The key with digits as '#': 's#' for 's25'. The same as `key` without digits. */
  pattern: string;
  /** UTF-16 offsets in the text, `end` exclusive. */
  start: number;
  end: number;
}

/** A word with its digits and apostrophes, a decimal number included, or an inch mark behind a digit. */
const WORD = /(?:\d+(?:[.,]\d+)*|[\p{L}\p{M}'’\x60´])+|(?<=\d\s*)["”″]/gu;

/** Words whose singular means something else. */
const PLURALS = new Set('tablets shorts pants pads tights heels boxers briefs glasses'.split(' '));

/**
 * The singular of an English word, as far as its ending shows: 'nappies' → 'nappy', 'tomatoes' → 'tomato'. Singulars in -ie get a -y, as
 * their plurals do ('cookie', 'cookies' → 'cooky'), so results are for comparing, not for display.
 */
export function singularOf(word: string): string {
  const isSingular = word.length < 4 ? !word.endsWith('ie') : /(?:ss|us|is)$/.test(word);
  if (isSingular || PLURALS.has(word)) return word;
  return word.replace(/(?<=ss|sh|ch|x|zz|to)es$|s$/, '').replace(/ie$/, 'y');
}

/** Words that searches ignore. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and by for in of on or the to with'.split(' '),
);

/** Most words, which are plain already. */
const LETTERS = /^[a-z]+$/;

/** "Spray & Wipe", "Spray and Wipe" and "Spray n' Wipe" are one name. */
const AND: ReadonlySet<string> = new Set(['and', 'n']);

/** The key of a word of a text, empty for none, and its pattern. */
function keyed(word: string): Pick<Token, 'key' | 'pattern'> {
  if (LETTERS.test(word)) {
    const key = singularOf(word);
    return { key, pattern: key };
  }
  const key = /["”″]/.test(word) ? 'inch' : singularOf(plainText(word));
  return { key, pattern: key.replace(/\d+(?:[.,]\d+)*/g, '#') };
}

/** The words of a text in order, without "and". */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    const { key, pattern } = keyed(word);
    if (key && !AND.has(key)) tokens.push({ key, pattern, start, end: start + word.length });
  }
  return tokens;
}

/** The key of a phrase: its words in the singular, without stop words. */
export const phraseKey = remembered((phrase) =>
  tokensOf(phrase)
    .map(({ key }) => key)
    .filter((key) => !STOP_WORDS.has(key))
    .join(' '),
);
