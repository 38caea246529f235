import type { ProductText } from './product-text.ts';
import { says } from './product-text.ts';
import { alignTokens, SURE_SPELLING } from './token-alignment.ts';
import { CONTAINERS, HOUSE_BRANDS, MAKERS, NEUTRAL_BESIDE, TELLING } from './vocabulary.ts';

/** Two goods side by side, with the words that only one of them has, by what those words say. */
export interface Pair {
  left: ProductText;
  right: ProductText;
  /** Words of both that say something. */
  shared: string[];
  leftOver: LeftOver;
  rightOver: LeftOver;
}

/** The words of one name that the other lacks. Neutral words are in none of the lists. */
export interface LeftOver {
  /** Flavours, qualifiers, another shop's own brand: they make another product. */
  telling: string[];
  /** What kind of thing it is, where the other does not say or says the same. */
  kinds: string[];
  /** All others, model numbers not among them. */
  unknown: string[];
}

/** Lays two goods side by side. Their words are aligned when a rule first asks: most vetoes need none. */
export function pairOf(left: ProductText, right: ProductText): Pair {
  let aligned: Omit<Pair, 'left' | 'right'> | null = null;
  const align = () => {
    aligned ??= alignWords(left, right);
    return aligned;
  };
  return {
    left,
    right,
    get shared() {
      return align().shared;
    },
    get leftOver() {
      return align().leftOver;
    },
    get rightOver() {
      return align().rightOver;
    },
  };
}

function alignWords(left: ProductText, right: ProductText) {
  const aligned = alignTokens(left.words, right.words, isSpelling);
  return {
    shared: aligned.shared.filter(says),
    leftOver: leftOver(aligned.leftOver, left, right),
    rightOver: leftOver(aligned.rightOver, right, left),
  };
}

const isSpelling = (a: string, b: string) =>
  !TELLING.has(a) && !TELLING.has(b) && SURE_SPELLING(a, b);

function leftOver(words: readonly string[], own: ProductText, other: ProductText): LeftOver {
  const over: LeftOver = { telling: [], kinds: [], unknown: [] };
  const isBrand = (word: string) => own.brand.includes(word) && !HOUSE_BRANDS.has(word);
  for (const word of words) {
    if (!says(word) || own.codes.has(word) || isStated(word, own, other)) continue;
    if (CONTAINERS.has(word) && hasContent(own) && hasContent(other)) continue;
    const beside = NEUTRAL_BESIDE.get(word);
    if (beside && own.words.some((each) => beside.has(each))) continue;
    if (HOUSE_BRANDS.has(word)) over.telling.push(word);
    else if (own.kindWords.has(word)) over.kinds.push(word);
    else if (TELLING.has(word)) over.telling.push(word);
    else if (!MAKERS.has(word) && !(isBrand(word) && other.brand.length === 0))
      over.unknown.push(word);
  }
  return over;
}

/** Words that the other states elsewhere: its brand, either side's model number, and '120' (tablets) where the other states a pack of 120. */
function isStated(word: string, own: ProductText, other: ProductText): boolean {
  const isCount = own.pack === null && word === String(other.pack?.total);
  return isCount || other.brand.includes(word) || word === own.stated || word === other.stated;
}

/** Whether a weight, a volume or a count is stated. */
export function hasContent({ pack, goods }: ProductText): boolean {
  return pack !== null || (goods.quantity ?? 0) > 0;
}

/** The lower price over the higher, 0–1; null when a side states none. */
export function priceRatio({ left, right }: Pair): number | null {
  const [a, b] = [left.goods.price ?? 0, right.goods.price ?? 0];
  return a > 0 && b > 0 ? Math.min(a, b) / Math.max(a, b) : null;
}
