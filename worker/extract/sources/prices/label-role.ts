import { type Element, seenTextOf } from '../../page/document.ts';
import { labelOf, labelWords, parentOf, tagsBeside } from '../../page/region.ts';
import {
  EARLIER_WORDS,
  LAYOUT_WORDS,
  MEMBER_WORDS,
  NOW_WORDS,
  OTHER_WORDS,
  TAX_WORDS,
  WAS_PRICE_WORDS,
  WAS_WORDS,
  WITH_WORDS,
} from '../../words/prices.ts';

/** What a printed amount stands for. `price` is today's; the others never become one. */
export type MarkRole = 'price' | 'was' | 'member' | 'other';

/** `isNamed`: its words or its markup say which of the roles it is. */
export interface Role {
  role: MarkRole;
  isNamed: boolean;
}

/** A class speaks for a price only where its block holds little else. */
export const LONGEST_BLOCK = 70;

/**
 * A list of prices is no list price, and what stands with one is another; the price of an item is no unit price; a box holds
 * the price and what comes on top; a product may be taxed and shipped.
 */
const PRICE_LIST =
  /(price)[-_]?list(?![a-z])|(price)[-_]per[-_](?:sellable[-_]unit|item|each|piece)(?![a-z])|with[-_]?(?:list|old|was|regular)[-_]?price|[-_]and[-_](?:shipping|delivery)|shipping-taxable/gi;

/** What an element's tag and its author's words for it say of the price in it. */
export function roleOfLabel(element: Element): Role | null {
  if (isStruck(element)) return { role: 'was', isNamed: true };
  const words = labelWords(labelOf(element).replace(PRICE_LIST, '$1$2'));
  // "pricePerUnit" beside "pricePerMeasure": the unit is what is sold.
  if (saysPer(words, 'unit') && hasPerMeasure(element)) return null;
  // "discounted-price" beside "price-with-discount" is the price that was discounted.
  if (words.includes('discounted') && tagsBeside(element).some(isWithDiscount))
    return { role: 'was', isNamed: true };
  // "price-before-discount" and "price original discounted" are not the discounted one, nor is "price--non-sale".
  const isBefore =
    words.includes('price') &&
    (words.some((word) => EARLIER_WORDS.has(word)) || words[words.indexOf('sale') - 1] === 'non');
  const isReduced =
    words.includes('sale') || (words.includes('discount') && words.includes('price') && !isBefore);
  const isTax =
    words.some((word) => TAX_WORDS.has(word)) &&
    !words.some((word) => WITH_WORDS.has(word)) &&
    !WITH_TAX.test(seenTextOf(element, LONGEST_BLOCK));
  const isNow = !isBefore && words.some((word) => NOW_WORDS.has(word));
  // "price-final_price tax weee": made up of both, and said of the old price too.
  if (isTax && isNow) return null;
  if (isTax || (words.some((word) => OTHER_WORDS.has(word)) && !isReduced && !isBefore))
    return { role: 'other', isNamed: true };
  if (words.some((word) => MEMBER_WORDS.has(word)) && !words.includes('non'))
    return { role: 'member', isNamed: true };
  if (isNow) return { role: 'price', isNamed: true };
  if (isBefore || words.some((word) => WAS_WORDS.has(word)) || isEarlierPrice(words, element))
    return { role: 'was', isNamed: false };
  return null;
}

/** "$110.00 inc GST" in a place that is called the tax's. */
const WITH_TAX = /\d\s*\(?(?:inc|incl|including|with)\.?\s*(?:gst|tax|vat)\b/i;

const isWithDiscount = (twin: Element): boolean => /price-with-discount/i.test(labelOf(twin));

function saysPer(words: readonly string[], what: string): boolean {
  return words[words.indexOf('per') + 1] === what && words.includes('price');
}

function hasPerMeasure(element: Element): boolean {
  return tagsBeside(element).some((twin) => saysPer(labelWords(labelOf(twin)), 'measure'));
}

/** True when the words call a price "regular" or the like, or in a box called a price "original" or the like. */
function isEarlierPrice(words: readonly string[], element: Element): boolean {
  if (words.length === 1 && words[0] === 'compare') return true;
  if (words.some(isPriceWord))
    return words.some(
      (word, at) =>
        WAS_PRICE_WORDS.has(word) &&
        (!LAYOUT_WORDS.has(word) ||
          [words[at - 1], words[at + 1]].some((beside) => beside && isPriceWord(beside))),
    );
  const parent = parentOf(element);
  return (
    parent !== null &&
    words.some((word) => EARLIER_WORDS.has(word)) &&
    labelWords(labelOf(parent)).some(isPriceWord)
  );
}

function isPriceWord(word: string): boolean {
  return word === 'price' || word === 'prices' || word === 'pricing';
}

/** True for an element that crosses out what it prints. */
export function isStruck({ name, attribs }: Element): boolean {
  if (name === 'del' || name === 's' || name === 'strike') return true;
  if (attribs['data-a-strike'] === 'true' || attribs['data-strike'] === 'true') return true;
  return /line-through/i.test(`${attribs['style'] ?? ''} ${attribs['class'] ?? ''}`);
}
