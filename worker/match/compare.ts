import { printedGtin } from '#domain/products/gtin.ts';
import { commonStart } from '#domain/text/common-start.ts';
import { type LearnedWeights, learnedWeights, probability } from './learned-weights.ts';
import { likelyModel, modelNumber, sameModel } from './model-numbers.ts';
import { hasContent, isWeighed, type Pair, PRICE_RATIO, pairOf, priceRatio } from './pair.ts';
import { pairFeatures } from './pair-features.ts';
import type { ProductText } from './product-text.ts';
import { sharedCount } from './similarity.ts';
import { isVariant } from './variants.ts';
import { vetoOf, vetoOfNames } from './vetoes.ts';
import { colourOf, EDITIONS, SUFFIXES } from './vocabulary.ts';
import { isDescribed } from './word-vetoes.ts';

/*
 * Matching decides whether two descriptions name the same product.
 *
 *   product-text     parses goods, with the vocabulary's spellings
 *   pair             aligns two names and sorts the extra words by meaning
 *   vetoes           lists stated differences that rule a pair out; word-vetoes has those of extra words
 *   model-numbers    finds the model number that both state, or how their numbers differ
 *   variants         tells extra words that make a variant from those that describe
 *   compare          weighs words, content and price; asks the learned model about free-text names
 *   pair-features    → learned-weights: the learned model
 *   match-keys       gives the keys that store and find a product
 *   choose-product   chooses an offer's product among stored ones, with the proof
 */

/** What two goods agree on: the proof stored with an offer. */
export type MatchMethod = 'gtin' | 'model' | 'title' | 'words' | 'learned';

/** Whether two descriptions name the same product, pack and variant. */
export interface Comparison {
  same: boolean;
  /** Null when the goods differ. */
  method: MatchMethod | null;
  /** Certainty of the answer, 0.5–1, for either answer. */
  confidence: number;
  /** Reasons for the answer, the strongest first, in words for shoppers and operators. */
  because: string[];
}

/** Confidence of a veto and of matches by number; a likely number never links. */
const CONFIDENCE = { ruledOut: 0.95, gtin: 0.99, model: 0.96, likely: 0.85 } as const;

/**
 * Compares two goods by vetoes, then the barcode, the model number, the words, a likely model number and, for free-text names, the learned
 * weights unless `weights` is null. Pure and symmetric; never throws.
 */
export function compareTexts(
  a: ProductText,
  b: ProductText,
  weights: LearnedWeights | null = learnedWeights(),
): Comparison {
  const pair = inOneOrder(a, b);
  const gtin = a.gtin === b.gtin ? a.gtin : null;
  const veto = vetoOf(pair, gtin ? 'always' : 'unless-gtin');
  if (veto) return ruledOut(veto);
  if (gtin) return byBarcode(pair, gtin);
  const model = sameModel(pair);
  if (model) return sure('model', `same brand and model number ${model}`);
  const differently = vetoOfNames(pair);
  if (isNamedByWords(pair)) {
    if (differently) return ruledOut(differently);
    const words = wordVerdict(pair);
    return { ...words, method: words.same ? 'words' : null };
  }
  const title = differently ? null : wordVerdict(pair);
  if (title?.same) return { ...title, method: 'title' };
  const likely = likelyModel(pair);
  if (likely)
    return { ...sure('model', `model number ${likely} in common`), confidence: CONFIDENCE.likely };
  if (!weights || (differently && isUnproven(pair)))
    return ruledOut(differently ?? 'too little in common');
  const learned = learnedVerdict(pair, weights);
  return { ...learned, method: learned.same ? 'learned' : null };
}

/** One barcode proves a match, unless the names share no word but a colour: shops print example codes, and others' by mistake. */
function byBarcode(pair: Pair, gtin: string): Comparison {
  const { left, right, shared } = pair;
  const hasWord =
    sharesCode(pair) ||
    shared.some((word) => colourOf(word) === null) ||
    left.brand.some((word) => [...right.brand, ...right.words].includes(word)) ||
    right.brand.some((word) => left.words.includes(word));
  return hasWord
    ? sure('gtin', `same barcode ${printedGtin(gtin)}`)
    : ruledOut('same barcode, but no word in common');
}

/** Most words that two variants exchange in one place. */
const EXCHANGED_WORDS = 3;

/**
 * True where likeness of words proves nothing: the names begin with two makers and state two model numbers, or they are equal but for a few
 * words in one place, without a number or a price that says which.
 */
function isUnproven({ left, right }: Pair): boolean {
  const [a, b] = [left.words, right.words];
  const isOtherMaker = !a.includes(b[0] ?? '') && !b.includes(a[0] ?? '');
  if (left.codes.size > 0 && right.codes.size > 0)
    return isOtherMaker && modelNumber(left, right) !== null;
  if (left.codes.size + right.codes.size > 0 || left.goods.price || right.goods.price) return false;
  const start = commonStart(a, b);
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse());
  return start >= 2 && Math.max(a.length, b.length) - start - end <= EXCHANGED_WORDS;
}

function ruledOut(veto: string): Comparison {
  return { same: false, method: null, confidence: CONFIDENCE.ruledOut, because: [veto] };
}

function sure(method: 'gtin' | 'model', reason: string): Comparison {
  return { same: true, method, confidence: CONFIDENCE[method], because: [reason] };
}

/** Alignment depends on the order of its inputs, so both directions use the same one. */
function inOneOrder(a: ProductText, b: ProductText): Pair {
  const isFirst =
    a.goods.name === b.goods.name
      ? JSON.stringify(a.goods) <= JSON.stringify(b.goods)
      : a.goods.name < b.goods.name;
  return isFirst ? pairOf(a, b) : pairOf(b, a);
}

