import { type Availability, isInStock } from '#domain/offers/availability.ts';
import { type PriceMention, priceMentions } from '#domain/price-text/mentions.ts';
import { bytesOfText, textOfBytes } from '../fetch/page-body.ts';
import type { Candidate } from './candidate.ts';
import { ownPricePlaces } from './own-price-places.ts';
import { mentionsDeliveryCost } from './printed-extras.ts';
import { plainText } from './schema-node.ts';
import { type PageMarkup, PIECE_START } from './shown-markup.ts';
import { maySpeakOfStock, refusesPurchase, saysSoldOut, speaksOfScarcity } from './stock-words.ts';

/** How far around a printed price its "was" is looked for, in characters of markup. */
const WINDOW_CHARS = 2_000;
const WINDOW_LIMIT = 12;
/** How far around it what is charged now would stand, were the stated price an older one. */
const BESIDE_CHARS = 300;
const PER_PIECE = /(?:\/|\bper)\s?1?\s?(?:ea|each|units?|pieces?|pce)\b/i;
/** A second place this near to the one before stands in the same window. */
const SAME_PLACE_CHARS = 300;
/** What stands between thousands, here and elsewhere. */
const GROUPINGS = [',', '.', ' ', '\u00a0', '&nbsp;', '’', "'"].map(bytesOfText);
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;
/** Roles of printed amounts that could be a "was"; thresholds, instalments and savings never are. */
const MAYBE_WAS: ReadonlySet<string> = new Set(['now', 'plain', 'reference']);
const TODAYS: ReadonlySet<string> = new Set(['now', 'plain']);
/** What marks the price itself as a "was", shortly before it: then the data is older than the page. */
const STRUCK = /<(?:del|s|strike)\b|line-?through|strike|\b(?:was|old|rrp|compare)\b/i;
const STRUCK_CHARS = 120;
const CONDITIONS: ReadonlySet<string> = new Set(['unit', 'multi-buy', 'conditional']);

/** What the page prints around its price. */
export interface PrintedPrice {
  /** The texts around the places that print the price, in page order. */
  texts: string[];
  amounts: Set<number>;
}

/**
 * What is printed around a product's price on a page that was cut as a byte text. Null where that could speak against it: a
 * higher amount as a "was" would be, a price with a condition, a sentence that refuses the purchase, or more places than are
 * worth reading.
 */
export function readPrintedPrice(product: Candidate, markup: PageMarkup): PrintedPrice | null {
  const printed: PrintedPrice = { texts: [], amounts: new Set() };
  let last = Number.NEGATIVE_INFINITY;
  const places = placesOf(Number(product.price), markup.text);
  const inShown = places.map((place) => placeInShown(place, markup));
  for (const at of ownPricePlaces(inShown, product.name, markup)) {
    if (at - last < SAME_PLACE_CHARS) continue;
    if (printed.texts.length >= WINDOW_LIMIT) return null;
    last = at;
    const text = textAround(at, markup);
    if (product.deliveryCost === null && mentionsDeliveryCost(text)) return null;
    if (refusesPurchase(text) || isStruck(at, markup)) return null;
    const mentions = priceMentions(text, product.currency);
    for (const { role, amount } of mentions) {
      const isOtherRole = Number(amount) === Number(product.price) && !TODAYS.has(role);
      if (CONDITIONS.has(role) || isOtherRole) return null;
      const isHigher = Number(amount) > Number(product.price);
      if (product.originalPrice === null && MAYBE_WAS.has(role) && isHigher) return null;
      printed.amounts.add(Number(amount));
    }
    if (mayBeReduced(mentions, Number(product.price), text)) {
      const beside = textAround(at, markup, BESIDE_CHARS);
      const near = priceMentions(beside, product.currency);
      if (mayBeReduced(near, Number(product.price), beside)) return null;
    }
    printed.texts.push(text);
  }
  return printed;
}

/**
 * True when a shopper reads anywhere on the page that something cannot be bought or, against the data, that it is sold out
 * or that little is left.
 */
