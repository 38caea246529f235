import { printedGtin } from '#domain/products/gtin.ts';
import { likelyModel, sameModel } from './model-numbers.ts';
import {
  hasContent,
  isPlain,
  isWeighed,
  type Pair,
  PRICE_RATIO,
  pairOf,
  priceRatio,
} from './pair.ts';
import type { ProductText } from './product-text.ts';
import { sharedCount } from './similarity.ts';
import { isVariant } from './variants.ts';
import { vetoOf, vetoOfNames } from './vetoes.ts';
import { colourOf, EDITIONS } from './vocabulary.ts';
import { isDescribed } from './word-vetoes.ts';

/*
 * Matching decides whether two descriptions name the same product.
 *
 *   product-text     parses goods, with the vocabulary's spellings
 *   pair             aligns two names and sorts the extra words by meaning
 *   vetoes           lists stated differences that rule a pair out; word-vetoes has those of extra words
 *   model-numbers    finds the model number that both state, or how their numbers differ
 *   variants         tells extra words that make a variant from those that describe
 *   compare          weighs words, content and price
 *   score            scores free-text names that the rules do not settle, for the command line
 *   match-keys       gives the keys that store and find a product
 *   choose-product   chooses an offer's product among stored ones, with the proof
 */

/** What two goods agree on: the proof stored with an offer. */
export type MatchMethod = 'gtin' | 'model' | 'title' | 'words';

/** Whether two descriptions name the same product, pack and variant. */
export interface Comparison {
  same: boolean;
  /** Null when the goods differ. */
  method: MatchMethod | null;
  /** Certainty of the answer, 0.5–1, for either answer. */
  confidence: number;
  /** Reasons for the answer, the strongest first, in words for shoppers and operators. */
  because: string[];
  /** True when no rule decides: the names have too little in common for a match, and no veto rules it out. */
  isOpen?: true;
}

/** Confidence of a veto and of matches by number; a likely number never links. */
const CONFIDENCE = { ruledOut: 0.95, gtin: 0.99, model: 0.96, likely: 0.85 } as const;

/**
 * Compares two goods by vetoes, then the barcode, the model number, the words and a likely model number. Pure and symmetric; never throws.
 */
export function compareTexts(a: ProductText, b: ProductText): Comparison {
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
  return { ...ruledOut(differently ?? 'too little in common'), isOpen: true };
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

function ruledOut(veto: string): Comparison {
  return { same: false, method: null, confidence: CONFIDENCE.ruledOut, because: [veto] };
}

function sure(method: 'gtin' | 'model', reason: string): Comparison {
  return { same: true, method, confidence: CONFIDENCE[method], because: [reason] };
}

/** Alignment depends on the order of its inputs, so both directions use the same one. */
export function inOneOrder(a: ProductText, b: ProductText): Pair {
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