/**
 * True for supermarket goods and toys, whose words decide alone: no model number, and a weight, a volume, a count on both sides, or only
 * a name and a price.
 */
function isNamedByWords(pair: Pair): boolean {
  const { left, right } = pair;
  if (left.codes.size > 0 || right.codes.size > 0) return false;
  if (isWeighed(left) || isWeighed(right) || (left.pack && right.pack)) return true;
  return isPlain(pair) && (left.goods.price ?? right.goods.price) != null;
}

/** True where both sides state no more than a name, a price and a quantity. */
function isPlain({ left, right }: Pair): boolean {
  return [left, right].every(
    ({ goods: { brand, model, description } }) => !brand && !model && !description,
  );
}

/** Least number of shared words, brand included, for two names with extra words. */
const SHARED_BESIDE_EXTRA = 2;
/** Least number of shared words for a link when one name omits the kind; a weight or volume counts as two, a count as one. */
const SHARED_BESIDE_KIND = 4;

/** Whether two names mean the same goods: all telling words agree, or content and price outweigh the extra words. */
function wordVerdict(pair: Pair) {
  const { leftOver, rightOver } = pair;
  const extra = [leftOver, rightOver].flatMap(({ unknown, telling }) => [...unknown, ...telling]);
  const differences = extra.length > 0 ? [`only one says "${extra.join(' ')}"`] : [];
  const isEnough =
    !isVariant(pair, extra) && (extra.length > 0 ? isMadeUpFor(pair, extra.length) : agrees(pair));
  if (!isEnough) {
    return {
      same: false,
      confidence: 0.7,
      because: differences.length > 0 ? differences : ['too little in common'],
    };
  }
  const confidence = isVague(pair) ? 0.85 : ([0.95, 0.8, 0.7][extra.length] ?? 0.5);
  return { same: true, confidence, because: [agreement(pair), ...differences] };
}

/** A shared model number outweighs a price gap: 'Pandemic (ZM7101)' for $41 and for $69. */
function sharesCode({ left, right }: Pair): boolean {
  return [...left.codes].some((code) => right.codes.has(code));
}

function agrees(pair: Pair): boolean {
  const { shared, left, right } = pair;
  // Numbers of which one extends the other ('M20x', 'M20xBT') may be two models.
  const isExtended = left.codes.size > 0 && right.codes.size > 0;
  const least = PRICE_RATIO[isExtended ? 'close' : 'alone'];
  const isPriced = sameContent(pair) || sharesCode(pair) || (priceRatio(pair) ?? 1) >= least;
  const isOneWord =
    sharedCount(left.kinds, right.kinds) > 0 && (priceRatio(pair) ?? 0) >= PRICE_RATIO.close;
  return (
    isPriced && (shared.length >= 2 || (shared.length === 1 && (sameContent(pair) || isOneWord)))
  );
}

/**
 * True when the evidence is too weak for a link: only one side states a content, or makes a claim at another price ('induction'), or few
 * words agree where a side omits the kind, or where both do and state a battery ('Makita 18V LXT Brushless').
 */
function isVague(pair: Pair): boolean {
  const { left, right, leftOver, rightOver, shared } = pair;
  if (
    hasContent(left) !== hasContent(right) &&
    !isCountSaid(left, right) &&
    !isCountSaid(right, left)
  )
    return true;
  const isPriced = (priceRatio(pair) ?? 1) >= PRICE_RATIO.close;
  if (leftOver.claims.length + rightOver.claims.length > 0 && !isPriced) return true;
  const isKnown = left.kinds.size > 0 && right.kinds.size > 0;
  const isOmitted = leftOver.kinds.length + rightOver.kinds.length > 0;
  if (isKnown || !(isOmitted || shared.some(isOfBattery))) return false;
  const names = shared.filter((word) => !EDITIONS.has(word) && !isOfBattery(word)).length;
  const content = isWeighed(left) && isWeighed(right) ? 2 : Number(sameContent(pair));
  return !isPriced || names + content < SHARED_BESIDE_KIND;
}

/** A battery's volts or ampere-hours, which tools of one series share: '18v', '2x5'. */
const isOfBattery = (word: string): boolean => /^[\dx.]+(?:v|ah)$|^\d+x[\d.]+$/.test(word);

/** True for 'Pack of 60' compared with '60 tablets'. */
function isCountSaid({ pack }: ProductText, { words }: ProductText): boolean {
  return pack?.unit === 'each' && words.some((word) => /^\d+/.exec(word)?.[0] === `${pack.total}`);
}

/** Whether price and shared words outweigh one extra word, or several: these count as a description if much else agrees. */
function isMadeUpFor(pair: Pair, extra: number): boolean {
  if (pair.shared.length < SHARED_BESIDE_EXTRA) return false;
  const ratio = priceRatio(pair);
  if (extra === 1) return (ratio ?? 1) >= PRICE_RATIO.close;
  return isDescribed(pair) || (sameContent(pair) && (ratio ?? 0) >= PRICE_RATIO.equal);
}

/** The reason for shoppers: "same name, size and price". */
function agreement(pair: Pair): string {
  const isEqual = (priceRatio(pair) ?? 0) >= PRICE_RATIO.equal;
  return `same name${sameContent(pair) ? ', size' : ''}${isEqual ? ' and price' : ''}`;
}

function sameContent({ left, right }: Pair): boolean {
  return hasContent(left) && hasContent(right);
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
function learnedVerdict(
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