export function printsRefusal({ text: bytes }: PageMarkup, stated: Availability): boolean {
  if (!maySpeakOfStock(bytes)) return false;
  const text = textOfBytes(bytes);
  if (refusesPurchase(text) || (isInStock(stated) && saysSoldOut(text))) return true;
  return stated === 'in_stock' && speaksOfScarcity(text);
}

/**
 * True when a price that is nowhere printed as it is stated could be printed otherwise: its dollars apart from its cents, as
 * dollars where cents are stated, with the tax that is not in it, or with a percentage off (price-doubt).
 */
export function isPrintedOtherwise(
  { price }: Pick<Candidate, 'price'>,
  { text }: PageMarkup,
): boolean {
  const stated = Number(price);
  const withTax = stated * 110;
  const others = [
    Math.floor(stated),
    stated / 100,
    Math.floor(withTax) / 100,
    Math.ceil(withTax) / 100,
  ];
  return others.some((each) => each > 0 && placesOf(each, text).length > 0) || PERCENT.test(text);
}

const PERCENT = /\d ?%/;

/** Where the price stands in a page's text; a few more places than are read. */
function placesOf(price: number, text: string): number[] {
  const places: number[] = [];
  for (const spelling of spellingsOf(price)) {
    let found = 0;
    for (
      let at = text.indexOf(spelling);
      at !== -1 && found <= WINDOW_LIMIT;
      at = text.indexOf(spelling, at + spelling.length)
    ) {
      if (isInNumber(text, at, at + spelling.length)) continue;
      places.push(at);
      found += 1;
    }
  }
  return places.sort((a, b) => a - b);
}

/** How the price may be printed: its thousands apart or not, its cents behind a point or a comma, round ones not at all. */
function spellingsOf(price: number): Set<string> {
  const [whole = '', cents = ''] = price.toFixed(2).split('.');
  const grouped = whole.length > 3 ? GROUPINGS.map((sign) => whole.replace(THOUSANDS, sign)) : [];
  const tenths = cents.endsWith('0') ? cents.slice(0, 1) : cents;
  return new Set(
    [whole, ...grouped].flatMap((each) =>
      cents === '00'
        ? [each]
        : [cents, tenths].flatMap((end) => [`${each}.${end}`, `${each},${end}`]),
    ),
  );
}

/** True when the digits are part of a longer number: "49" in "1249" or "49.95". */
function isInNumber(text: string, start: number, end: number): boolean {
  return isDigit(text, start - 1) || isDigit(text, end);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** The place in shown markup of a place in the page's text. */
function placeInShown(place: number, { pieces: { inText, inShown } }: PageMarkup): number {
  const piece = countBelow(place, inText) - 1;
  return (inShown[piece] ?? 0) + place - (inText[piece] ?? 0) - PIECE_START.length;
}

/** True when the price of a unit or a lower price of today stands among the amounts. */
function mayBeReduced(mentions: readonly PriceMention[], price: number, text: string): boolean {
  const isLower = ({ role, amount }: PriceMention): boolean =>
    TODAYS.has(role) && Number(amount) > 0 && Number(amount) < price;
  return PER_PIECE.test(text) || mentions.some(isLower);
}

/** What is printed around a place in shown markup: whole pieces before it. */
function textAround(
  at: number,
  { text, pieces: { inText, inShown } }: PageMarkup,
  chars = WINDOW_CHARS,
): string {
  const from = countBelow(at - chars, inShown);
  const end = at + chars;
  const last = countBelow(end, inShown) - 1;
  const lastEnd = (inText[last] ?? 0) + PIECE_START.length + end - (inShown[last] ?? 0);
  const to = Math.min(lastEnd, inText[last + 1] ?? text.length);
  return plainText(textOfBytes(text.slice(inText[from] ?? 0, to)).replaceAll(PIECE_START, ' '));
}

function isStruck(at: number, { shown }: PageMarkup): boolean {
  return STRUCK.test(shown.slice(Math.max(0, at - STRUCK_CHARS), at));
}

/** How many of the ascending numbers are below a limit. */
function countBelow(limit: number, ascending: readonly number[]): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
