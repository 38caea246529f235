import type { ProductText } from './product-text.ts';
import { commonRun, jaccard, jaroWinkler, sharedCount } from './similarity.ts';
import type { TokenWeight } from './token-alignment.ts';

const MISSING = -1;

/** How the model numbers and part codes of two products agree; −1 where a side has none. */
export function codeFeatures(
  left: ProductText,
  right: ProductText,
  weightOf: TokenWeight,
): Record<string, number> {
  const both = left.codes.size > 0 && right.codes.size > 0;
  const shared = [...left.codes].filter((code) => right.codes.has(code));
  const models = left.modelCodes.size > 0 && right.modelCodes.size > 0;
  return {
    codesShared: shared.length,
    codesSharedLength: Math.max(0, ...shared.map((code) => code.length)),
    codesSharedWeight: Math.max(0, ...shared.map(weightOf)),
    codesJaccard: both ? jaccard(left.codes, right.codes) : MISSING,
    codeRun: both ? bestPair(left.codes, right.codes, commonRun) : MISSING,
    codeLikeness: both ? bestPair(left.codes, right.codes, jaroWinkler) : MISSING,
    codePrefix: both ? bestPair(left.codes, right.codes, prefixShare) : MISSING,
    codeInOther: Math.max(
      codeWithin(left.codes, right.squashed),
      codeWithin(right.codes, left.squashed),
    ),
    codeInDescription: Math.max(
      sharedCount(left.codes, right.description),
      sharedCount(right.codes, left.description),
    ),
    modelRun: models ? bestPair(left.modelCodes, right.modelCodes, commonRun) : MISSING,
    modelEqual: models ? Number(sharedCount(left.modelCodes, right.modelCodes) > 0) : MISSING,
    modelInTitle: Math.max(
      codeWithin(left.modelCodes, right.squashed),
      codeWithin(right.modelCodes, left.squashed),
    ),
    codesLess: Math.min(left.codes.size, right.codes.size),
    codesMore: Math.max(left.codes.size, right.codes.size),
  };
}

function bestPair(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  like: (x: string, y: string) => number,
): number {
  let best = 0;
  for (const x of a) for (const y of b) best = Math.max(best, like(x, y));
  return best;
}

function prefixShare(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length / Math.max(a.length, b.length);
}

/** Length of the longest code of one side that the other side's name contains, 0 when none of 4 or more characters. */
function codeWithin(codes: ReadonlySet<string>, squashed: string): number {
  let longest = 0;
  for (const code of codes) {
    if (code.length >= 4 && code.length > longest && squashed.includes(code)) longest = code.length;
  }
  return longest;
}
