import { remembered } from '../remembered.ts';

/** Returns the words of a name for comparison: letters and digits of any script, in lower case. */
export function wordsOf(name: string): readonly string[] {
  return name.length <= REMEMBERED_CHARS ? wordsOfShort(name) : wordsIn(name);
}

const REMEMBERED = 500;
const REMEMBERED_CHARS = 400;
/** Memoised: a page's titles are compared with every text it prints. */
const wordsOfShort = remembered(wordsIn, REMEMBERED);
const countsOfShort = remembered(countsIn, REMEMBERED);

function wordsIn(name: string): readonly string[] {
  return (
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function countsOf(name: string): ReadonlyMap<string, number> {
  return name.length <= REMEMBERED_CHARS ? countsOfShort(name) : countsIn(name);
}

function countsIn(name: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(name)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns the similarity of two names as token F1, 0 (nothing shared) to 1. */
export function nameSimilarity(left: string, right: string): number {
  const inRight = countsOf(right);
  let shared = 0;
  for (const [word, count] of countsOf(left)) shared += Math.min(count, inRight.get(word) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (wordsOf(left).length + wordsOf(right).length);
}

/** Returns the share of `part`'s words in `whole`: 1 when a page title contains the whole product name. */
export function containment(part: string, whole: string): number {
  const words = wordsOf(part);
  const held = countsOf(whole);
  let shared = 0;
  for (const word of words) if (held.has(word)) shared += 1;
  return words.length === 0 ? 0 : shared / words.length;
}
