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

/** What the page prints around its price, read from the raw markup. */
export interface PrintedPrice {
  /** The texts around the places that print the price, in page order. */
  texts: string[];
  amounts: Set<number>;
}

/**
 * What is printed around a product's price. Null where that could speak against it: a higher amount as a "was" would be,
 * a price with a condition, a sentence that refuses the purchase, or more places than are worth reading.
 */
export function readPrintedPrice(product: Candidate, body: string): PrintedPrice | null {
  const printed: PrintedPrice = { texts: [], amounts: new Set() };
  let last = Number.NEGATIVE_INFINITY;
  for (const at of placesOf(Number(product.price), body)) {
    if (at - last < SAME_PLACE_CHARS) continue;
    if (printed.texts.length >= WINDOW_LIMIT) return null;
    last = at;
    const text = textAround(body, at);
    if (product.deliveryCost === null && mentionsDeliveryCost(text)) return null;
    if (refusesPurchase(text) || STRUCK.test(body.slice(Math.max(0, at - STRUCK_CHARS), at)))
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
export function printsRefusal(body: string): boolean {
  for (const at of refusalsIn(body)) if (isPrinted(body, at)) return true;
  return false;
}

/**
 * True when a price that is nowhere printed as it is stated could be printed otherwise: its dollars apart from its cents, as
 * dollars where cents are stated, or with the tax that is not in it (price-doubt).
 */
export function isPrintedOtherwise({ price }: Pick<Candidate, 'price'>, body: string): boolean {
  const stated = Number(price);
  const withTax = stated * 110;
  const others = [
    Math.floor(stated),
    stated / 100,
    Math.floor(withTax) / 100,
    Math.ceil(withTax) / 100,
  ];
  return others.some((each) => each > 0 && placesOf(each, body).length > 0);
}

/** Where the price stands in text that a shopper sees; a few more than are read. */
function placesOf(price: number, body: string): number[] {
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
      let at = body.indexOf(spelling);
      at !== -1 && found <= WINDOW_LIMIT;
      at = body.indexOf(spelling, at + spelling.length)
    ) {
      if (isInNumber(body, at, at + spelling.length) || !isPrinted(body, at)) continue;
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

/** True when the position lies in text that a shopper sees, not in a tag or script. */
export function isPrinted(body: string, at: number): boolean {
  const from = Math.max(0, at - TAG_LIMIT_CHARS);
  const before = body.slice(from, at);
  const opened = before.lastIndexOf('<');
  if (opened === -1) return from === 0;
  if (!before.includes('>', opened)) return false;
  return !/^<(?:script|style)/i.test(before.slice(opened, opened + 7));
}

function textAround(body: string, at: number): string {
  const markup = body.slice(Math.max(0, at - WINDOW_CHARS), at + WINDOW_CHARS);
  return plainText(
    markup.slice(markup.indexOf('>') + 1).replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/g, ' '),
  );
}
