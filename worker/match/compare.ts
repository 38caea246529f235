import { printedGtin } from '#domain/products/printed-gtin.ts';
import { type LearnedWeights, learnedWeights, probability } from './learned-weights.ts';
import { hasContent, type Pair, pairOf, priceRatio } from './pair.ts';
import { pairFeatures } from './pair-features.ts';
import type { ProductText } from './product-text.ts';
import { sharedCount } from './similarity.ts';
import { standApart, vetoOf } from './vetoes.ts';
import { colourOf, EDITIONS } from './vocabulary.ts';

/*
 * Matching: are two descriptions the same product?
 *
 *   product-text     takes goods apart, with the vocabulary's spellings
 *   pair             lays two side by side: the words that only one has, by what they say
 *   vetoes           stated differences that rule out
 *   compare          what words, content and price say where no veto speaks; for names that are free text, the learned weights
 *   pair-features    → learned-weights: what is learned of two names
 *   match-keys       the keys under which a product is stored and found again
 *   choose-product   which of the stored products an offer belongs to, with the proof
 */

/** What two goods agree in: the proof that is stored with an offer. */
export type MatchMethod = 'gtin' | 'model' | 'title' | 'words' | 'learned';

/** Whether two descriptions name the same product, pack and variant. */
export interface Comparison {
  same: boolean;
  /** Null when they are not the same. */
  method: MatchMethod | null;
  /** How sure the answer is, 0.5–1, whichever way it goes. */
  confidence: number;
  /** What speaks for the answer, the strongest first, in words for shoppers and operators. */
  because: string[];
}

/** Most words of a name that another variant exchanges. */
const EXCHANGE = 2;
/** Confidence of what a stated difference rules out, of the answers that rest on a number, and least of a title's. */
const CONFIDENCE = { ruledOut: 0.95, gtin: 0.99, model: 0.96, title: 0.9 } as const;

/**
 * Compares two goods: stated differences rule out, then the barcode, the model number, the words and, where names are
 * free text, unless `weights` is null, what was learned from labelled pairs. Pure, symmetric, never throws.
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
  if (gtin) return sure('gtin', `same barcode ${printedGtin(gtin)}`);
  const model = sameModel(pair);
  if (model) return sure('model', `same brand and model number ${model}`);
  const differently = vetoOf(pair, 'by-name');
  if (isNamedByWords(pair)) {
    if (differently) return ruledOut(differently);
    const words = wordVerdict(pair);
    return { ...words, method: words.same ? 'words' : null };
  }
  const title = differently ? null : wordVerdict(pair);
  if (title?.same) return { ...title, method: 'title' };
  if (!weights) return ruledOut(differently ?? 'too little in common');
  const learned = learnedVerdict(pair, weights);
  return { ...learned, method: learned.same ? 'learned' : null };
}

function ruledOut(veto: string): Comparison {
  return { same: false, method: null, confidence: CONFIDENCE.ruledOut, because: [veto] };
}

function sure(method: 'gtin' | 'model', reason: string): Comparison {
  return { same: true, method, confidence: CONFIDENCE[method], because: [reason] };
}

/** Misspelt words pair up in the order they are met, so both ways round must be compared in the same order. */
function inOneOrder(a: ProductText, b: ProductText): Pair {
  const isFirst =
    a.goods.name === b.goods.name
      ? JSON.stringify(a.goods) <= JSON.stringify(b.goods)
      : a.goods.name < b.goods.name;
  return isFirst ? pairOf(a, b) : pairOf(b, a);
}

/** A chip's, a socket's or a standard's number rather than a maker's own: 'i713700h', 'rx7800xt', 'lga1700', 'ax11000'. */
const PART_NUMBER =
  /^(?:(?:i\d|core|ryzen|rtx|gtx|rx\d{3}|(?:lp)?ddr|ultra|lga)\d|(?:axe?|be)\d+$)/;
/** Long enough to be a maker's own number without further evidence: 'rf605qnuvx1'. */
const LONG_MODEL = /^(?=.*\d.*\d)[a-z][a-z\d]{6,}$/;

