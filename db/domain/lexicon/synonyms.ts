/* What the lexicon says of phrases: their synonyms, kinds, and whether they only describe goods. */

import { once } from '../remembered.ts';
import { plainText } from '../text/plain-text.ts';
import { type Kind, TERMS, type Term } from './lexicon.ts';
import { phraseKey } from './tokens.ts';

/** A phrase and what is known of it. */
type Pair = readonly [phrase: string, others: readonly string[]];

/** Collects, when first read, the others of each phrase by its key, each once. */
function table(pairs: () => Iterable<Pair>): () => ReadonlyMap<string, readonly string[]> {
  return once(() => {
    const made = new Map<string, string[]>();
    for (const [phrase, others] of pairs()) {
      const key = phraseKey(phrase);
      const known = made.get(key) ?? [];
      for (const other of others) if (!known.includes(other)) known.push(other);
      made.set(key, known);
    }
    return made;
  });
}

/** A phrase as answers write it: plain, its words apart by one space. */
const plainPhrase = (phrase: string): string =>
  plainText(phrase)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a phrase stands for what suits as a gift, which is of many kinds and not called one: 'mens gift', 'fishing gift'. */
export const isGift = (phrase: string): boolean => phrase.endsWith(' gift');

/** Kinds that name no goods. */
const OCCASIONS: ReadonlySet<Kind> = new Set(['purpose', 'hobby']);
const NAMED = TERMS.filter(({ kind }) => !OCCASIONS.has(kind));
/** A shade is another colour, and no kind of it. */
const CLASSED = NAMED.filter(({ kind }) => kind !== 'colour');

/** Each name of a term with all of them; none where it has one name. */
function namesOf({ phrase, synonyms: others }: Term): Pair[] {
  if (!others[0]) return [];
  const words = [phrase, ...others];
  const plain = words.map(plainPhrase);
  return words.map((word) => [word, plain]);
}

const synonyms = table(() => NAMED.flatMap(namesOf));

const meanings = table(function* () {
  for (const term of TERMS) {
    const { kind, phrase, kindOf: suited } = term;
    if (kind === 'hobby') yield [`${phrase} gift`, [phrase, ...suited].map(plainPhrase)];
    if (!OCCASIONS.has(kind)) yield* namesOf(term);
  }
  // Synonyms of a type include the same kinds.
  for (const { kind, phrase, kindOf: named } of CLASSED) {
    // "Table" of a table clock asks for no coffee table.
    if (kind === 'compound') continue;
    for (const general of named)
      for (const name of [general, ...sameAs(general)]) yield [name, [plainPhrase(phrase)]];
  }
});

const generals = table(() =>
  CLASSED.flatMap(({ phrase, synonyms: others, kindOf: named }): Pair[] => {
    // What suits as a gift is no kind of one: else consoles were games, as both suit a gamer.
    const wider = named.filter((general) => !isGift(general)).map(plainPhrase);
    return [phrase, ...others].map((name) => [name, wider]);
  }),
);

const kinds = once(() => {
  const made = new Map<string, Set<Kind>>();
  for (const { kind, phrase } of NAMED) {
    const key = phraseKey(phrase);
    made.set(key, (made.get(key) ?? new Set()).add(kind));
  }
  return made;
});

/** The synonyms of a phrase, itself included; empty where none are known. */
export function sameAs(phrase: string): readonly string[] {
  return synonyms().get(phraseKey(phrase)) ?? [];
}

/** The product types that a phrase is a kind of: almonds are nuts. */
export function kindOf(phrase: string): readonly string[] {
  return generals().get(phraseKey(phrase)) ?? [];
}

/** A key with each word replaced by its first synonym of one word: 'choc bikky' is 'chocolate biscuit'. */
const usualKey = (key: string): string =>
  key.replace(/\S+/g, (word) =>
    phraseKey(sameAs(word).find((other) => !other.includes(' ')) ?? word),
  );

const usualPhrases = once(() => {
  const keys = [...meanings().keys()].filter((key) => key.includes(' '));
  return new Map(keys.map((key) => [usualKey(key), key]));
});

/** A phrase, or the one with synonyms or kinds that says the same word by word: 'chocolate biscuit' for 'choc bikkies'. */
export function usualPhrase(phrase: string): string {
  const key = phraseKey(phrase);
  return meanings().has(key) ? phrase : (usualPhrases().get(usualKey(key)) ?? phrase);
}

/** The synonyms and kinds of a phrase; empty where none are known. */
export function wordsThatMean(phrase: string): readonly string[] {
  return meanings().get(phraseKey(usualPhrase(phrase))) ?? [];
}

const GOODS: ReadonlySet<Kind> = new Set(['type', 'ingredient']);

/** Single words with synonyms and the words of names of goods, which are spelt right even if no shop prints them. */
export const knownWords = once((): ReadonlySet<string> => {
  const goods = TERMS.filter(({ kind }) => GOODS.has(kind)).flatMap(({ phrase }) =>
    phrase.split(' '),
  );
  const words = [...meanings().keys(), ...goods];
  return new Set(words.filter((key) => /^\p{L}{2,40}$/u.test(key)));
});

/** Kinds that set goods apart, so that an answer without them says so: "organic", "kids", "waterproof", "black". */
const APART: ReadonlySet<Kind> = new Set(['claim', 'material', 'audience']);
const DESCRIBING: ReadonlySet<Kind> = new Set([...APART, 'description', 'packaging']);

/** Whether a phrase is a colour that names no goods ("navy", not "orange"). */
export function isOnlyColour(phrase: string): boolean {
  const own = kinds().get(phraseKey(phrase));
  return own !== undefined && [...own].every((kind) => kind === 'colour');
}

/** Whether a phrase has a row of one of these kinds, or only names a colour. */
const isOf = (phrase: string, wanted: ReadonlySet<Kind>): boolean =>
  isOnlyColour(phrase) || kinds().get(phraseKey(phrase))?.isDisjointFrom(wanted) === false;

/** Whether words state a form or feature ("tablets", "tinned", "USB-C"), whatever else they may name. */
export const onlyDescribes = (phrase: string): boolean => isOf(phrase, DESCRIBING);

/** Whether describing words set goods apart. */
export const setsApart = (phrase: string): boolean => isOf(phrase, APART);
