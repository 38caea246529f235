import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { PRINTED_CODES } from '#domain/price-text/currencies.ts';
import { parseMultiBuy } from '#domain/price-text/price-text.ts';
import { FROM } from '#domain/price-text/roles.ts';
import { labelsAround, parentOf, shownText, upFrom } from '../../page/element.ts';
import { isAbove, WITH_GST } from '../../values/candidate.ts';
import { neighbour, type PriceMark, type PriceMarks } from './holders.ts';
import { isPerLot } from './per-measure.ts';

/** Features of an amount with their weights for or against it as today's price. */
const FEATURES: readonly (readonly [weight: number, has: (mark: PriceMark) => boolean])[] = [
  // A label as an old price does not support today's price.
  [2, ({ isLabelled, role }) => isLabelled && role !== 'was'],
  [1, ({ isNamed }) => isNamed],
  [0.3, ({ currency }) => currency !== null],
  [0.2, ({ currency }) => currency === 'AUD'],
  [-1.5, (mark) => mark.role === 'was' || isPerLot(mark)],
  [-1.5, ({ isLabelled, text }) => !isLabelled && isSentence(text)],
];

/**
 * Returns the amount that is most likely today's price: by its features, and by its place if `nearness` rates that. A label as an
 * old price counts against an amount, but a lone one is the price: shops reuse such classes. Null if none rates above `least`.
 */
export function choosePrice(
  marks: PriceMarks,
  { nearness = (_: PriceMark) => 0, least = 0 },
): PriceMark | null {
  let best: { mark: PriceMark; score: number } | null = null;
  for (const mark of marks.some(mayBePrice) ? marks.filter(mayBePrice) : misnamed(marks)) {
    if (mark.role === 'was' && marks.some((each) => isReducedFrom(each, mark))) continue;
    const place = nearness(mark) + Number(isProvenToday(mark, marks));
    const score = FEATURES.reduce((sum, [weight, has]) => sum + (has(mark) ? weight : 0), place);
    // Of equal amounts the first counts, whatever the sums' rounding.
    if (score > (best?.score ?? least) + 1e-6) best = { mark, score };
  }
  return best?.mark ?? null;
}

/** True for the price after a second reduction: the last of "$120 $90 Sale: $108 Save 10%". */
function isProvenToday(mark: PriceMark, marks: PriceMarks): boolean {
  const near = marks.filter(({ order }) => Math.abs(order - mark.order) <= REACH / 4);
  return mark.isNamed && near.some(({ amount }) => printsPercentOff(mark, Number(amount)));
}

/** True for today's price, and for a label such as "regular", which shops use for their only price. */
export function mayBePrice({ role, isNamed }: PriceMark): boolean {
  return role === 'price' || (role === 'was' && !isNamed);
}

/** Returns the marks of the only amount that nothing but an attribute rules out as a price: class "unit-price". */
export function misnamed(marks: PriceMarks): PriceMarks {
  const open = marks.filter(({ role, isNamed }) => role !== 'other' || !isNamed);
  const areAlike = open.every(({ role, amount }) => role === 'other' && amount === open[0]?.amount);
  return areAlike ? open : [];
}

/** True for the low end of several variants' prices: "from" stands directly before it, perhaps in an element of its own. */
export function isFrom({ mention, element }: PriceMark): boolean {
  return FROM.test(`${neighbour(element, 'prev').text} ${mention.before}`);
}

/** True for a reduced price of several variants beside the usual one: "Regular price $249.00 Sale price from $189.00". */
function isReducedFrom(mark: PriceMark, usual: PriceMark): boolean {
  const { role, amount, element } = mark;
  const isBeside = [element, parentOf(element)].includes(parentOf(usual.element));
  return role === 'other' && isBeside && isFrom(mark) && isAbove(usual.amount, amount);
}

/** Maximum distance between a price and its "was", in elements. */
export const REACH = 40;
/** A higher ratio of "was" to price means another product or a mistake. */
const LARGEST_RATIO = 10;
const LONGEST_BLOCK = 160;
/** The stated worth of a gift or set, which was never this product's price. */
const VALUED = /\b(?:valued? (?:at|of)|worth)\b/i;
const LABEL_WORDS = 3;
/** Words that accompany the price of any product. */
const OF_PRICES = new Set(
  'price prices now was were only just from to is our your today sale special original regular current reduced save saving rrp msrp inc incl including ex excl gst tax vat aud usd nzd each per or and the at with off down members member pay you'.split(
    ' ',
  ),
);
const RECOMMENDED = /\b(?:rrp|r\.r\.p|msrp|srp)\b/i;

