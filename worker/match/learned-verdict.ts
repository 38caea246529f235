import { type LearnedWeights, probability } from './learned-weights.ts';
import type { Pair } from './pair.ts';
import { pairFeatures } from './pair-features.ts';

/** What the learned weights say of a pair, with the features that speak for it. Confidence 0.5–1. */
export function learnedVerdict(
  { left, right }: Pair,
  weights: LearnedWeights,
): { same: boolean; confidence: number; because: string[] } {
  const features = pairFeatures(left, right, {
    weightOf: (token) => weights.rarity.get(token) ?? weights.unknownWeight,
    leftoverOf: (token) => weights.leftOver.get(token) ?? 0,
  });
  const values = weights.model.features.map((name) => features[name] ?? 0);
  const chance = probability(weights.model, values);
  const same = chance >= weights.sameFrom;
  // Rescaled, so that the threshold itself is a confidence of one half.
  const distance = same
    ? (chance - weights.sameFrom) / (1 - weights.sameFrom)
    : 1 - chance / weights.sameFrom;
  return {
    same,
    confidence: Math.round((0.5 + distance / 2) * 1000) / 1000,
    because: reasons(features, same),
  };
}

/** What a feature says for the answer, in words: [feature, least value, text]. */
const FOR = [
  ['modelEqual', 1, 'same model number'],
  ['codesShared', 1, 'a model number in common'],
  ['brandLikeness', 0.9, 'same brand'],
  ['priceRatio', 0.8, 'prices are close'],
] as const;
/** [feature, most value, text]. */
const AGAINST = [
  ['codesJaccard', 0, 'different model numbers'],
  ['brandLikeness', 0.7, 'different brands'],
  ['priceRatio', 0.5, 'prices are far apart'],
] as const;

function reasons(features: Record<string, number>, same: boolean): string[] {
  const of = (name: string) => features[name] ?? -1;
  const agreeing = `${Math.round(of('alignedDice') * 100)}% of the words agree`;
  const found = same
    ? FOR.filter(([name, least]) => of(name) >= least)
    : AGAINST.filter(([name, most]) => of(name) >= 0 && of(name) <= most);
  return [...found.map(([, , text]) => text), same ? agreeing : `only ${agreeing}`];
}
