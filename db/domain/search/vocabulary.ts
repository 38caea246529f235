import { CATEGORY_TABLE } from '../categories/head-noun.ts';
import { singularOf } from '../categories/singular.ts';
import { plainText } from '../text/plain-text.ts';
import { STOP_WORDS } from './query-grammar.ts';
import table from './vocabulary.json' with { type: 'json' };

/** The key of a phrase: plain text, each word in the singular, without stop words. */
export function phraseKey(phrase: string): string {
  return plainText(phrase)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !STOP_WORDS.has(word))
    .map(singularOf)
    .join(' ');
}

const alike = new Map<string, Set<string>>();

function add(phrase: string, others: readonly string[]): void {
  const key = phraseKey(phrase);
  const known = alike.get(key) ?? new Set();
  alike.set(key, known);
  for (const other of others)
    known.add(
      plainText(other)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    );
}

for (const line of table.same) {
  const words = line.split('|');
  for (const word of words) add(word, words);
}
// Synonyms include the same kinds. Read before kinds are added, as no kind includes the other kinds.
const things = Object.entries(table.includes).map(([thing, kinds]) => ({
  names: [thing, ...(alike.get(phraseKey(thing)) ?? [])],
  kinds: kinds.split('|'),
}));
for (const { names, kinds } of things) for (const name of names) add(name, kinds);
const named = things.flatMap(({ names: [thing = ''], kinds }) =>
  kinds.map((kind) => ({ thing, kind: phraseKey(kind) })),
);
const kindsOf = Map.groupBy(named, ({ kind }) => kind);

/** The things that a phrase is a kind of: almonds are nuts. */
export function kindOf(phrase: string): readonly string[] {
  return kindsOf.get(phraseKey(phrase))?.map(({ thing }) => thing) ?? [];
}

/** The synonyms and kinds of a phrase; empty where none are known. */
export function wordsThatMean(phrase: string): readonly string[] {
  return [...(alike.get(phraseKey(phrase)) ?? [])];
}

/** Single words with synonyms and names of goods, which are spelt right even if no shop prints them. */
export function knownWords(): string[] {
  const goods = Object.values(CATEGORY_TABLE).flatMap(({ things, stuff = '' }) =>
    `${things}, ${stuff}`.split(', '),
  );
  return [...new Set([...alike.keys(), ...goods])].filter((key) => /^\p{L}{2,40}$/u.test(key));
}

/** Things named after others: peanut butter is no butter. */
export const COMPOUNDS: readonly string[] = table.compounds;
const compounds = new Set(COMPOUNDS.map(phraseKey));
const describing = new Set(table.describing.map(phraseKey));

/** Whether words state a form or feature ("tablets", "tinned", "USB-C"), whatever else they may name. */
export function onlyDescribes(phrase: string): boolean {
  return describing.has(phraseKey(phrase));
}

/** The compound that singular words end with: 'peanut butter'; null for none. */
export function compoundOf(words: readonly string[]): string | null {
  for (const length of [3, 2]) {
    const last = words.slice(-length).join(' ');
    if (words.length >= length && compounds.has(last)) return last;
  }
  return null;
}
