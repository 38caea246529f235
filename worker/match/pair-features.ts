import { commonStart } from '#domain/text/common-start.ts';
import { comparableText, type ProductText, wordsIn } from './product-text.ts';
import { commonRun, jaccard, jaroWinkler, sharedCount, trigrams } from './similarity.ts';
import { type Alignment, alignTokens, LIKELY_SPELLING } from './token-alignment.ts';
import { EDITIONS, spelled } from './vocabulary.ts';

export type WordFigure = (word: string) => number;

/** Learned word statistics for the features. */
interface WordKnowledge {
  /** Rarity of a token (inverse document frequency). */
  weightOf: WordFigure;
  /** Log-odds effect of a word that only one side has (negative: different products). */
  leftoverOf: WordFigure;
}

const MISSING = -1;
const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The named features of a pair: each 0–1, a count, or −1 when a side lacks the value. Symmetric. */
export function pairFeatures(
  left: ProductText,
  right: ProductText,
  words: WordKnowledge,
): Record<string, number> {
  const aligned = alignTokens(left.tokens, right.tokens, LIKELY_SPELLING);
  const descriptions = [further(left.goods.description), further(right.goods.description)] as const;
  return {
    ...titleFeatures(left, right, aligned, words.weightOf),
    ...leftoverFeatures(aligned, words),
    ...codeFeatures(left, right, words.weightOf, descriptions),
    ...numberFeatures(left, right),
    ...otherFeatures(left, right, words.weightOf, descriptions),
    colours: agreement(left.colours, right.colours),
    audiences: agreement(left.audiences, right.audiences),
    editionsLeftOver: [...aligned.leftOver, ...aligned.rightOver].filter((word) =>
      EDITIONS.has(word),
    ).length,
  };
}

function titleFeatures(
  left: ProductText,
  right: ProductText,
  { shared }: Alignment,
  weightOf: WordFigure,
): Record<string, number> {
  const [leftTokens, rightTokens] = [new Set(left.tokens), new Set(right.tokens)];
  const weights = shared.map(weightOf);
  const squares = (values: readonly number[]) => sum(values.map((value) => value ** 2));
  const [leftWeights, rightWeights] = [
    [...leftTokens].map(weightOf),
    [...rightTokens].map(weightOf),
  ];
  const [a, b] = [sum(leftWeights), sum(rightWeights)];
  return {
    tokenJaccard: jaccard(leftTokens, rightTokens),
    tokenOverlap: ratio(
      sharedCount(leftTokens, rightTokens),
      Math.min(leftTokens.size, rightTokens.size),
    ),
    alignedDice: ratio(2 * sum(weights), a + b),
    alignedOverlap: ratio(sum(weights), Math.min(a, b)),
    alignedLonger: ratio(sum(weights), Math.max(a, b)),
    cosine: ratio(squares(weights), Math.sqrt(squares(leftWeights) * squares(rightWeights))),
    rarestShared: Math.max(0, ...weights),
    sharedTokens: shared.length,
    trigramJaccard: jaccard(trigrams(left.squashed), trigrams(right.squashed)),
    fewerTokens: Math.min(leftTokens.size, rightTokens.size),
    lengthRatio: ratio(Math.min(a, b), Math.max(a, b)),
    firstTokens: jaroWinkler(left.tokens[0] ?? '', right.tokens[0] ?? ''),
  };
}

function leftoverFeatures(aligned: Alignment, words: WordKnowledge): Record<string, number> {
  const sides = [aligned.leftOver, aligned.rightOver].map((tokens) => ({
    weight: sum(tokens.map(words.weightOf)),
    rarest: Math.max(0, ...tokens.map(words.weightOf)),
    telling: sum(tokens.map(words.leftoverOf)),
    worst: Math.min(0, ...tokens.map(words.leftoverOf)),
    count: tokens.length,
    letters: tokens.filter((token) => !/\d/.test(token)).length,
  }));
  const of = (pick: (side: (typeof sides)[number]) => number) => sides.map(pick);
  return {
    leftoverWeightLess: Math.min(...of((side) => side.weight)),
    leftoverWeightMore: Math.max(...of((side) => side.weight)),
    leftoverRarestLess: Math.min(...of((side) => side.rarest)),
    leftoverRarestMore: Math.max(...of((side) => side.rarest)),
    leftoverTelling: sum(of((side) => side.telling)),
    leftoverTellingLess: Math.min(...of((side) => side.telling)),
    leftoverWorst: Math.min(...of((side) => side.worst)),
    leftoverCountLess: Math.min(...of((side) => side.count)),
    leftoverLettersLess: Math.min(...of((side) => side.letters)),
    leftoverLettersMore: Math.max(...of((side) => side.letters)),
  };
}

