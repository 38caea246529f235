import { commonStart } from '#domain/text/common-start.ts';
import { type LearnedWeights, probability } from './learned-weights.ts';
import { modelNumber } from './model-numbers.ts';
import { isPlain, type Pair, PRICE_RATIO, priceRatio } from './pair.ts';
import { pairFeatures } from './pair-features.ts';
import { SUFFIXES } from './vocabulary.ts';

/** Most words that two variants exchange in one place. */
const EXCHANGED_WORDS = 3;

/**
 * True where likeness of words proves nothing: the names begin with two makers and state two model numbers, or they are equal but for a few
 * words in one place, without a number or a price that says which.
 */
export function isUnproven({ left, right }: Pair): boolean {
  const [a, b] = [left.words, right.words];
  const isOtherMaker = !a.includes(b[0] ?? '') && !b.includes(a[0] ?? '');
  if (left.codes.size > 0 && right.codes.size > 0)
    return isOtherMaker && modelNumber(left, right) !== null;
  if (left.codes.size + right.codes.size > 0 || left.goods.price || right.goods.price) return false;
  const start = commonStart(a, b);
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse());
  return start >= 2 && Math.max(a.length, b.length) - start - end <= EXCHANGED_WORDS;
}

/**
 * Least probability for the learned model where names and prices are all there is; the prices must be equal too. Below it, half of its
 * matches are wrong.
 */
const LEARNED_FROM = 0.85;

/** Least words of its own on each side, and most shared ones, of two titles of one series. */
const TITLE_WORDS = 2;

/** True for titles that begin alike, without a figure: 'Legend of Zelda: Tears of the Kingdom', 'Legend of Zelda: Breath of the Wild'. */
function areTitlesApart({ left, right, shared, leftOver, rightOver }: Pair): boolean {
  const hasFigure = [...left.words, ...right.words].some((word) => /\d/.test(word));
  const areOwn = [leftOver, rightOver].every(
    ({ unknown, telling }) => unknown.length + telling.length >= TITLE_WORDS,
  );
  return !hasFigure && areOwn && shared.length <= TITLE_WORDS;
}

/** True when only one name says 'Pro', 'Max' or the like: 'GeForce RTX 3060 Gaming OC' and 'Gaming OC Pro'. */
const isOtherEdition = ({ leftOver, rightOver }: Pair): boolean =>
  [leftOver, rightOver].some(({ unknown, telling }) =>
    [...unknown, ...telling].some((word) => SUFFIXES.has(word)),
  );

const STEEL = 'stainlesssteel';

/** True when one name states a colour and the other stainless steel: 'Toaster (Matte Black)', 'Toaster Stainless Steel'. */
const isOtherFinish = ({ left, right }: Pair): boolean =>
  left.words.includes(STEEL) !== right.words.includes(STEEL) &&
  [left, right].some(({ words, colours }) => !words.includes(STEEL) && colours.size > 0) &&
  [left, right].some(({ colours }) => colours.size === 0);

/** The learned model's answer with its reasons. Confidence 0.5–1. */
export function learnedVerdict(
  pair: Pair,
  weights: LearnedWeights,
): { same: boolean; confidence: number; because: string[] } {
  const { left, right } = pair;
  const features = pairFeatures(left, right, {
    weightOf: (token) => weights.rarity.get(token) ?? weights.unknownWeight,
    leftoverOf: (token) => weights.leftOver.get(token) ?? 0,
  });
  const values = weights.model.features.map((name) => features[name] ?? 0);
  const chance = probability(weights.model, values);
  const ratio = priceRatio(pair);
  const isBacked =
    ratio === null ? !areTitlesApart(pair) : chance >= LEARNED_FROM && ratio >= PRICE_RATIO.equal;
  const isSure = !isPlain(pair) || (isBacked && !isOtherEdition(pair) && !isOtherFinish(pair));
  const same = chance >= weights.sameFrom && isSure;
  // Rescaled so that the threshold maps to a confidence of one half.
  const distance = same
    ? (chance - weights.sameFrom) / (1 - weights.sameFrom)
    : Math.max(0, 1 - chance / weights.sameFrom);
  return {
    same,
    confidence: Math.round((0.5 + distance / 2) * 1000) / 1000,
    because: reasons(features, same),
  };
}

/** Reasons for a match: [feature, least value, text]. */
const FOR = [
  ['modelEqual', 1, 'same model number'],
  ['codesShared', 1, 'a model number in common'],
  ['brandLikeness', 0.9, 'same brand'],
  ['priceRatio', 0.8, 'prices are close'],
] as const;
/** Reasons against a match: [feature, highest value, text]. */
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