/** The model number that both state or print, where the brands agree too and no word is exchanged for another; else null. */
function sameModel(pair: Pair): string | null {
  const { left, right, shared: words } = pair;
  if (left.model && right.model && left.model !== right.model) return null;
  const stated = left.model ?? right.model;
  const shared = [...left.codes].filter((code) => right.codes.has(code));
  const isShortEnough =
    words.length >= SHARED_BESIDE_CODE && (priceRatio(pair) ?? 0) >= PRICE.close;
  const model = shared.find(
    (code) =>
      code === stated || (!PART_NUMBER.test(code) && (LONG_MODEL.test(code) || isShortEnough)),
  );
  if (model === undefined || (model !== stated && isForAnother(pair))) return null;
  const [one, other] = [left, right].map(
    ({ brand, words }) => new Set([...brand, ...words.slice(0, 2)]),
  );
  if (!one || !other || sharedCount(one, other) === 0) return null;
  return isVariantExchanged(pair) ? null : model;
}

/** Makers give variants one number, and a name then exchanges few words in one place: 'sea salt', 'stainless steel'. */
function isVariantExchanged(pair: Pair): boolean {
  const [ours, theirs] = [pair.leftOver, pair.rightOver].map(({ unknown, telling }) => [
    ...unknown,
    ...telling,
  ]) as [string[], string[]];
  const sizes = [ours.length, theirs.length];
  return (
    Math.min(...sizes) > 0 && Math.max(...sizes) <= EXCHANGE && !standApart(pair, ours, theirs)
  );
}

/** A filter or a bundle prints the number of the machine that it is for: another kind, another price, or a word that says so. */
function isForAnother(pair: Pair): boolean {
  const { left, right, leftOver, rightOver } = pair;
  const isOtherKind =
    [left, right].every(({ kinds }) => kinds.size > 0) &&
    sharedCount(left.kinds, right.kinds) === 0;
  const isEdition = [...leftOver.unknown, ...rightOver.unknown].some((word) => EDITIONS.has(word));
  return isOtherKind || isEdition || (priceRatio(pair) ?? 1) < PRICE.alone;
}

/** Supermarket goods and toys: a weight or volume, a count that both state, or no more than a name and a price, and no model number. Their words decide alone. */
function isNamedByWords({ left, right }: Pair): boolean {
  const isPlain = ({ goods: { brand, model, description } }: ProductText) =>
    !brand && !model && !description;
  if (left.codes.size > 0 || right.codes.size > 0) return false;
  if (isWeighed(left) || isWeighed(right) || (left.pack && right.pack)) return true;
  return isPlain(left) && isPlain(right) && (left.goods.price ?? right.goods.price) != null;
}

/** Whether a weight or a volume is stated, or a quantity beside the name; a count in a name is said of pens and screws, too. */
function isWeighed({ pack, goods }: ProductText): boolean {
  return pack?.unit === 'g' || pack?.unit === 'mL' || (goods.quantity ?? 0) > 0;
}

/** Fewest words, the brand among them, that two names must share where one has a word more. */
const SHARED_BESIDE_ONE = 3;
/** Fewest words, the brand among them, beside which a short or bare number in both names is the model's. */
const SHARED_BESIDE_CODE = 3;
/** Fewest words, counting a content, that they must share where one leaves out the kind, for a link without an operator. */
const SHARED_BESIDE_KIND = 4;
/** The lower price over the higher: below `alone`, names alone are not enough; from `close` on, prices speak for a word more. */
const PRICE = { alone: 0.6, close: 0.85, equal: 0.9 } as const;

