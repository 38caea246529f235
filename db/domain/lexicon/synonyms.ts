/* What the lexicon says of phrases: their synonyms, kinds, and whether they only describe goods. */

import { plainText } from '../text/plain-text.ts';
import { type Kind, phrasesOf, TERMS } from './lexicon.ts';
import { phraseKey } from './tokens.ts';

type Phrases = Map<string, readonly string[]>;
const synonyms: Phrases = new Map();
const meanings: Phrases = new Map();
const generals: Phrases = new Map();
const kinds = new Map<string, Set<Kind>>();

function add(to: Phrases, phrase: string, others: readonly string[]): void {
  const key = phraseKey(phrase);
  const plain = others.map((other) =>
    plainText(other)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  to.set(key, [...new Set([...(to.get(key) ?? []), ...plain])]);
}

/** Whether a phrase stands for what suits as a gift, which is of many kinds and not called one: 'mens gift', 'fishing gift'. */
export const isGift = (phrase: string): boolean => phrase.endsWith(' gift');

/** Kinds that name no goods. */
const OCCASIONS: ReadonlySet<Kind> = new Set(['purpose', 'hobby']);

for (const { kind, phrase, synonyms: others, kindOf: suited } of TERMS) {
  if (kind === 'hobby') add(meanings, `${phrase} gift`, [phrase, ...suited]);
  if (OCCASIONS.has(kind)) continue;
  const key = phraseKey(phrase);
  kinds.set(key, (kinds.get(key) ?? new Set()).add(kind));
  const words = [phrase, ...others];
  if (others[0])
    for (const word of words) for (const to of [synonyms, meanings]) add(to, word, words);
}
// Synonyms of a type include the same kinds.
for (const { kind, phrase, kindOf: named } of TERMS) {
  // A shade is another colour, and what a purpose takes is no kind of it.
  if (kind === 'colour' || OCCASIONS.has(kind)) continue;
  for (const general of named) {
    // "Table" of a table clock asks for no coffee table.
    if (kind !== 'compound')
      for (const name of [general, ...sameAs(general)]) add(meanings, name, [phrase]);
    // What suits as a gift is no kind of one: else consoles were games, as both suit a gamer.
    if (!isGift(general)) add(generals, phrase, [general]);
  }
}

/** The synonyms of a phrase, itself included; empty where none are known. */
export function sameAs(phrase: string): readonly string[] {
  return synonyms.get(phraseKey(phrase)) ?? [];
}

/** The product types that a phrase is a kind of: almonds are nuts. */
export function kindOf(phrase: string): readonly string[] {
  return generals.get(phraseKey(phrase)) ?? [];
}

/** A key with each word replaced by its first synonym of one word: 'choc bikky' is 'chocolate biscuit'. */
const usualKey = (key: string): string =>
  key.replace(/\S+/g, (word) =>
    phraseKey(sameAs(word).find((other) => !other.includes(' ')) ?? word),
  );

const usualPhrases = new Map(
  [...meanings.keys()].filter((key) => key.includes(' ')).map((key) => [usualKey(key), key]),
);

/** A phrase, or the one with synonyms or kinds that says the same word by word: 'chocolate biscuit' for 'choc bikkies'. */
export function usualPhrase(phrase: string): string {
  const key = phraseKey(phrase);
  return meanings.has(key) ? phrase : (usualPhrases.get(usualKey(key)) ?? phrase);
}

/** The synonyms and kinds of a phrase; empty where none are known. */
export function wordsThatMean(phrase: string): readonly string[] {
  return meanings.get(phraseKey(usualPhrase(phrase))) ?? [];
}

const GOODS: ReadonlySet<Kind> = new Set(['type', 'ingredient']);

/** Single words with synonyms and the words of names of goods, which are spelt right even if no shop prints them. */
export function knownWords(): string[] {
  const goods = TERMS.filter(({ kind }) => GOODS.has(kind)).flatMap(({ phrase }) =>
    phrase.split(' '),
  );
  return [...new Set([...meanings.keys(), ...goods])].filter((key) => /^\p{L}{2,40}$/u.test(key));
}

/** Kinds that set goods apart, so that an answer without them says so: "organic", "kids", "waterproof", "black". */
const APART: ReadonlySet<Kind> = new Set(['claim', 'material', 'audience']);
const DESCRIBING: ReadonlySet<Kind> = new Set([...APART, 'description', 'packaging']);

/** Whether a phrase is a colour that names no goods ("navy", not "orange"). */
export function isOnlyColour(phrase: string): boolean {
  const own = kinds.get(phraseKey(phrase));
  return own !== undefined && [...own].every((kind) => kind === 'colour');
}

/** Whether a phrase has a row of one of these kinds, or only names a colour. */
const isOf = (phrase: string, wanted: ReadonlySet<Kind>): boolean =>
  isOnlyColour(phrase) || kinds.get(phraseKey(phrase))?.isDisjointFrom(wanted) === false;

/** Whether words state a form or feature ("tablets", "tinned", "USB-C"), whatever else they may name. */
export const onlyDescribes = (phrase: string): boolean => isOf(phrase, DESCRIBING);

/** Whether describing words set goods apart. */
export const setsApart = (phrase: string): boolean => isOf(phrase, APART);

/** Product types named after others: peanut butter is not butter. */
export const COMPOUNDS: readonly string[] = phrasesOf('compound');

/** The compound that singular words end with: 'peanut butter'; null for none. */
export function compoundOf(words: readonly string[]): string | null {
  for (const length of [3, 2]) {
    const last = words.slice(-length).join(' ');
    if (words.length >= length && kinds.get(last)?.has('compound')) return last;
  }
  return null;
}
