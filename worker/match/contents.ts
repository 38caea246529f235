import { contentText } from '#domain/pack/content-text.ts';
import type { PackSize } from '#domain/pack/pack-size.ts';
import { COUNTED } from '#domain/pack/pack-size-units.ts';
import { PRICE_RATIO, priceRatio } from './pair.ts';
import type { ProductText } from './product-text.ts';
import { EXCLUSIVE, oneWord } from './vocabulary.ts';

/** '12 pack', and '12 Large Free Range Eggs'. */
const COUNT = new RegExp(
  `(?<![\\d.,])(\\d{1,4})\\s?-?(?:${COUNTED.split(' ').join('|')}|(?:[a-z]+ ){0,4}eggs)\\b`,
  'giu',
);
/** Tolerance for rounding: 411 g and 0.41 kg. */
const SAME_CONTENT = 0.03;

/** The differing ratings of two texts: '1800 psi and 2000 psi'; null when they agree. */
function rating(left: ProductText, right: ProductText): string | null {
  for (const [phrase, number, of] of left.ratings) {
    const other = right.ratings.find((each) => each[2] === of);
    if (other && other[1] !== number) return `${phrase} and ${other[0]}`;
  }
  return null;
}

/** Describes how the stated contents or ratings differ; null when they agree or one side states none. */
export function contents(left: ProductText, right: ProductText): string | null {
  const rated = rating(left, right);
  if (rated) return `different ratings: ${rated}`;
  const several = [left, right].find((many) => isSeveral(many === left ? right : left, many));
  if (several?.pack) return `different contents: one item and ${several.pack.total}`;
  const leftSizes = sizesOf(left, right.pack !== null);
  const rightSizes = sizesOf(right, left.pack !== null);
  if (leftSizes.length === 0 || rightSizes.length === 0 || areCountAndWeight(left, right))
    return null;
  if (isCountOf(left, right) || isCountOf(right, left)) return null;
  const weighed = otherWeight(left, right);
  if (weighed) return weighed;
  if (left.pack && right.pack && left.pack.unit !== right.pack.unit)
    return otherItems(left, right) ?? otherItems(right, left);
  const isAlike =
    leftSizes.some((a) => rightSizes.some((b) => alike(a, b, SAME_CONTENT))) &&
    !isOneOfPack(left, right) &&
    !isOneOfPack(right, left);
  if (left.pack && right.pack ? isSamePack(left, right) : isAlike) return null;
  const say = (pack: PackSize | null, sizes: readonly number[]) =>
    pack ? contentText(pack) : String(sizes[0]);
  return `different contents: ${say(left.pack, leftSizes)} and ${say(right.pack, rightSizes)}`;
}

/** True for one item at its own price beside a pack of several: 'Red Bull' of 250 mL for $2.80, '4 x 250mL' for $7.50. */
function isOneOfPack(one: ProductText, many: ProductText): boolean {
  const ratio = priceRatio({ left: one, right: many });
  const { pack } = many;
  const isItem = one.pack === null && pack !== null && pack.unit !== 'each' && pack.count > 1;
  return (
    isItem &&
    ratio !== null &&
    ratio < PRICE_RATIO.alone &&
    !alike(one.goods.quantity ?? 0, pack.total / 1000, SAME_CONTENT) &&
    one.goods.quantity !== pack.count
  );
}

/** How much dearer one item is than an item of a pack. */
const DEARER = { least: 1, most: 1.3 } as const;

/** True for a name without contents beside '2 Pack', where that price buys one item of the pack: $17.90 and $29. */
function isSeveral(one: ProductText, { pack, goods }: ProductText): boolean {
  if (one.pack || one.goods.quantity !== null || pack?.unit !== 'each' || pack.total < 2)
    return false;
  const dearer = ((one.goods.price ?? 0) * pack.total) / (goods.price ?? Number.POSITIVE_INFINITY);
  return dearer >= DEARER.least && dearer <= DEARER.most;
}

/** A dozen of 800 g and one of 700 g: both names count items, and each shop states what one or all of them weigh. */
function otherWeight(left: ProductText, right: ProductText): string | null {
  const [ours = [], theirs = []] = [left, right].map(weightsOfCounted);
  const isAlike = ours.some((a) => theirs.some((b) => alike(a, b, SAME_CONTENT)));
  if (ours.length === 0 || theirs.length === 0 || isAlike) return null;
  return `different contents: ${ours[0]} and ${theirs[0]}`;
}