/** Whether two names mean the same goods: all words that say something agree, or content and price make up for those that one adds. */
function wordVerdict(pair: Pair) {
  const { leftOver, rightOver } = pair;
  const extra = [leftOver, rightOver].flatMap(({ unknown, telling }) => [...unknown, ...telling]);
  const says = extra.length > 0 ? [`only one says "${extra.join(' ')}"`] : [];
  const isVariant =
    extra.some((word) => EDITIONS.has(word) || /^[\d.]+(?:in\d+)?$/.test(word)) ||
    isColourOfBoth(pair, extra) ||
    isInserted(pair, extra);
  const isEnough = extra.length > 0 ? !isVariant && isMadeUpFor(pair, extra.length) : agrees(pair);
  if (!isEnough) {
    return {
      same: false,
      confidence: 0.7,
      because: says.length > 0 ? says : ['too little in common'],
    };
  }
  const confidence = isVague(pair) ? 0.85 : ([0.95, 0.8, 0.7][extra.length] ?? 0.5);
  return { same: true, confidence, because: [agreement(pair), ...says] };
}

/** A colour beside a name that states another. */
function isColourOfBoth({ left, right }: Pair, extra: readonly string[]): boolean {
  return (
    Math.min(left.colours.size, right.colours.size) > 0 &&
    extra.some((word) => colourOf(word) !== null)
  );
}

/** Names that are one but for words inside one of them are variants: 'Fish Oil' and 'Odourless Fish Oil'. Shops that describe write otherwise, too. */
function isInserted({ left, right }: Pair, extra: readonly string[]): boolean {
  const [short, long] = [left.words, right.words].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  const rest = long.filter((word) => !extra.includes(word));
  return (
    extra.length === 1 && !extra.includes(long.at(-1) ?? '') && rest.join(' ') === short.join(' ')
  );
}

/** Beside the same words a model number in common speaks louder than a price: 'Pandemic (ZM7101)' for $41 and for $69. */
function sharesCode({ left, right }: Pair): boolean {
  return [...left.codes].some((code) => right.codes.has(code));
}

function agrees(pair: Pair): boolean {
  const { shared } = pair;
  const isPriced = sameContent(pair) || sharesCode(pair) || (priceRatio(pair) ?? 1) >= PRICE.alone;
  return isPriced && (shared.length >= 2 || (shared.length === 1 && sameContent(pair)));
}

/** Too little to link by itself: a content on one side only, or few words beside a kind that one leaves out ('Makita 18V'). */
function isVague(pair: Pair): boolean {
  const { left, right, leftOver, rightOver, shared } = pair;
  if (
    hasContent(left) !== hasContent(right) &&
    !isCountSaid(left, right) &&
    !isCountSaid(right, left)
  )
    return true;
  const isKnown = left.kinds.size > 0 && right.kinds.size > 0;
  if (isKnown || leftOver.kinds.length + rightOver.kinds.length === 0) return false;
  const isPriced = (priceRatio(pair) ?? 1) >= PRICE.close;
  const names = shared.filter((word) => !EDITIONS.has(word)).length;
  return !isPriced || names + (sameContent(pair) ? 1 : 0) < SHARED_BESIDE_KIND;
}

/** 'Pack of 60' beside '60 tablets'. */
function isCountSaid({ pack }: ProductText, { words }: ProductText): boolean {
  return pack?.unit === 'each' && words.some((word) => /^\d+/.exec(word)?.[0] === `${pack.total}`);
}

/** One word beside a close price; several, a description rather than a variant, where much else or the content agrees too. */
function isMadeUpFor(pair: Pair, extra: number): boolean {
  const ratio = priceRatio(pair);
  const shared = pair.shared.length - (sameContent(pair) ? 0 : 1);
  if (extra === 1) return shared >= SHARED_BESIDE_ONE && (ratio ?? 1) >= PRICE.close;
  if (sameContent(pair) && (ratio ?? 0) >= PRICE.equal) return shared >= 2;
  return shared > SHARED_BESIDE_ONE && (ratio ?? 0) >= PRICE.close;
}

/** "same name, size and price": for shoppers. */
function agreement(pair: Pair): string {
  const isEqual = (priceRatio(pair) ?? 0) >= PRICE.equal;
  return `same name${sameContent(pair) ? ', size' : ''}${isEqual ? ' and price' : ''}`;
}

function sameContent({ left, right }: Pair): boolean {
  return hasContent(left) && hasContent(right);
}

/** What the learned weights say of a pair, with the features that speak for it. Confidence 0.5–1. */
function learnedVerdict(
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
