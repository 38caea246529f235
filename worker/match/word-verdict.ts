import { hasContent, type Pair, priceRatio } from './pair.ts';
import { colourOf, EDITIONS } from './vocabulary.ts';

/** Fewest words, the brand among them, that two names must share where one has a word more. */
const SHARED_BESIDE_ONE = 3;
/** Fewest words, counting a content, that they must share where one leaves out the kind, for a link without an operator. */
const SHARED_BESIDE_KIND = 4;
/** The lower price over the higher: below `alone`, names alone are not enough; from `close` on, prices speak for a word more. */
const PRICE = { alone: 0.6, close: 0.75, equal: 0.9 } as const;

/** Whether two names mean the same goods: all words that say something agree, or content and price make up for one or two. */
export function wordVerdict(pair: Pair) {
  const { leftOver, rightOver } = pair;
  const extra = [...leftOver.unknown, ...rightOver.unknown];
  const says = extra.length > 0 ? [`only one says "${extra.join(' ')}"`] : [];
  const isVariant = extra.some((word) => colourOf(word) !== null || /^[\d.]+$/.test(word));
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

function agrees(pair: Pair): boolean {
  const { shared } = pair;
  const isPriced = sameContent(pair) || (priceRatio(pair) ?? 1) >= PRICE.alone;
  return isPriced && (shared.length >= 2 || (shared.length === 1 && sameContent(pair)));
}

/** Too little to link by itself: a content on one side only, or few words beside a kind that one leaves out ('Makita 18V'). */
function isVague(pair: Pair): boolean {
  const { left, right, leftOver, rightOver, shared } = pair;
  if (hasContent(left) !== hasContent(right)) return true;
  const isKnown = left.kinds.size > 0 && right.kinds.size > 0;
  if (isKnown || leftOver.kinds.length + rightOver.kinds.length === 0) return false;
  const isPriced = (priceRatio(pair) ?? 1) >= PRICE.close;
  const names = shared.filter((word) => !EDITIONS.has(word)).length;
  return !isPriced || names + (sameContent(pair) ? 1 : 0) < SHARED_BESIDE_KIND;
}

/** One unknown word where content and price agree, two where the price is the same and much else agrees. */
function isMadeUpFor(pair: Pair, extra: number): boolean {
  const ratio = priceRatio(pair);
  const shared = pair.shared.length - (sameContent(pair) ? 0 : 1);
  return extra === 1
    ? shared >= SHARED_BESIDE_ONE && (ratio ?? 1) >= PRICE.close
    : extra === 2 && shared > SHARED_BESIDE_ONE && (ratio ?? 0) >= PRICE.equal;
}

/** "same name, size and price": for shoppers. */
function agreement(pair: Pair): string {
  const isEqual = (priceRatio(pair) ?? 0) >= PRICE.equal;
  return `same name${sameContent(pair) ? ', size' : ''}${isEqual ? ' and price' : ''}`;
}

function sameContent({ left, right }: Pair): boolean {
  return hasContent(left) && hasContent(right);
}
