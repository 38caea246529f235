import type { LeftOver, Pair } from './pair.ts';
import { isMeaningful, type ProductText } from './product-text.ts';
import { sharedCount } from './similarity.ts';
import { CONTAINERS, EDITIONS, PLAIN } from './vocabulary.ts';

/** Whether the extra words of two names, by what they are or where they stand, make another variant rather than describe. */
export function isVariant(pair: Pair, extra: readonly string[]): boolean {
  const { left, right, leftOver, rightOver } = pair;
  return (
    extra.some((word) => EDITIONS.has(word) || /^[\d.]+(?:in\d+)?$/.test(word)) ||
    [left, right].some(({ words }) => extra.some(isLetterOfNumber(words))) ||
    isNamedVariety(leftOver, rightOver) ||
    isNamedVariety(rightOver, leftOver) ||
    isInserted(pair, extra) ||
    isInPlace(left, right, [...extra, ...leftOver.plain]) ||
    isInPlace(right, left, [...extra, ...rightOver.plain])
  );
}

/** True for the letter behind a number: the 'X' of 'G502 X' makes another model. */
const isLetterOfNumber = (words: readonly string[]) => (word: string) =>
  /^[a-z]$/.test(word) && /\d/.test(words[words.indexOf(word) - 1] ?? '');

/** True when one name states the usual variety and the other has words of its own: 'Original', 'Country Scent'. */
function isNamedVariety({ plain }: LeftOver, { unknown, telling }: LeftOver): boolean {
  return plain.length > 0 && unknown.length + telling.length > 0;
}

/**
 * True when the names are equal except for one word inside: 'Fish Oil' and 'Odourless Fish Oil' are variants. Shops that describe one
 * product differ elsewhere too, or add words at the end.
 */
function isInserted({ left, right }: Pair, extra: readonly string[]): boolean {
  const saysMore = (word: string) => isMeaningful(word) && !CONTAINERS.has(word);
  const [one, other] = [left, right].map(({ words }) =>
    [...new Set(words)].filter((word) => saysMore(word) && !extra.includes(word)).join(' '),
  );
  const isLast = [left, right].some(({ words }) => extra.includes(words.at(-1) ?? ''));
  return extra.length === 1 && !isLast && one === other;
}

/** Most words that stand in the place of others: 'Squeeze Bottle'. */
const RUN = 2;

/**
 * True when words of the other name that are no extra ones stand in the place of extra words: 'Mario Party Switch' and 'Mario Odyssey
 * Switch', 'Moro Primero EVOO' and 'Moro Squeeze Bottle EVOO'.
 */
function isInPlace({ words: a }: ProductText, { words: b }: ProductText, extra: readonly string[]) {
  return a.some((word, index) => {
    const start = b.findIndex((each) => each === a[index - 1]) + 1;
    return (
      start > 0 &&
      extra.includes(word) &&
      runsAt(a, index).some(
        (own) =>
          own.every((each) => extra.includes(each)) &&
          runsAt(b, start).some(
            (run) => a[index + own.length] === b[start + run.length] && isOther(run, word, a, b),
          ),
      )
    );
  });
}

const runsAt = (words: readonly string[], start: number) =>
  Array.from({ length: RUN }, (_, more) => words.slice(start, start + more + 1));

/**
 * True if `run` contains words that `a` lacks or has fewer of, and they mean something other than `word`: one word, several that only
 * describe, or beside a usual variety ('Original') one that does more than describe ('Active Fresh'). Figures and usual varieties
 * never count.
 */
function isOther(
  run: readonly string[],
  word: string,
  a: readonly string[],
  b: readonly string[],
): boolean {
  const timesIn = (words: readonly string[], each: string) =>
    words.filter((other) => other === each).length;
  return (
    run.some((each) => !a.includes(each)) &&
    run.every((each) => timesIn(b, each) > timesIn(a, each)) &&
    !run.some((each) => /\d/.test(each) || PLAIN.has(each)) &&
    (run.length === 1 || run.every((each) => !isMeaningful(each) || a.includes(each))) &&
    (!PLAIN.has(word) || run.some(isMeaningful))
  );
}

/** True when extra words of the two names stand in different places, with no shared word beside both. */
export function standApart(
  { left, right }: Pair,
  ours: readonly string[],
  theirs: readonly string[],
): boolean {
  const a = neighbours(left.words, ours, right.words);
  const b = neighbours(right.words, theirs, left.words);
  return sharedCount(a.before, b.before) + sharedCount(a.after, b.after) === 0;
}

/** The words of the other name nearest to each of `own`; the start and end of the name do not count. */
function neighbours(words: readonly string[], own: readonly string[], other: readonly string[]) {
  const places = [...words.keys()].filter((at) => own.includes(words[at] ?? ''));
  const nearest = (side: readonly string[]) => side.find((word) => other.includes(word)) ?? [];
  return {
    before: new Set(places.flatMap((at) => nearest(words.slice(0, at).reverse()))),
    after: new Set(places.flatMap((at) => nearest(words.slice(at + 1)))),
  };
}