/**
 * Finds the "was" printed with today's price: the nearest amount above it that is crossed out or labelled so, or a plain amount
 * that a printed percentage or saving proves. Only amounts within REACH of the printed price count.
 */
export function findWasPrice(marks: PriceMarks, price: string, heading: number): string | null {
  const anchor = findAnchor(marks, price, heading);
  if (!anchor) return null;
  const isNear = (reach: number, { order }: PriceMark) => Math.abs(order - anchor.order) <= reach;
  const above = marks.filter(
    (mark) => isAbove(mark.amount, price) && Number(mark.amount) < Number(price) * LARGEST_RATIO,
  );
  const named = above.filter(
    (mark) =>
      mark.role === 'was' &&
      !VALUED.test(mark.text) &&
      !marks.some((each) => isOfAnother(mark, each, anchor)) &&
      (mark.isLabelled || !isSentence(mark.text)) &&
      // An amount before the heading belongs to a side column if the price follows the heading.
      !(anchor.order > heading && mark.order < heading) &&
      isNear(REACH, mark),
  );
  // Prefer the shop's own former price to a recommended retail price.
  const former = named.filter((mark) => !RECOMMENDED.test(mark.text) && isNear(REACH / 4, mark));
  const was = nearest(former.length > 0 ? former : named, anchor.order);
  if (was) return was.amount;
  const near = above.filter((mark) => isNear(REACH / 4, mark));
  // "From" before a pair is of both: "From $120 $90 Save 25%".
  const mayBeFormer = (mark: PriceMark) =>
    mark.role === 'price' || (mark.mention.role === 'plain' && isFrom(mark));
  const bare = near.filter(mayBeFormer);
  return (
    bare.find((mark) => isProvenBySaving(anchor, mark, marks) || areBeforeAndNow(mark, anchor))
      ?.amount ?? null
  );
}

/** True for a "was" beside a lower price other than today's: of a related product, or of four pieces, "$636 $477". */
function isOfAnother(was: PriceMark, mark: PriceMark, anchor: PriceMark): boolean {
  const block = parentOf(was.element);
  return (
    mark.role === 'price' &&
    (mark.element === block || mark.element.parent === block) &&
    isAbove(was.amount, mark.amount) &&
    Number(mark.amount) !== Number(anchor.amount) &&
    !upFrom(anchor.element).includes(block ?? anchor.element) &&
    !printsPercentOff(anchor, Number(was.amount))
  );
}

/**
 * True for descriptions and advertisements, which mention other products: "Pillowcases sold separately at $45.00", "Selected
 * mugs now $19, were $49". Prices have a word or two around them.
 */
export function isSentence(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  return words.length > LABEL_WORDS && words.filter((word) => !OF_PRICES.has(word)).length > 1;
}

/** Returns the mark of today's price that is nearest to the heading. */
export function findAnchor(marks: PriceMarks, price: string, heading: number): PriceMark | null {
  const same = marks.filter(({ amount }) => Number(amount) === Number(price));
  const now = same.filter(({ role, isNamed }) => role !== 'was' || !isNamed);
  // The product's name may hold the amount too.
  const labelled = now.filter(({ isLabelled, order }) => isLabelled && order - heading < REACH);
  return nearest(labelled, heading) ?? nearest(now, heading);
}

/** Returns the lower of two adjacent prices if it is labelled as today's, a printed "-15%" or "save 300" proves it, or the two are a former price and today's; else the price. */
export function reducedBeside(price: PriceMark, marks: PriceMarks): PriceMark {
  if (price.isNamed) return price;
  const lower = marks.find(
    (mark) =>
      mark.role === 'price' &&
      mark.region === 'main' &&
      Math.abs(mark.order - price.order) <= REACH / 4 &&
      (isProvenBySaving(mark, price, marks) || areBeforeAndNow(price, mark)),
  );
  return lower ?? price;
}

