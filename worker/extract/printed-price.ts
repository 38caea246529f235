import { priceMentions } from '#domain/price-text-mentions.ts';
import type { Candidate } from './candidate.ts';
import { mentionsDeliveryCost } from './printed-extras.ts';
import { plainText } from './schema-node.ts';
import { refusalsIn, refusesPurchase } from './stock-words.ts';

/** How far around a printed price its "was" is looked for, in characters of markup. */
const WINDOW_CHARS = 2_000;
const WINDOW_LIMIT = 12;
/** A second place this near to the one before stands in the same window. */
const SAME_PLACE_CHARS = 300;
/** The longest tag that is looked back over. */
const TAG_LIMIT_CHARS = 4_000;
const GROUPED = new Intl.NumberFormat('en-AU');
/** Roles of printed amounts that could be a "was"; thresholds, instalments and savings never are. */
const MAYBE_WAS: ReadonlySet<string> = new Set(['now', 'plain', 'reference']);
const TODAYS: ReadonlySet<string> = new Set(['now', 'plain']);
/** What marks the price itself as a "was", shortly before it: then the data is older than the page. */
const STRUCK = /<(?:del|s|strike)\b|line-?through|strike|\b(?:was|old|rrp|compare)\b/i;
const STRUCK_CHARS = 120;
const CONDITIONS: ReadonlySet<string> = new Set(['unit', 'multi-buy', 'conditional']);

/** What the page prints around its price, read from its shown markup. */
export interface PrintedPrice {
  /** The texts around the places that print the price, in page order. */
  texts: string[];
  amounts: Set<number>;
}

/**
 * What is printed around a product's price. Null where that could speak against it: a higher amount as a "was" would be,
 * a price with a condition, a sentence that refuses the purchase, or more places than are worth reading.
 */
export function readPrintedPrice(product: Candidate, shown: string): PrintedPrice | null {
  const printed: PrintedPrice = { texts: [], amounts: new Set() };
  let last = Number.NEGATIVE_INFINITY;
  for (const at of placesOf(Number(product.price), shown)) {
    if (at - last < SAME_PLACE_CHARS) continue;
    if (printed.texts.length >= WINDOW_LIMIT) return null;
    last = at;
    const text = textAround(shown, at);
    if (product.deliveryCost === null && mentionsDeliveryCost(text)) return null;
    if (refusesPurchase(text) || STRUCK.test(shown.slice(Math.max(0, at - STRUCK_CHARS), at)))
      return null;
    for (const { role, amount } of priceMentions(text, product.currency)) {
      const isOtherRole = Number(amount) === Number(product.price) && !TODAYS.has(role);
      if (CONDITIONS.has(role) || isOtherRole) return null;
      const isHigher = Number(amount) > Number(product.price);
      if (product.originalPrice === null && MAYBE_WAS.has(role) && isHigher) return null;
      printed.amounts.add(Number(amount));
    }
    printed.texts.push(text);
  }
  return printed;
}

/** True when a shopper reads anywhere on the page that something cannot be bought. */
export function printsRefusal(shown: string): boolean {
  for (const at of refusalsIn(shown)) if (isPrinted(shown, at)) return true;
  return false;
}

/**
 * True when a price that is nowhere printed as it is stated could be printed otherwise: its dollars apart from its cents, as
 * dollars where cents are stated, or with the tax that is not in it (price-doubt).
 */
export function isPrintedOtherwise({ price }: Pick<Candidate, 'price'>, shown: string): boolean {
  const stated = Number(price);
  const withTax = stated * 110;
  const others = [
    Math.floor(stated),
    stated / 100,
    Math.floor(withTax) / 100,
    Math.ceil(withTax) / 100,
  ];
  return others.some((each) => each > 0 && placesOf(each, shown).length > 0);
}

/** Where the price stands in text that a shopper sees; a few more than are read. */
function placesOf(price: number, shown: string): number[] {
  const decimal = price.toFixed(2);
  const spellings = new Set([
    decimal,
    decimal.replace('.', ','),
    String(price),
    GROUPED.format(price),
  ]);
  const places: number[] = [];
  for (const spelling of spellings) {
    let found = 0;
    for (
      let at = shown.indexOf(spelling);
      at !== -1 && found <= WINDOW_LIMIT;
      at = shown.indexOf(spelling, at + spelling.length)
    ) {
      if (isInNumber(shown, at, at + spelling.length) || !isPrinted(shown, at)) continue;
      places.push(at);
      found += 1;
    }
  }
  return places.sort((a, b) => a - b);
}

/** True when the digits are part of a longer number: "49" in "1249" or "49.95". */
function isInNumber(body: string, start: number, end: number): boolean {
  return isDigit(body, start - 1) || isDigit(body, end);
}

function isDigit(body: string, at: number): boolean {
  const code = body.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** True when the position in shown markup lies in text, not in a tag. */
export function isPrinted(shown: string, at: number): boolean {
  const from = Math.max(0, at - TAG_LIMIT_CHARS);
  const before = shown.slice(from, at);
  const opened = before.lastIndexOf('<');
  if (opened === -1) return from === 0;
  return before.includes('>', opened);
}

function textAround(shown: string, at: number): string {
  const markup = shown.slice(Math.max(0, at - WINDOW_CHARS), at + WINDOW_CHARS);
  return plainText(markup.slice(markup.indexOf('>') + 1));
}
