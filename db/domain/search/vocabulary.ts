import { CATEGORY_TABLE } from '../categories/head-noun.ts';
import { singularOf } from '../categories/singular.ts';
import { plainText } from '../text/plain-text.ts';
import { STOP_WORDS } from './query-grammar.ts';
import table from './vocabulary.json' with { type: 'json' };

/** A word or phrase as it is looked up: plain, each word in the singular, without those that say nothing. */
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
// What is called the same includes the same; read before any kind is added, as no kind includes its fellows.
const things = Object.entries(table.includes).map(([thing, kinds]) => ({
  names: [thing, ...(alike.get(phraseKey(thing)) ?? [])],
  kinds: kinds.split('|'),
}));
for (const { names, kinds } of things) for (const name of names) add(name, kinds);
const named = things.flatMap(({ names: [thing = ''], kinds }) =>
  kinds.map((kind) => ({ thing, kind: phraseKey(kind) })),
);
const kindsOf = Map.groupBy(named, ({ kind }) => kind);

/** What a thing of this name is a kind of: almonds are nuts. */
export function kindOf(phrase: string): readonly string[] {
  return kindsOf.get(phraseKey(phrase))?.map(({ thing }) => thing) ?? [];
}

/** Words and phrases that mean what this one means, or kinds of it; empty when none are known. */
export function wordsThatMean(phrase: string): readonly string[] {
  return [...(alike.get(phraseKey(phrase)) ?? [])];
}

/** The single words that searches know others for, or that name goods: spelt right though no shop prints them. */
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

/** Whether words say in what form or with what feature a thing comes ("tablets", "tinned", "USB-C"), whatever else they may name. */
export function onlyDescribes(phrase: string): boolean {
  return describing.has(phraseKey(phrase));
}

/** The last words of a name, each in the singular, as one thing: 'peanut butter'; null where they are no known compound. */
export function compoundOf(words: readonly string[]): string | null {
  for (const length of [3, 2]) {
    const last = words.slice(-length).join(' ');
    if (words.length >= length && compounds.has(last)) return last;
  }
  return null;
}
