/*
 * Matching: are two descriptions the same product?
 *
 *   product-text → (token-alignment, similarity, variant-words) → pair-features → boosted-trees with learned-weights
 *   compare-products   a pair of descriptions: evidence (GTIN), guards (variant-conflict: pack and
 *                      storage; variant-rules: size, colour, for whom, generation), then the learned
 *                      probability, or for goods without brand and model the rules of shelf-goods
 *   identity           the keys under which an offer's product is stored and found again
 *   choose-product     which of the stored products an offer belongs to, with the proof
 */

import { readGtin } from '../../extract/gtin.ts';
import { variantConflict } from '../identity/variant-conflict.ts';
import { learnedWeights, probability } from './learned-weights.ts';
import { pairFeatures } from './pair-features.ts';
import { type ProductDescription, productText } from './product-text.ts';
import { areShelfGoods, compareShelfGoods } from './shelf-goods.ts';
import { statedDifference } from './variant-rules.ts';

export interface Comparison {
  same: boolean;
  /** How sure the answer is, 0.5–1, whichever way it goes. */
  confidence: number;
  /** What speaks for the answer, the strongest first, in words for shoppers and operators. */
  because: string[];
}

/** Confidence of an answer that rests on a GTIN, and of one that rests on a stated difference. */
const SURE = 0.99;
const RULED_OUT = 0.95;
const STATED_OTHERWISE = 0.9;

/** Whether two descriptions name the same product, pack and variant. Pure, symmetric, never throws. */
export function compareProducts(left: ProductDescription, right: ProductDescription): Comparison {
  const gtins = [left.gtin, right.gtin].map((gtin) => readGtin(gtin)?.padStart(14, '0') ?? null);
  if (gtins[0] && gtins[0] === gtins[1]) {
    return { same: true, confidence: SURE, because: [`same GTIN ${gtins[0]}`] };
  }
  const conflict = variantConflict(left, right);
  if (conflict) return { same: false, confidence: RULED_OUT, because: [conflict] };
  const differentGtins = gtins[0] !== null && gtins[1] !== null;
  if (differentGtins) return { same: false, confidence: RULED_OUT, because: ['different GTINs'] };
  const [first, second] = inOneOrder(left, right);
  return areShelfGoods(first, second) ? compareShelfGoods(first, second) : judge(first, second);
}

/** Misspelt words pair up in the order they are met, so both ways round must be compared in the same order. */
function inOneOrder(
  left: ProductDescription,
  right: ProductDescription,
): [ProductDescription, ProductDescription] {
  const byName =
    compareTexts(left.name, right.name) ||
    compareTexts(JSON.stringify(left), JSON.stringify(right));
  return byName <= 0 ? [left, right] : [right, left];
}

function judge(left: ProductDescription, right: ProductDescription): Comparison {
  const texts = [productText(left), productText(right)] as const;
  const difference = statedDifference(...texts);
  if (difference) return { same: false, confidence: STATED_OTHERWISE, because: [difference] };
  const weights = learnedWeights();
  const features = pairFeatures(...texts, {
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
    because: same ? reasonsFor(features) : reasonsAgainst(features),
  };
}

function reasonsFor(features: Record<string, number>): string[] {
  const {
    codesShared = 0,
    codeInOther = 0,
    modelEqual = -1,
    alignedDice = 0,
    priceRatio = -1,
    brandLikeness = -1,
  } = features;
  return [
    ...(modelEqual === 1
      ? ['same model number']
      : codesShared > 0
        ? ['a model number in common']
        : []),
    ...(codesShared === 0 && codeInOther > 0 ? ["one's model number is in the other's name"] : []),
    `${Math.round(alignedDice * 100)}% of the words agree`,
    ...(brandLikeness > 0.9 ? ['same brand'] : []),
    ...(priceRatio > 0.8 ? ['prices are close'] : []),
  ];
}

function reasonsAgainst(features: Record<string, number>): string[] {
  const {
    codesJaccard = -1,
    measuresConflicting = 0,
    brandLikeness = -1,
    colours = -1,
    alignedDice = 0,
    priceRatio = -1,
  } = features;
  return [
    ...(codesJaccard === 0 ? ['different model numbers'] : []),
    ...(measuresConflicting > 0 ? ['different sizes or capacities'] : []),
    ...(colours === 0 ? ['different colours'] : []),
    ...(brandLikeness >= 0 && brandLikeness < 0.7 ? ['different brands'] : []),
    `only ${Math.round(alignedDice * 100)}% of the words agree`,
    ...(priceRatio >= 0 && priceRatio < 0.5 ? ['prices are far apart'] : []),
  ];
}

/** By code unit: a locale calls some different texts equal. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