/** What a counted pack and one item of it may weigh in kg or hold in L; none where neither its name nor a quantity states it. */
function weightsOfCounted({ pack, goods: { quantity } }: ProductText): number[] {
  if (pack === null || pack.unit === 'm' || pack.count <= 1) return [];
  if (pack.unit !== 'each') return [pack.total / 1000, pack.size / 1000];
  return quantity && !Number.isInteger(quantity) ? [quantity] : [];
}

/**
 * True for names without a pack, at nearly the same price, of which one's quantity counts items and the other's is a weight: 8 and 0.508.
 * At other prices they may be bags of 4 kg and 1.5 kg.
 */
function areCountAndWeight(left: ProductText, right: ProductText): boolean {
  const [less = 0, more = 0] = [left, right]
    .map(({ pack, goods }) => (pack ? 0 : (goods.quantity ?? 0)))
    .sort((a, b) => a - b);
  const isWeight = less > 0 && less < 2 && !Number.isInteger(less);
  const isCount = Number.isInteger(more) && more >= LEAST_COUNT;
  return isWeight && isCount && (priceRatio({ left, right }) ?? 0) >= PRICE_RATIO.close;
}

/** True when a quantity alone counts the items of the other name at nearly the same price: 46 and '64g 46 pieces'. */
function isCountOf(one: ProductText, other: ProductText): boolean {
  const count = one.pack ? 0 : (one.goods.quantity ?? 0);
  const isClose = (priceRatio({ left: one, right: other }) ?? 0) >= PRICE_RATIO.close;
  return isClose && count >= LEAST_COUNT && isCounted(other, count);
}

/**
 * How counted items differ from a weight or volume: '12 pack' and '5 pack 360g', '8 pack' of 0.508 kg and '850g', '20 tablets' and '1L'.
 * Null where they may be one pack.
 */
function otherItems(items: ProductText, whole: ProductText): string | null {
  const [a, b] = [items.pack, whole.pack];
  if (a?.unit !== 'each' || a.total === 1 || !b || b.unit === 'each') return null;
  if (b.count > 1 && b.count !== a.total)
    return `different contents: ${a.total} and ${b.count} items`;
  const isUncounted = b.count === 1 && !isCounted(whole, a.total);
  return weighsOther(items.goods.quantity ?? 0, a, b) || (isUncounted && areItems(items, whole))
    ? `different contents: ${a.total} items and ${contentText(b)}`
    : null;
}

/** True when neither items of this weight in kg nor one of them weigh what the other pack does. */
const weighsOther = (weight: number, items: PackSize, whole: PackSize): boolean =>
  !Number.isInteger(weight) &&
  whole.unit !== 'm' &&
  ![weight, weight * items.total].some((all) => alike(all, whole.total / 1000, SAME_CONTENT));

/** Forms of a single dose, wipe or drink. Items of a form are not a bulk pack without it. */
const FORM = /\b(?:tab(?:let)?|caplet|cap(?:sule)?|pod|sachet|wipe|can)s?\b/i;

const MULTIPACK = /\bmulti-?pack\b/i;

/** True for '20 tablets' beside '1L', for a multipack beside '80g', and for a pack that costs as much as several of the other's. */
function areItems({ goods: items }: ProductText, { goods: whole }: ProductText): boolean {
  const isDearer =
    (items.price ?? 0) * PRICE_RATIO.alone > (whole.price ?? Number.POSITIVE_INFINITY);
  return (
    isDearer || [FORM, MULTIPACK].some((word) => word.test(items.name) && !word.test(whole.name))
  );
}

/** Words that exclude each other, with what is said of goods of which one has the first and one the second. */
const ALTERNATIVES = [
  ['can', 'bottle', 'one in cans, one in bottles'],
  ['disc', 'digital', 'one with a disc drive, one without'],
  ['skin', 'kit', 'one without a battery, one with it'],
  ['lpg', 'ng', 'one for LPG, one for natural gas'],
  ['4g', '5g', 'one for 4G, one for 5G'],
  ['bluetooth', 'lte', 'one with Bluetooth, one with LTE'],
  ['body', 'lens', 'one without a lens, one with it'],
  ['dog', 'cat', 'one for dogs, one for cats'],
].map(([one = '', other = '', said = '']) => [oneWord(one), oneWord(other), said] as const);

