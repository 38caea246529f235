import { remembered } from '#domain/remembered.ts';
import { jaroWinkler } from './similarity.ts';

/** The shared and extra tokens of two names. */
export interface Alignment {
  /** Shared tokens; the shorter of two spellings. */
  shared: string[];
  leftOver: string[];
  rightOver: string[];
}

/** Whether two different words are spellings of one. */
export type SpellingRule = (a: string, b: string) => boolean;

/** Aligns equal tokens, then split words ('back pack', 'backpack'), then spellings; each token once. */
export function alignTokens(
  leftTokens: readonly string[],
  rightTokens: readonly string[],
  isSpelling: SpellingRule,
): Alignment {
  const left = new Set(leftTokens);
  const right = new Set(rightTokens);
  const shared = [...left].filter((token) => right.has(token));
  const leftOver = new Set([...left].filter((token) => !right.has(token)));
  const rightOver = new Set([...right].filter((token) => !left.has(token)));
  if (leftOver.size > 0 && rightOver.size > 0) {
    shared.push(...joinSplit(leftTokens, leftOver, rightOver));
    shared.push(...joinSplit(rightTokens, rightOver, leftOver));
    shared.push(...pairSpellings(leftOver, rightOver, isSpelling));
  }
  return { shared, leftOver: [...leftOver], rightOver: [...rightOver] };
}

/** Finds tokens of `whole` that two or three neighbouring `tokens` spell out, and removes both from the extra words. */
function joinSplit(tokens: readonly string[], over: Set<string>, whole: Set<string>): string[] {
  const found: string[] = [];
  for (const index of tokens.keys()) {
    for (const length of [3, 2]) {
      const parts = tokens.slice(index, index + length);
      if (parts.length < length || !parts.some((part) => over.has(part))) continue;
      const spelt = joinedSpellings(parts, over);
      const [joined = ''] = spelt;
      const hasFigure = /\d/.test(joined);
      const isSpelt = (each: string) =>
        spelt.includes(each) ||
        (!hasFigure && each[0] === joined[0] && !/\d/.test(each) && isSureSpelling(each, joined));
      const word = [...whole].find(isSpelt);
      if (word === undefined) continue;
      whole.delete(word);
      for (const part of parts) over.delete(part);
      found.push(word);
    }
  }
  return found;
}

/** 'white silver' as 'whitesilver' and 'white-silver', 'bud 3' as 'buds3', 'active noise cancellation' as 'anc', '4 person' as '4p'. */
function joinedSpellings(parts: readonly string[], over: ReadonlySet<string>): string[] {
  const [first = '', second = ''] = parts;
  const isInitialed = parts.every((part) => over.has(part) && /^[a-z]{2}/.test(part));
  return [
    ...[parts.join(''), parts.join('-'), parts.join('s')],
    ...(isInitialed ? [parts.map(([initial]) => initial).join('')] : []),
    ...(/^\d{1,2}$/.test(first) && parts.length === 2 ? [`${first}${second[0]}`] : []),
  ];
}

const isSureSpelling: SpellingRule = (a, b) => SAME_STEM(a, b) || SURE_SPELLING(a, b);

/** Least letters of an abbreviation, and least letters that it omits. */
const ABBREVIATION = { letters: 4, omitted: 3 };

/** Endings of words that shops cut off. A compound is another word: 'water' and 'watercolour'. */
const CUT_OFF = /(?:ion(?:er)?|ment|[ae]n(?:ce|t)|i(?:ve|ng|ty|c|al)|ous|is(?:er|ed))$/;

/** A word that a shop cuts off behind a consonant: 'prot' for 'protection'. */
export const ABBREVIATED: SpellingRule = (a, b) => {
  const [short = '', long = ''] = [a, b].sort((one, other) => one.length - other.length);
  return (
    short.length >= ABBREVIATION.letters &&
    long.length >= short.length + ABBREVIATION.omitted &&
    /[^aeiouy]$/.test(short) &&
    long.startsWith(short) &&
    CUT_OFF.test(long)
  );
};

function pairSpellings(left: Set<string>, right: Set<string>, isSpelling: SpellingRule): string[] {
  const found: string[] = [];
  for (const token of left) {
    if (/\d/.test(token) || token.length < 3) continue;
    const other = [...right].find(
      (word) => !/\d/.test(word) && word.length >= 3 && isSpelling(token, word),
    );
    if (other === undefined) continue;
    left.delete(token);
    right.delete(other);
    found.push(token.length < other.length ? token : other);
  }
  return found;
}

/** Loose: words with a common start, or nearly equal. Only for scores, which weigh mistakes. */
export const LIKELY_SPELLING: SpellingRule = (a, b) => {
  const shorter = Math.min(a.length, b.length);
  if (shorter >= 4 && (a.startsWith(b) || b.startsWith(a)) && Math.abs(a.length - b.length) <= 3)
    return true;
  return shorter >= 5 && jaroWinkler(a, b) >= 0.92;
};

/**
 * Equal stems of four or more letters: 'cleansing' and 'cleanser', 'spinning' and 'spin', 'sulphate' and 'sulfate', but not 'paint' and
 * 'painter'.
 */
export const SAME_STEM: SpellingRule = (a, b) => {
  const stem = stemOf(a);
  return stem.length >= 4 && stem === stemOf(b) && !isDoerOf(a, b) && !isDoerOf(b, a);
};

const stemOf = remembered((word) =>
  word
    .replace(/(?:at(?:ion|ing|e)|ing|ion|ers?|ed|e)$/, '')
    .replace(/([gmnpt])\1$/, '$1')
    .replaceAll('ph', 'f'),
);

const isDoerOf = (doer: string, deed: string) =>
  /ers?$/.test(doer) && /^e?$/.test(deed.slice(stemOf(deed).length));

/** Strict: long words that differ in a letter or two. */
export const SURE_SPELLING: SpellingRule = (a, b) =>
  Math.min(a.length, b.length) >= 6 && a[0] === b[0] && jaroWinkler(a, b) >= 0.95;
