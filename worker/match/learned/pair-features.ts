import { audienceOf, colourOf, isEdition } from '../identity/variant-words.ts';
import { codeFeatures } from './code-features.ts';
import type { ProductText } from './product-text.ts';
import { jaccard, jaroWinkler, sharedCount, trigrams } from './similarity.ts';
import { type Alignment, alignTokens, type TokenWeight } from './token-alignment.ts';

/** Learned knowledge of words that the features draw on. */
export interface WordKnowledge {
  /** Rarity of a token (inverse document frequency). */
  weightOf: TokenWeight;
  /** Log-odds that a word left over on one side tells two products apart (negative) or not. */
  leftoverOf: TokenWeight;
}

const MISSING = -1;
const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

/** The features of a pair by name: each 0–1, a count, or −1 where a side does not state it. Symmetric in its two sides. */
export function pairFeatures(
  left: ProductText,
  right: ProductText,
  words: WordKnowledge,
): Record<string, number> {
  const aligned = alignTokens(left.tokens, right.tokens, words.weightOf);
  return {
    ...titleFeatures(left, right, aligned),
    ...leftoverFeatures(aligned, words),
    ...codeFeatures(left, right, words.weightOf),
    ...numberFeatures(left, right),
    ...variantFeatures(left, right, aligned),
    ...otherFeatures(left, right, words.weightOf),
  };
}

function titleFeatures(
  left: ProductText,
  right: ProductText,
  aligned: Alignment,
): Record<string, number> {
  const leftTokens = new Set(left.tokens);
  const rightTokens = new Set(right.tokens);
  const leftWeight = aligned.leftWeight;
  const rightWeight = aligned.rightWeight;
  const smaller = Math.min(leftWeight, rightWeight);
  return {
    tokenJaccard: jaccard(leftTokens, rightTokens),
    tokenOverlap: ratio(
      sharedCount(leftTokens, rightTokens),
      Math.min(leftTokens.size, rightTokens.size),
    ),
    alignedDice: ratio(2 * aligned.sharedWeight, leftWeight + rightWeight),
    alignedOverlap: ratio(aligned.sharedWeight, smaller),
    alignedLonger: ratio(aligned.sharedWeight, Math.max(leftWeight, rightWeight)),
    cosine: ratio(aligned.sharedSquares, Math.sqrt(aligned.leftSquares * aligned.rightSquares)),
    rarestShared: aligned.rarestShared,
    sharedTokens: aligned.sharedTokens,
    trigramJaccard: jaccard(trigrams(left.squashed), trigrams(right.squashed)),
    fewerTokens: Math.min(leftTokens.size, rightTokens.size),
    lengthRatio: ratio(smaller, Math.max(leftWeight, rightWeight)),
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
  let agreeing = 0;
  let conflicting = 0;
  for (const [unit, values] of left.measures) {
    const others = right.measures.get(unit);
    if (!others) continue;
    if (sharedCount(values, others) > 0) agreeing += 1;
    else conflicting += 1;
  }
  const bothNumbers = left.numbers.size > 0 && right.numbers.size > 0;
  const all = (text: ProductText) =>
    new Set([...text.numbers, ...[...text.measures.values()].flatMap((v) => [...v])]);
  const leftAll = all(left);
  const rightAll = all(right);
  const shared = sharedCount(leftAll, rightAll);
  return {
    measuresAgreeing: agreeing,
    measuresConflicting: conflicting,
    numbersJaccard: bothNumbers ? jaccard(left.numbers, right.numbers) : MISSING,
    allNumbersJaccard: leftAll.size > 0 && rightAll.size > 0 ? jaccard(leftAll, rightAll) : MISSING,
    numbersLess: Math.min(leftAll.size, rightAll.size) - shared,
    numbersMore: Math.max(leftAll.size, rightAll.size) - shared,
  };
}

function variantFeatures(
  left: ProductText,
  right: ProductText,
  aligned: Alignment,
): Record<string, number> {
  const colours = [left, right].map((text) => named(text.tokens, colourOf));
  const audiences = [left, right].map((text) => named(text.tokens, audienceOf));
  return {
    colours: agreement(colours[0], colours[1]),
    audiences: agreement(audiences[0], audiences[1]),
    editionsLeftOver: [...aligned.leftOver, ...aligned.rightOver].filter(isEdition).length,
  };
}

function named(tokens: readonly string[], nameOf: (token: string) => string | null): Set<string> {
  return new Set(tokens.map(nameOf).filter((name) => name !== null));
}

/** Jaccard of what both sides name; −1 when one side names nothing. */
function agreement(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  return a.size > 0 && b.size > 0 ? jaccard(a, b) : MISSING;
}

function otherFeatures(
  left: ProductText,
  right: ProductText,
  weightOf: TokenWeight,
): Record<string, number> {
  const bothBrands = left.brand.length > 0 && right.brand.length > 0;
  const bothPrices = left.price !== null && right.price !== null;
  const leftAll = new Set([...left.tokens, ...left.description]);
  const rightAll = new Set([...right.tokens, ...right.description]);
  const described = left.description.size > 0 || right.description.size > 0;
  return {
    brandLikeness: bothBrands ? brandLikeness(left.brand, right.brand) : MISSING,
    brandInTitle: brandInTitle(left, right),
    priceRatio: bothPrices
      ? Math.min(left.price ?? 0, right.price ?? 0) / Math.max(left.price ?? 1, right.price ?? 1)
      : MISSING,
    categoryJaccard:
      left.category.length && right.category.length
        ? jaccard(new Set(left.category), new Set(right.category))
        : MISSING,
    describedCosine: described ? weightedCosine(leftAll, rightAll, weightOf) : MISSING,
    titleInDescription: described
      ? Math.max(
          contained(left.tokens, rightAll, weightOf),
          contained(right.tokens, leftAll, weightOf),
        )
      : MISSING,
    titleInDescriptionLess: described
      ? Math.min(
          contained(left.tokens, rightAll, weightOf),
          contained(right.tokens, leftAll, weightOf),
        )
      : MISSING,
  };
}

function brandLikeness(a: readonly string[], b: readonly string[]): number {
  const shared = jaccard(new Set(a), new Set(b));
  return Math.max(shared, jaroWinkler(a.join(''), b.join('')));
}

/** Share of the one stated brand that the other side's name holds; −1 when no side states a brand. */
function brandInTitle(left: ProductText, right: ProductText): number {
  const shares = [
    left.brand.length > 0
      ? ratio(left.brand.filter((token) => right.tokens.includes(token)).length, left.brand.length)
      : null,
    right.brand.length > 0
      ? ratio(right.brand.filter((token) => left.tokens.includes(token)).length, right.brand.length)
      : null,
  ].filter((share) => share !== null);
  return shares.length > 0 ? Math.max(...shares) : MISSING;
}

function weightedCosine(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weightOf: TokenWeight,
): number {
  const square = (set: ReadonlySet<string>) => sum([...set].map((token) => weightOf(token) ** 2));
  const shared = sum([...a].filter((token) => b.has(token)).map((token) => weightOf(token) ** 2));
  return ratio(shared, Math.sqrt(square(a) * square(b)));
}

function contained(
  tokens: readonly string[],
  within: ReadonlySet<string>,
  weightOf: TokenWeight,
): number {
  return ratio(
    sum(tokens.filter((token) => within.has(token)).map(weightOf)),
    sum(tokens.map(weightOf)),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
