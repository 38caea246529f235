/* Splits a text into the words that the lexicon compares: normalised, in the singular, with their places in the text. */
import { singularOf } from '../categories/singular.ts';
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

/** Words that phrases of the lexicon are compared without. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and by for in of on or the to with'.split(' '),
);

/** A word in its normalised form and in the singular; 'tablets' and the like stay. */
export function keyOfWord(word: string): string {
  const plain = plainText(word);
  return PLURALS.has(plain) ? plain : singularOf(plain);
}

/** The words of a text in order. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index: start }) => {
    const key = /["”″]/.test(word) ? 'inch' : keyOfWord(word);
    const pattern = key.replace(/\d+(?:[.,]\d+)*/g, '#');
    return key ? { key, pattern, start, end: start + word.length } : [];
  });
}

/** The key of a phrase: its words in the singular, without stop words. */
export const phraseKey = (phrase: string): string =>
  tokensOf(phrase)
    .map(({ key }) => key)
    .filter((key) => !STOP_WORDS.has(key))
    .join(' ');
