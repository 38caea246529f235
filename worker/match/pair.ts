import type { ProductText } from './product-text.ts';
import { isMeaningful, YEAR } from './product-text.ts';
import {
  ABBREVIATED,
  type Alignment,
  alignTokens,
  SAME_STEM,
  SURE_SPELLING,
} from './token-alignment.ts';
import {
  CLAIMS,
  CONTAINERS,
  colourOf,
  EDITIONS,
  endingColour,
  HOUSE_BRANDS,
  MILLIMETRES,
  NEUTRAL_BESIDE,
  PLAIN,
  SHADES,
  TELLING,
} from './vocabulary.ts';

/** Two goods with their shared and extra words, sorted by meaning. */
export interface Pair {
  left: ProductText;
  right: ProductText;
  /** Shared words that are not neutral. */
  shared: string[];
  leftOver: LeftOver;
  rightOver: LeftOver;
}

/** Words that only one name has. Neutral words are dropped. */
export interface LeftOver {
  /** Words that make another product: flavours, qualifiers, house brands. */
  telling: string[];
  /** Kinds that the other side omits or shares. */
  kinds: string[];
  /** Names of the usual variety beside a stated content. */
  plain: string[];
  /** Claims, doses and strengths, where the other name has no word of its own. */
  claims: string[];
  /** All other words except model numbers. */
  unknown: string[];
}

/** Pairs two goods. Alignment runs when a rule first needs it; most vetoes do not. */
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
  const aligned = withoutUnits(alignTokens(left.words, right.words, isSpelling));
  const [a, b] = [
    leftOver(aligned.leftOver, left, right),
    leftOver(aligned.rightOver, right, left),
  ];
  return {
    shared: aligned.shared.filter(isMeaningful),
    leftOver: isBare(b) ? withoutClaims(a, left) : a,
    rightOver: isBare(a) ? withoutClaims(b, right) : b,
  };
}

/** True when a name has no extra word, so the other's claims are additions; beside 'Original', 'Fresh' is a variety. */
const isBare = ({ telling, unknown, plain }: LeftOver) =>
  telling.length + unknown.length + plain.length === 0;

function withoutClaims(over: LeftOver, own: ProductText): LeftOver {
  const isAside = (word: string) => own.asides.has(word) && !EDITIONS.has(word);
  const isClaim = (word: string) =>
    CLAIMS.has(word) || DOSE.test(word) || isStrength(word, own) || isAside(word);
  const claims = over.unknown.filter(isClaim);
  return { ...over, claims, unknown: over.unknown.filter((word) => !isClaim(word)) };
}

/** A dose or a pressure such as '10mg', ignored when only one name states it. */
const DOSE = /^\d+(?:\.\d+)?(?:mg|mcg|iu|psi)$/;
const DRINKS = ['beer', 'champagne', 'cider', 'liqueur', 'seltzer', 'spirits', 'wine'];

/** True for an alcohol strength ('37.8 percent'), which shops omit. */
function isStrength(word: string, { kinds, words }: ProductText): boolean {
  if (!DRINKS.some((kind) => kinds.has(kind)) && !words.includes('can')) return false;
  return word === 'percent' || words[words.indexOf(word) + 1] === 'percent';
}

/** Pairs '1500mg' with '1500' from a shop that omits the unit, '13in' with '13.6in', and '125mm' with '5in'. */
function withoutUnits({ shared, leftOver: one, rightOver: other }: Alignment): Alignment {
  const isBareIn = (words: readonly string[]) => (word: string) =>
    words.some((each) => [isSameNumber, isSameScreen, isSameLength].some((is) => is(each, word)));
  const same = [...one.filter(isBareIn(other)), ...other.filter(isBareIn(one))];
  if (same.length === 0) return { shared, leftOver: one, rightOver: other };
  const isOver = (word: string) => !same.includes(word);
  return { shared, leftOver: one.filter(isOver), rightOver: other.filter(isOver) };
}

const BARE = /^(?:size|stage|no)?(\d+(?:\.\d+)?(?=(?:mg|mcg|iu|mm|cm|v|w|in|gsm)?$)|x*[sml]$)/;