/** Describes cans against bottles, and other alternatives; null when a side states none or both. */
export function alternatives(left: ProductText, right: ProductText): string | null {
  const isOnly = ({ words }: ProductText, one: string, other: string) =>
    words.includes(one) && !words.includes(other);
  const found = ALTERNATIVES.find(
    ([one, other]) =>
      (isOnly(left, one, other) && isOnly(right, other, one)) ||
      (isOnly(left, other, one) && isOnly(right, one, other)),
  );
  return found ? found[2] : null;
}

/** Words of which a product has one: Barossa and McLaren Vale, wired and wireless, own brands of two shops. */
export function exclusive(left: ProductText, right: ProductText): string | null {
  for (const group of EXCLUSIVE) {
    const [ours = [], theirs = []] = [left, right].map(({ brand, words }) =>
      [...words, ...brand].filter((word) => group.has(word)),
    );
    const isApart = ours.length > 0 && theirs.length > 0;
    if (isApart && !ours.some((word) => theirs.includes(word)))
      return `one is ${ours[0]}, one ${theirs[0]}`;
  }
  return null;
}

/** Whether two packs are equal; '12 pack 700g' and '700g 12pk' are, whichever shop states the total. */
function isSamePack(left: ProductText, right: ProductText): boolean {
  const [{ pack: a }, { pack: b }] = [left, right];
  if (!a || !b) return false;
  const isSize = (x: number, y: number) => alike(x, y, SAME_CONTENT);
  if (a.unit === 'each') return isSize(a.total, b.total) || isCountOfPieces(left, right);
  if (a.count === b.count)
    return (
      isSize(a.total, b.total) ||
      (isLoose(left) && isSize(a.total, b.size)) ||
      (isLoose(right) && isSize(a.size, b.total))
    );
  if (isTotalSaid(left, right) || isTotalSaid(right, left)) return true;
  const isCountedElsewhere =
    (a.count === 1 && isCounted(left, b.count)) || (b.count === 1 && isCounted(right, a.count));
  return isCountedElsewhere && (isSize(a.size, b.size) || isSize(a.total, b.total));
}

/** True for '3 x 60 pack' beside '3 pack' at one price: the sheets of a roll, which one name leaves out. */
function isCountOfPieces(left: ProductText, right: ProductText): boolean {
  const [{ pack: a }, { pack: b }] = [left, right];
  if (!a || !b || a.count === 1 || a.count !== b.count) return false;
  return Math.min(a.size, b.size) === 1 && (priceRatio({ left, right }) ?? 0) >= PRICE_RATIO.equal;
}

/** True for '340g 12 pack' beside '340g' at about the same price: the size is that of the whole pack. */
function isTotalSaid(many: ProductText, one: ProductText): boolean {
  const ratio = priceRatio({ left: many, right: one });
  const isOnePrice = ratio !== null && ratio >= PRICE_RATIO.alone;
  return isOnePrice && isLoose(many) && one.pack?.count === 1 && many.pack?.size === one.pack.total;
}

/** True for a pack not written as a product ('12 x 58g'): its size may be per item or in total. */
const isLoose = ({ goods: { name } }: ProductText): boolean =>
  !/\d\s?[x×*]\s?\d|\d\s?[a-z]*\s?[x×]\s?\d/i.test(name);

/** True when the name or the quantity counts items apart from their size: '34L 30 bags'. */
function isCounted({ goods: { name, quantity } }: ProductText, count: number): boolean {
  return (
    quantity === count || [...name.matchAll(COUNT)].some(([, number]) => Number(number) === count)
  );
}

/** Least number of items that a separate quantity states rather than kg or L: '8' for '8 pack 508g'. */
export const LEAST_COUNT = 4;

/**
 * Possible contents in kg, L, m or pieces. When both names state a pack, the total counts; against a separate quantity one item counts
 * too, because shops mean either.
 */
function sizesOf({ pack, goods: { quantity } }: ProductText, bothStated: boolean): number[] {
  const stated = quantity && quantity > 0 ? [quantity] : [];
  if (!pack) return stated;
  if (pack.unit === 'each') return stated.length > 0 && !bothStated ? stated : [pack.total];
  const perStated = pack.unit === 'm' ? 1 : 1000;
  const total = pack.total / perStated;
  const count = pack.count >= LEAST_COUNT ? [pack.count] : [];
  return bothStated ? [total] : [...stated, total, pack.size / perStated, ...count];
}

/** Whether two sizes differ by no more than a share of the larger one, 0–1. */
export function alike(a: number, b: number, share: number): boolean {
  return Math.abs(a - b) <= share * Math.max(a, b);
}
