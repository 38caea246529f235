import type { ProductText } from './product-text.ts';
import { commonRun, jaccard, jaroWinkler, sharedCount } from './similarity.ts';

const MISSING = -1;

/** How the model numbers and part codes of two products agree; −1 where a side has none. */
export function codeFeatures(
  left: ProductText,
  right: ProductText,
  weightOf: (code: string) => number,
  [leftDescription, rightDescription]: readonly [ReadonlySet<string>, ReadonlySet<string>],
): Record<string, number> {
  const both = left.codeParts.size > 0 && right.codeParts.size > 0;
  const shared = [...left.codeParts].filter((code) => right.codeParts.has(code));
  const models = [left, right].map(({ model }) => new Set(model ? [model] : []));
  const [leftModel = new Set<string>(), rightModel = new Set<string>()] = models;
  const bothModels = leftModel.size > 0 && rightModel.size > 0;
  return {
    codesShared: shared.length,
    codesSharedLength: Math.max(0, ...shared.map((code) => code.length)),
    codesSharedWeight: Math.max(0, ...shared.map(weightOf)),
    codesJaccard: both ? jaccard(left.codeParts, right.codeParts) : MISSING,
    codeRun: both ? bestPair(left.codeParts, right.codeParts, commonRun) : MISSING,
    codeLikeness: both ? bestPair(left.codeParts, right.codeParts, jaroWinkler) : MISSING,
    codePrefix: both ? bestPair(left.codeParts, right.codeParts, prefixShare) : MISSING,
    codeInOther: Math.max(
      codeWithin(left.codeParts, right.squashed),
      codeWithin(right.codeParts, left.squashed),
    ),
    codeInDescription: Math.max(
      sharedCount(left.codeParts, rightDescription),
      sharedCount(right.codeParts, leftDescription),
    ),
    modelRun: bothModels ? bestPair(leftModel, rightModel, commonRun) : MISSING,
    modelEqual: bothModels ? sharedCount(leftModel, rightModel) : MISSING,
    modelInTitle: Math.max(
      codeWithin(leftModel, right.squashed),
      codeWithin(rightModel, left.squashed),
    ),
    codesLess: Math.min(left.codeParts.size, right.codeParts.size),
    codesMore: Math.max(left.codeParts.size, right.codeParts.size),
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
