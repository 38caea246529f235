import { printedGtin } from '#domain/products/printed-gtin.ts';
import { learnedVerdict } from './learned-verdict.ts';
import { type LearnedWeights, learnedWeights } from './learned-weights.ts';
import { type Pair, pairOf } from './pair.ts';
import type { ProductText } from './product-text.ts';
import { vetoOf } from './vetoes.ts';
import { wordVerdict } from './word-verdict.ts';

/*
 * Matching: are two descriptions the same product?
 *
 *   product-text     takes goods apart, with the vocabulary's spellings
 *   pair             lays two side by side: the words that only one has, by what they say
 *   vetoes           stated differences that rule out
 *   word-verdict     what words, content and price say where no veto speaks
 *   learned-verdict  pair-features → learned-weights, for names that are free text
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
  if (title?.same && title.confidence >= CONFIDENCE.title) return { ...title, method: 'title' };
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

/** The model number that both state, where the brands agree too and no word is exchanged for another; else null. */
function sameModel({ left, right, leftOver, rightOver }: Pair): string | null {
  const model = left.model ?? right.model;
  if (model === null || !left.codes.has(model) || !right.codes.has(model)) return null;
  if (!left.brand.some((word) => right.brand.includes(word))) return null;
  const sizes = [leftOver, rightOver].map((over) => over.unknown.length + over.telling.length);
  // Makers give variants one number, and a name then exchanges few words: 'sea salt', 'stainless steel'.
  return Math.min(...sizes) > 0 && Math.max(...sizes) <= EXCHANGE ? null : model;
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