function numberFeatures(left: ProductText, right: ProductText): Record<string, number> {
  const units = [...left.measures].flatMap(([unit, values]) => {
    const others = right.measures.get(unit);
    return others ? [[...values].some((value) => others.has(value))] : [];
  });
  const all = ({ numbers, measures }: ProductText) =>
    new Set([...numbers, ...[...measures.values()].flatMap((values) => [...values].map(String))]);
  const [a, b] = [all(left), all(right)];
  const shared = sharedCount(a, b);
  return {
    measuresAgreeing: units.filter((agrees) => agrees).length,
    measuresConflicting: units.filter((agrees) => !agrees).length,
    numbersJaccard: agreement(left.numbers, right.numbers),
    allNumbersJaccard: agreement(a, b),
    numbersLess: Math.min(a.size, b.size) - shared,
    numbersMore: Math.max(a.size, b.size) - shared,
  };
}

/** Jaccard similarity; −1 when one side is empty. */
function agreement(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size > 0 && b.size > 0 ? jaccard(a, b) : MISSING;
}

function otherFeatures(
  left: ProductText,
  right: ProductText,
  weightOf: WordFigure,
  descriptions: readonly [ReadonlySet<string>, ReadonlySet<string>],
): Record<string, number> {
  const [a, b] = [left.goods.price ?? 0, right.goods.price ?? 0];
  const isDescribed = Boolean(left.goods.description || right.goods.description);
  const leftAll = new Set([...left.tokens, ...descriptions[0]]);
  const rightAll = new Set([...right.tokens, ...descriptions[1]]);
  const within = isDescribed
    ? [share(left.tokens, rightAll, weightOf), share(right.tokens, leftAll, weightOf)]
    : [MISSING, MISSING];
  return {
    brandLikeness: brandLikeness(left.brand, right.brand),
    brandInTitle: Math.max(brandInTitle(left, right), brandInTitle(right, left)),
    priceRatio: a > 0 && b > 0 ? Math.min(a, b) / Math.max(a, b) : MISSING,
    categoryJaccard: agreement(further(left.goods.category), further(right.goods.category)),
    describedCosine: isDescribed ? cosine(leftAll, rightAll, weightOf) : MISSING,
    titleInDescription: Math.max(...within),
    titleInDescriptionLess: Math.min(...within),
  };
}

/** The words of a further text, spelled as in names. */
function further(text: string | null | undefined): Set<string> {
  return new Set(text ? wordsIn(spelled(comparableText(text))) : []);
}

function brandLikeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return MISSING;
  return Math.max(jaccard(new Set(a), new Set(b)), jaroWinkler(a.join(''), b.join('')));
}

/** Share of the stated brand found in the other name; −1 without a brand. */
function brandInTitle({ brand }: ProductText, { tokens }: ProductText): number {
  return brand.length > 0
    ? brand.filter((token) => tokens.includes(token)).length / brand.length
    : MISSING;
}

function cosine(a: ReadonlySet<string>, b: ReadonlySet<string>, weightOf: WordFigure): number {
  const squares = (words: readonly string[]) => sum(words.map((word) => weightOf(word) ** 2));
  const shared = squares([...a].filter((word) => b.has(word)));
  return ratio(shared, Math.sqrt(squares([...a]) * squares([...b])));
}

function share(
  words: readonly string[],
  within: ReadonlySet<string>,
  weightOf: WordFigure,
): number {
  return ratio(
    sum(words.filter((word) => within.has(word)).map(weightOf)),
    sum(words.map(weightOf)),
  );
}

/** Agreement of model numbers and part codes; −1 when a side has none. */
function codeFeatures(
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

const prefixShare = (a: string, b: string): number =>
  commonStart(a, b) / Math.max(a.length, b.length);

/** Length of the longest code that the other name contains; 0 when none has 4 or more characters. */
function codeWithin(codes: ReadonlySet<string>, squashed: string): number {
  let longest = 0;
  for (const code of codes) {
    if (code.length >= 4 && code.length > longest && squashed.includes(code)) longest = code.length;
  }
  return longest;
}