const LETTERS = new Map([
  ['small', 's'],
  ['medium', 'm'],
  ['large', 'l'],
]);

const isSameNumber = (a: string, b: string) =>
  a !== b && bareNumber(a) === bareNumber(b) && bareNumber(a) !== null;

/** Screens of which one shop states whole inches. */
function isSameScreen(a: string, b: string): boolean {
  const [short = '', long = ''] = [a, b].sort((one, other) => one.length - other.length);
  return /^\d+in$/.test(short) && long.startsWith(short.replace('in', '.')) && long.endsWith('in');
}

const LENGTH = /^(\d+(?:\.\d+)?)(mm|cm|in)$/;
/** Tolerance for lengths in other units: 125 mm and 5 in, 35 cm and 14 in. */
const SAME_LENGTH = 0.02;

function isSameLength(a: string, b: string): boolean {
  const [one, other] = [a, b].map((word) => LENGTH.exec(word));
  if (!one || !other || one[2] === other[2]) return false;
  const [x = 0, y = 0] = [one, other].map(
    ([, figure, unit = '']) => Number(figure) * (MILLIMETRES.get(unit) ?? 1),
  );
  return Math.abs(x - y) <= SAME_LENGTH * Math.max(x, y);
}

/** The figure of '1500mg', 'size10' or '1500', or the letter of 'sizem', 'medium' or 'm'; null for other words. */
export const bareNumber = (word: string) => LETTERS.get(word) ?? BARE.exec(word)?.[1] ?? null;

/** Flavour words resemble other words ('mint', 'mine'), so for them only endings may differ. */
const isSpelling = (a: string, b: string) =>
  SAME_STEM(a, b) ||
  (!TELLING.has(a) && !TELLING.has(b) && (SURE_SPELLING(a, b) || ABBREVIATED(a, b)));

/** What one shop alone may state, while two different ones mean two products: a year, many functions ('6in1'), a count, whose hair it suits. */
const ONCE = [
  YEAR,
  /^(?:[4-9]|1\d)in1$/,
  /^(?:items|intensity|hours)\d+$/,
  /^for(?:dry|dull|damaged|long|fine|coloured)$/,
];

/** Sorts the extra words of one name by meaning, without those that say nothing new. */
function leftOver(words: readonly string[], own: ProductText, other: ProductText): LeftOver {
  const over: LeftOver = { telling: [], kinds: [], plain: [], claims: [], unknown: [] };
  const maker = leftOutMaker(own, other);
  for (const word of words) {
    if (maker.includes(word) || isSaidAnyway(word, own, other)) continue;
    if (HOUSE_BRANDS.has(word)) over.telling.push(word);
    else if (isOfContainer(word, own, other)) over.plain.push(...(PLAIN.has(word) ? [word] : []));
    else if (own.kindWords.has(word)) over.kinds.push(word);
    else if (TELLING.has(word)) over.telling.push(word);
    else if (!(own.brand.includes(word) && other.brand.length === 0)) over.unknown.push(word);
  }
  return over;
}

/** True for a word that is neutral here, or that the other side states in another way. */
function isSaidAnyway(word: string, own: ProductText, other: ProductText): boolean {
  const beside = NEUTRAL_BESIDE.get(word) ?? NEUTRAL_BESIDE.get(word.replace(/\d+/g, ''));
  return (
    !isMeaningful(word) ||
    own.codes.has(word) ||
    isStated(word, own, other) ||
    ONCE.some((kind) => kind.test(word) && !other.words.some((each) => kind.test(each))) ||
    isShadeOfShared(word, own, other) ||
    isKnownAge(word, own, other) ||
    (beside !== undefined && [...own.words, ...other.words].some((each) => beside.has(each)))
  );
}

/** True for 'block' and 'original' beside a stated content. */
function isOfContainer(word: string, own: ProductText, other: ProductText): boolean {
  return (PLAIN.has(word) || CONTAINERS.has(word)) && hasContent(own) && hasContent(other);
}

/** Most words of a maker's name. */
const MAKER_WORDS = 2;

