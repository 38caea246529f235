/* Vetoes by the extra words of two names: a qualifier on one side, words exchanged for others. */
import { isWeighed, type LeftOver, type Pair, PRICE_RATIO, priceRatio } from './pair.ts';
import type { ProductText } from './product-text.ts';
import { sharedCount } from './similarity.ts';
import { standApart } from './variants.ts';
import { colourOf, kindsIn, TELLING } from './vocabulary.ts';

/** Returns `text` with both sets if they share nothing; null if they do, or if one is empty. */
export function apart(a: ReadonlySet<string>, b: ReadonlySet<string>, text: string): string | null {
  if (a.size === 0 || b.size === 0 || sharedCount(a, b) > 0) return null;
  return `${text} ${[...a].join(', ')} and ${[...b].join(', ')}`;
}

/** A colour that one shop omits is ignored when much else agrees and that shop adds no word, which may be a colour too ('chalk'). */
export function qualifier(pair: Pair): string | null {
  const { left, right, leftOver, rightOver } = pair;
  const ownWords = [leftOver, rightOver].map(
    ({ telling, unknown }) => telling.length + unknown.length,
  );
  const isLeftOut =
    isDescribed(pair) &&
    !isWeighed(left) &&
    !isWeighed(right) &&
    Math.min(left.colours.size, right.colours.size) === 0 &&
    Math.min(...ownWords) === 0;
  const telling = [...leftOver.telling, ...rightOver.telling].find(
    (word) => !isLeftOut || colourOf(word) === null,
  );
  return telling === undefined ? null : `only one is "${telling}"`;
}

/**
 * A kind stated on one side is an addition, unless the other side has words of its own: 'in syrup' and 'in juice'. Synonyms of one kind
 * are ignored ('soft toy', 'plush') unless they state a form ('laundry powder', 'laundry liquid').
 */
export function exchanged(pair: Pair): string | null {
  const { left, right, leftOver: a, rightOver: b } = pair;
  const [maker, otherMaker] = [firstOf(left, a), firstOf(right, b)];
  if (maker && otherMaker && !isOneMaker(maker, otherMaker))
    return `one is ${maker}, one ${otherMaker}`;
  const isSaid = sharedCount(left.kinds, right.kinds) > 0;
  const parts = apart(partsIn(a.kinds, left), partsIn(b.kinds, right), 'different parts:');
  if (isSaid && parts) return parts;
  const [aKinds = [], bKinds = []] = [a, b].map(({ kinds }) =>
    isSaid ? kinds.filter((word) => TELLING.has(word)) : kinds,
  );
  const ours = [...a.unknown, ...(b.unknown.length + bKinds.length > 0 ? aKinds : [])];
  const theirs = [...b.unknown, ...(a.unknown.length + aKinds.length > 0 ? bKinds : [])];
  const [one, other] = [ours[0], theirs[0]];
  if (one === undefined || other === undefined || describesDifferently(pair, ours, theirs))
    return null;
  return `"${one}" on one side, "${other}" on the other`;
}

/** 'Sika' and 'Sikaflex'. */
const isOneMaker = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);

/** The first word of a name where the other lacks it: its maker, which may be a kind ('Kettle chips'). */
const firstOf = ({ words: [first = ''] }: ProductText, { unknown, kinds }: LeftOver) =>
  unknown.includes(first) || kinds.includes(first) ? first : null;

/** The kinds of words that name a part and not the thing: the gravy of a dog food. */
function partsIn(extra: readonly string[], { kinds, words }: ProductText): ReadonlySet<string> {
  const parts = kindsIn(words.join(' ')).filter(
    ({ kind, phrase }) =>
      !kinds.has(kind) && phrase.split(' ').some((word) => extra.includes(word)),
  );
  return new Set(parts.map(({ kind }) => kind));
}

/** Least number of shared words for extra words that only describe. */
const SHARED_BESIDE_DESCRIPTIONS = 4;

/**
 * True when each shop adds words in another place of the name: 'Finish [Powerball] Ultimate Tablets Lemon' and 'Finish Ultimate Tablets
 * Lemon [Sparkle]'. Variants exchange words in one place, or exchange figures.
 */
function describesDifferently(
  pair: Pair,
  ours: readonly string[],
  theirs: readonly string[],
): boolean {
  const hasFigure = (words: readonly string[]) => words.some((word) => /\d/.test(word));
  const isFigure = hasFigure(ours) && hasFigure(theirs);
  return isDescribed(pair) && !isFigure && standApart(pair, ours, theirs);
}

/** True when four words are shared and the prices are close, so that extra words may only describe. */
export function isDescribed(pair: Pair): boolean {
  return (
    pair.shared.length >= SHARED_BESIDE_DESCRIPTIONS && (priceRatio(pair) ?? 0) >= PRICE_RATIO.close
  );
}
