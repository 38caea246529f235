import { CATEGORY_TABLE } from '../categories/head-noun.ts';
import { singularOf } from '../categories/singular.ts';
import { remembered } from '../remembered.ts';
import { plainText } from '../text/plain-text.ts';
import { STOP_WORDS } from './query-grammar.ts';
import table from './vocabulary.json' with { type: 'json' };

/** The key of a phrase: plain text, each word in the singular, without stop words. */
export const phraseKey = remembered((phrase) =>
  plainText(phrase)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !STOP_WORDS.has(word))
    .map(singularOf)
    .join(' '),
);

type Phrases = Map<string, readonly string[]>;
const synonyms: Phrases = new Map();
const meanings: Phrases = new Map();
const thingsOfKind: Phrases = new Map();

function add(to: Phrases, phrase: string, others: readonly string[]): void {
  const key = phraseKey(phrase);
  const plain = others.map((other) =>
    plainText(other)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  to.set(key, [...new Set([...(to.get(key) ?? []), ...plain])]);
}

for (const line of table.same) {
  const words = line.split('|');
  for (const word of words) for (const to of [synonyms, meanings]) add(to, word, words);
}
// Synonyms of a thing include the same kinds.
for (const [thing, listed] of Object.entries(table.includes)) {
  const kinds = listed.split('|');
  for (const name of [thing, ...sameAs(thing)]) add(meanings, name, kinds);
  // What suits as a gift is no kind of one: else consoles were games, as both suit a gamer.
  if (!thing.endsWith(' gift')) for (const kind of kinds) add(thingsOfKind, kind, [thing]);
}

/** The synonyms of a phrase, itself included; empty where none are known. */
export function sameAs(phrase: string): readonly string[] {
  return synonyms.get(phraseKey(phrase)) ?? [];
}

/** The kinds of a thing: almonds of nuts. */
export function kindsOf(thing: string): readonly string[] {
  const same = sameAs(thing);
  return wordsThatMean(thing).filter((words) => !same.includes(words));
}

/** The things that a phrase is a kind of: almonds are nuts. */
export function kindOf(phrase: string): readonly string[] {
  return thingsOfKind.get(phraseKey(phrase)) ?? [];
}

/** A key with each word replaced by its first synonym of one word: 'choc bikky' is 'chocolate biscuit'. */
const usualKey = remembered((key) =>
  key.replace(/\S+/g, (word) =>
    phraseKey(sameAs(word).find((other) => !other.includes(' ')) ?? word),
  ),
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

/** Single words with synonyms and the words of names of goods, which are spelt right even if no shop prints them. */
export function knownWords(): string[] {
  const goods = Object.values(CATEGORY_TABLE).flatMap(({ things, stuff = '' }) =>
    `${things}, ${stuff}`.split(/,? /),
  );
  return [...new Set([...meanings.keys(), ...goods])].filter((key) => /^\p{L}{2,40}$/u.test(key));
}

/** Things named after others: peanut butter is not butter. */
export const COMPOUNDS: readonly string[] = table.compounds;
const compounds = new Set(COMPOUNDS.map(phraseKey));
const distinguishing = new Set(table.distinguishing.map(phraseKey));
const describing = new Set([...table.describing.map(phraseKey), ...distinguishing]);

/** Whether words state a form or feature ("tablets", "tinned", "USB-C"), whatever else they may name. */
export function onlyDescribes(phrase: string): boolean {
  return describing.has(phraseKey(phrase));
}

/** Whether describing words set goods apart, so that an answer without them says so: "organic", "kids", "waterproof", "black". */
export function setsApart(phrase: string): boolean {
  return distinguishing.has(phraseKey(phrase));
}

/** The compound that singular words end with: 'peanut butter'; null for none. */
export function compoundOf(words: readonly string[]): string | null {
  for (const length of [3, 2]) {
    const last = words.slice(-length).join(' ');
    if (words.length >= length && compounds.has(last)) return last;
  }
  return null;
}
