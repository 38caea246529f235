import { type Element, seenTextOf } from '../../page/document.ts';
import { parentOf } from '../../page/region.ts';
import { isAbove } from '../../values/amount.ts';
import type { PriceMark } from './marks.ts';

/** How many elements may lie between a price and the "was" that belongs to it. */
export const REACH = 40;
/** A "was" of more than this many times the price is another article's, or a slip. */
const LARGEST_RATIO = 10;
const LONGEST_BLOCK = 160;
/** What a gift or a set is said to be worth was never asked for this product. */
const VALUED = /\b(?:valued? (?:at|of)|worth)\b/i;
const LABEL_WORDS = 3;
/** "Price: $64.95", whatever is printed before it in the cell. */
const CALLED = /\bprice\W{0,5}\d/i;
/** Words that stand beside a price whatever it is of. */
const OF_PRICES = new Set(
  'price prices now was were only just from to is our your today sale special original regular current reduced save saving rrp msrp inc incl including ex excl gst tax vat aud usd nzd each per or and the at with off down members member pay you'.split(
    ' ',
  ),
);
const RECOMMENDED = /\b(?:rrp|r\.r\.p|msrp|srp)\b/i;

/**
 * The "was" printed with today's price: the nearest crossed-out or so named amount above it, or a bare higher amount whose
 * printed percentage or saving proves it. Only amounts in reach of a place that prints the price itself count.
 */
export function findWasPrice(
  marks: readonly PriceMark[],
  price: string,
  heading: number,
): string | null {
  const anchor = findAnchor(marks, price, heading);
  const above = marks.filter(
    (mark) =>
      isAbove(mark.amount, price) &&
      Number(mark.amount) < Number(price) * LARGEST_RATIO &&
      mark.region === 'main',
  );
  const named = above.filter(
    (mark) =>
      mark.role === 'was' &&
      !VALUED.test(mark.text) &&
      // What stands before the heading is of the column beside it, where the price stands behind it.
      !(anchor && anchor.order > heading && mark.order < heading) &&
      (mark.isLabelled || !isSentence(mark.text) || printsBoth(mark, price)) &&
      (anchor ? Math.abs(mark.order - anchor.order) <= REACH : printsBoth(mark, price)),
  );
  // What the shop itself asked comes before what a maker recommends.
  const asked = named.filter((mark) => !RECOMMENDED.test(mark.text));
  const was = nearest(asked.length > 0 ? asked : named, anchor?.order ?? heading);
  if (was) return was.amount;
  if (!anchor) return null;
  const bare = above.filter(
    (mark) => mark.role === 'price' && Math.abs(mark.order - anchor.order) <= REACH / 4,
  );
  return bare.find((mark) => isProvenBySaving(anchor, mark, marks))?.amount ?? null;
}

/**
 * A description or an advertisement speaks of what else is sold, "Pillowcases sold separately at $45.00", "Selected mugs now $19,
 * were $49"; a price has a word or two beside it.
 */
export function isSentence(text: string): boolean {
  if (CALLED.test(text)) return false;
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  return words.length > LABEL_WORDS && words.filter((word) => !OF_PRICES.has(word)).length > 1;
}

/** The place nearest to the heading that prints today's price. */
export function findAnchor(
  marks: readonly PriceMark[],
  price: string,
  heading: number,
): PriceMark | null {
  const anchors = marks.filter(
    (mark) =>
      Number(mark.amount) === Number(price) && mark.role !== 'was' && mark.region === 'main',
  );
  return nearest(anchors, heading);
}

/**
 * The lower of two prices that stand together, where it is called today's, or a printed "-15%" or "save 300" proves it of two bare
 * ones; else the price as it is.
 */
export function reducedBeside(price: PriceMark, marks: readonly PriceMark[]): PriceMark {
  if (price.isNamed) return price;
  const lower = marks.find(
    (mark) =>
      mark.role === 'price' &&
      mark.region === 'main' &&
      isAbove(price.amount, mark.amount) &&
      (mark.isNamed
        ? printsBoth(mark, price.amount)
        : Math.abs(mark.order - price.order) <= REACH / 4 && isProvenBySaving(mark, price, marks)),
  );
  return lower ?? price;
}

function nearest(marks: readonly PriceMark[], order: number): PriceMark | null {
  return marks.reduce<PriceMark | null>(
    (best, mark) =>
      best && Math.abs(best.order - order) <= Math.abs(mark.order - order) ? best : mark,
    null,
  );
}

/** True when the block of the "was" prints today's price too: "statt 4.50 CHF 2.25". */
function printsBoth(mark: PriceMark, price: string): boolean {
  const up = parentOf(mark.element);
  const text = `${mark.text} ${up ? seenTextOf(up, LONGEST_BLOCK) : ''}`;
  const [whole = '', fraction] = price.split('.');
  const spelling = fraction ? `${whole}[.,]${fraction}` : whole;
  return new RegExp(`(?<![\\d.,])${spelling}(?![\\d]|[.,]\\d)`).test(text);
}

/** True when a "-15%" or "save 300" printed with the two amounts fits them. */
function isProvenBySaving(
  anchor: PriceMark,
  higher: PriceMark,
  marks: readonly PriceMark[],
): boolean {
  const was = Number(higher.amount);
  const saving = was - Number(anchor.amount);
  const isSaved = marks.some(
    (mark) =>
      mark.role === 'other' &&
      Math.abs(mark.order - anchor.order) <= REACH / 4 &&
      Math.abs(Number(mark.amount) - saving) < 0.011,
  );
  return isSaved || printsPercentOff(anchor, was);
}

const BLOCK_LEVELS = 5;

/**
 * True when the block of a price prints a percentage, "Save 20%", and that is what the price is below the other amount. Shops
 * round what is left.
 */
export function printsPercentOff({ element, amount }: PriceMark, was: number): boolean {
  const percentOff = (1 - Number(amount) / was) * 100;
  if (percentOff <= 0) return false;
  let up: Element | null = element;
  for (let level = 0; up && level < BLOCK_LEVELS; up = parentOf(up), level += 1) {
    const text = seenTextOf(up, LONGEST_BLOCK * 2);
    if (text.length > LONGEST_BLOCK) return false;
    for (const [, printed] of text.matchAll(/(?<![\d.,])(\d{1,2})(?:[.,]\d)?\s?%/g))
      if (Math.abs(percentOff - Number(printed)) <= 1) return true;
  }
  return false;
}