/**
 * The maker that one name puts before the other's first word: 'Nestle Peters Drumstick', 'Hasbro Gaming Monopoly'. A kind is no maker:
 * 'Case iPhone 16'.
 */
function leftOutMaker({ words, kindWords }: ProductText, other: ProductText): readonly string[] {
  const length = words.indexOf(other.words[0] ?? '');
  const isFollowed = length === 1 || words[length + 1] === other.words[1];
  const maker = isFollowed && length <= MAKER_WORDS ? words.slice(0, Math.max(0, length)) : [];
  const isName =
    maker.every((word) => /^[a-z]{2,}$/.test(word) && !kindWords.has(word)) &&
    ![TELLING, EDITIONS, HOUSE_BRANDS].some((known) => known.has(words[0] ?? ''));
  return isName ? maker : [];
}

/** True for '0months6' beside a stage that both names state, and in the name of a formula where the other states no age. */
function isKnownAge(word: string, own: ProductText, other: ProductText): boolean {
  const isStageShared = own.words.some((each) => STAGE.test(each) && other.words.includes(each));
  const isAlone = own.kinds.has('formula') && !other.words.some((each) => AGE.test(each));
  return AGE.test(word) && (isStageShared || isAlone);
}

const AGE = /^(?:birth|\d*months\d+)$/;
const STAGE = /^stage\d$/;

/** True for 'midnight' in 'midnight black' compared with 'black', and for 'black' in it compared with 'midnight'. */
function isShadeOfShared(word: string, ...both: readonly ProductText[]): boolean {
  const colour = colourOf(word);
  const isOther = (each: string) =>
    SHADES.has(each) !== SHADES.has(word) && colourOf(each) === colour;
  return colour !== null && both.every(({ words }) => words.some(isOther));
}

/**
 * True for a word that the other side states elsewhere: in its brand, model number or colour, or as a pack count ('120' for a pack of 120).
 */
function isStated(word: string, own: ProductText, other: ProductText): boolean {
  const counts = [other.pack?.total, other.pack?.count, other.goods.quantity];
  const isCount =
    ((own.pack?.count ?? 1) === 1 && counts.some((count) => word === `${count}`)) ||
    counts.some((count) => word === `${count}pc`);
  const isOne = word === 'single' && counts.includes(1) && other.pack?.unit === 'each';
  return (
    isCount ||
    isOne ||
    other.brand.includes(word) ||
    word === own.stated ||
    word === other.stated ||
    isColourOfCode(word, other)
  );
}

/** True for 'white' beside a model number that ends in two or more letters for it: 'kta120wht'. */
function isColourOfCode(word: string, { codes }: ProductText): boolean {
  const colour = colourOf(word);
  const isEnding = (code: string) => /[a-z]{2}$/.test(code) && endingColour(code) === colour;
  return colour !== null && [...codes].some(isEnding);
}

/** True when a weight, a volume or a count is stated. */
export function hasContent({ pack, goods }: ProductText): boolean {
  return pack !== null || (goods.quantity ?? 0) > 0;
}

/**
 * True when a weight, a volume or a separate quantity is stated. A count in a name does not qualify, because pens and screws have one
 * too.
 */
export function isWeighed({ pack, goods }: ProductText): boolean {
  return pack?.unit === 'g' || pack?.unit === 'mL' || (goods.quantity ?? 0) > 0;
}

/** Ratios of the lower to the higher price: names alone need `alone`; extra words need `close`. */
export const PRICE_RATIO = { alone: 0.6, close: 0.85, equal: 0.9 } as const;

/** The lower price over the higher, 0–1; null when a side states none. */
export function priceRatio({ left, right }: Pick<Pair, 'left' | 'right'>): number | null {
  const [a, b] = [left.goods.price ?? 0, right.goods.price ?? 0];
  return a > 0 && b > 0 ? Math.min(a, b) / Math.max(a, b) : null;
}

/** True where both sides state no more than a name, a price and a quantity. */
export function isPlain({ left, right }: Pair): boolean {
  return [left, right].every(
    ({ goods: { brand, model, description } }) => !brand && !model && !description,
  );
}