/** A pair that differs by a tax, ours or the British one, is no former price with today's. */
const TAXES = [WITH_GST, 1.2];

/**
 * True when the lower amount stands directly behind the higher one, or before it, and looks different, without a word in either's element or
 * a third amount beside them: "$79.00 $59.00".
 */
export function areBeforeAndNow(higher: PriceMark, lower: PriceMark, isBehind = true): boolean {
  const ratio = Number(higher.amount) / Number(lower.amount);
  const isPlausible = ratio > 1 && ratio < 4 && TAXES.every((tax) => Math.abs(ratio - tax) > 0.002);
  if (
    !isPlausible ||
    higher.isNamed ||
    lower.role !== 'price' ||
    lower.currency !== higher.currency
  )
    return false;
  const within = upFrom(lower.number);
  const one = upFrom(higher.element, BLOCK_LEVELS).find((up) =>
    within.includes(parentOf(up) ?? up),
  );
  const other = within.find((up) => parentOf(up) === (one && parentOf(one)));
  if (!one || !other || neighbour(one, isBehind ? 'next' : 'prev').element !== other) return false;
  const isAlike = one.name === other.name && one.label === other.label;
  const [first, last] = isBehind ? [one, other] : [other, one];
  const around = [neighbour(first, 'prev').text, neighbour(last, 'next').text];
  const areBare = isBare(shownText(one)) && (lower.isNamed || isBare(shownText(other)));
  return !isAlike && areBare && !around.some(isBare);
}

const isBare = (text: string): boolean =>
  /\d/.test(text) && !/\p{L}{2}|%/u.test(text.replace(CURRENCIES, ''));

const CURRENCIES = new RegExp(`\\b(?:${PRINTED_CODES.join('|')})\\b`, 'g');

function nearest(marks: PriceMarks, order: number): PriceMark | null {
  const distance = (mark: PriceMark) => Math.abs(mark.order - order);
  return marks.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** True when a "-15%" or "save 300" printed with the two amounts fits them. */
function isProvenBySaving(anchor: PriceMark, higher: PriceMark, marks: PriceMarks): boolean {
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

/** True when the block of a price prints the discount from the other amount, "Save 20%", within one percentage point: shops round. */
export function printsPercentOff({ element, amount }: PriceMark, was: number): boolean {
  const percentOff = (1 - Number(amount) / was) * 100;
  if (percentOff <= 0) return false;
  for (const up of upFrom(element, BLOCK_LEVELS)) {
    const text = shownText(up, LONGEST_BLOCK * 2);
    if (text.length > LONGEST_BLOCK) return false;
    for (const [, printed] of text.matchAll(/(?<![\d.,])(\d{1,2})(?:[.,]\d)?\s?%/g))
      if (Math.abs(percentOff - Number(printed)) <= 1) return true;
  }
  return false;
}

const MEMBER = /member|club|reward|loyal|with card|one ?pass|flybuys|\bvip\b|insider/i;

/** Finds the conditional prices printed with today's price: per unit, for members, of a multi-buy, of delivery. They never replace it. */
export function findPrintedExtras(marks: PriceMarks, price: string, heading: number) {
  const anchor = findAnchor(marks, price, heading);
  const near = marks.filter(
    ({ role, order }) => role !== 'price' && anchor && Math.abs(order - anchor.order) <= REACH,
  );
  const others = near.filter(({ role }) => role === 'other');
  const member = near.find(
    // Monthly plans and prices before tax are conditional too.
    ({ role, amount, text, element }) =>
      role === 'member' &&
      isAbove(price, amount) &&
      MEMBER.test(`${text} ${labelsAround(element)}`),
  );
  const delivery = others.find(
    ({ text, mention }) => mention.role === 'delivery' && !DELIVERY_CONDITION.test(text),
  );
  return {
    unitPrice: others.map(({ text }) => parseUnitPrice(text)).find(Boolean) ?? null,
    memberPrice: member?.amount ?? null,
    multiBuy: others.map(({ text }) => parseMultiBuy(text)).find(Boolean) ?? null,
    deliveryCost: delivery?.amount ?? null,
  };
}

/** A threshold, minimum or condition, so not the delivery cost of this order. */
const DELIVERY_CONDITION = /free|over|above|from|spend|orders|minimum|up to|member/i;
