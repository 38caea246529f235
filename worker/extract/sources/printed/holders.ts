import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { PRINTED_CODES } from '#domain/price-text/currencies.ts';
import { type PriceMention, priceMentions } from '#domain/price-text/mentions.ts';
import { RANGE } from '#domain/price-text/roles.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import {
  $,
  holdsMore,
  isCents,
  labelsAround,
  ownText,
  parentOf,
  type Region,
  shownText,
  upFrom,
} from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';
import { regionOf } from '../../page/region.ts';
import { ABSURD_AMOUNT } from '../../values/candidate.ts';
import { isBuyButton, WITHOUT_PRICE } from '../../words/words.ts';
import { type Holder, type Role, roleOf } from './roles.ts';

const LONGEST_PRICE_TEXT = 60;
/** Including indentation. */
const LONGEST_RAW = 1_000;
const TEXTS_LIMIT = 4;
/** A number without a currency is a price only in an element labelled as a price. */
const BARE_PRICE = /^\D{0,14}\d{1,3}(?:[.,\s]?\d{3})*(?:[.,]\d{2})?[^\d+]{0,3}$/;
const MONEY = /[$€£¥₹]|[\d.]\s?[c¢]\b/;

/** A currency code beside a number with cents; "TOP 10" and "CUP 250" are not prices. */
const CODED = new RegExp(
  `(?<!\\p{L})(?:${PRINTED_CODES.join('|')})\\s?\\d[\\d.,]*[.,]\\d{2}(?!\\d)|\\d[.,]\\d{2}\\s?(?:${PRINTED_CODES.join('|')})(?!\\p{L})`,
  'u',
);

/** True for a text with a currency's sign or code. */
export function isMoney(text: string): boolean {
  return MONEY.test(text) || (WITH_CENTS.test(text) && CODED.test(text));
}

/** A fast filter for CODED. */
const WITH_CENTS = /[.,]\d{2}/;

/** Returns the holders of the amounts in an element's own text: the largest element around a lone amount, else the element itself. */
export function findHolders(start: Element, hint: string | null): Holder[] {
  const texts = numberTexts(start);
  if (texts.length === 0) return [];
  const whole = holderOf(start, hint);
  return whole ? [whole] : texts.flatMap((text) => looseHolders(start, text, hint));
}

function numberTexts(element: Element): string[] {
  const texts: string[] = [];
  for (const child of element.children) {
    if (!isText(child) || child.data.length > LONGEST_RAW || !/\d/.test(child.data)) continue;
    const text = labelBefore(child) + foldSpaces(child.data).trim();
    if (text.length <= LONGEST_PRICE_TEXT && texts.length < TEXTS_LIMIT) texts.push(text);
  }
  return texts;
}

/** Returns the sign or label in an element of its own before a loose number: "<i>$</i>59.00 <b>Original price</b> $79.00". */
function labelBefore({ prev }: ChildNode): string {
  const label = prev && isTag(prev) ? shownText(prev, 25) : '';
  return SIGN.test(label) || /^\D*(?:price|:)$/i.test(label) ? `${label} ` : '';
}

/** Returns prices in loose text between other elements: "$119 Was $149", "Regular price: $179.99" beside elements. */
function looseHolders(element: Element, text: string, hint: string | null): Holder[] {
  if (!isMoney(text)) return [];
  const mentions = priceMentions(text, hint).filter(isPositive);
  if (mentions.length > TEXTS_LIMIT || mentions.some(({ before }) => RANGE.test(before))) return [];
  const loose = { element, number: element, text, isLabelled: isPriceLabel(element), parts: [] };
  return mentions.map((mention) => ({ ...loose, mention }));
}

/** True for a block around an amount that also holds a product's name or another label. */
const isOfName = (block: Element, start: Element, within: Element | null): boolean =>
  within !== null && (block.hasName || holdsMore(block, start, within));

/** Returns the largest ancestor whose whole text is still this one amount. */
function holderOf(start: Element, hint: string | null): Holder | null {
  let best: Holder | null = null;
  let isSplit = false;
  let isLabelled = false;
  let within: Element | null = null;
  for (const up of upFrom(start, 5)) {
    const own = shownText(up, LONGEST_PRICE_TEXT * 2);
    if (own.length > LONGEST_PRICE_TEXT || isOfName(up, start, within)) break;
    within = up;
    isLabelled ||= isPriceLabel(up);
    const { text, parts } = splitPrice(up, own) ?? { text: own, parts: [] };
    if (!isMoney(text) && !(isLabelled && BARE_PRICE.test(text))) continue;
    const all = priceMentions(text, hint);
    const [mention, second = all[1]] = all.filter(isPositive);
    // The parent reads "$39 95", which loses the cents.
    if (second || (isSplit && best && best.mention.amount !== mention?.amount)) break;
    isSplit ||= parts.length > 0;
    if (mention && isNumberOf(start, mention))
      best = { element: up, number: start, mention, text, isLabelled, parts };
  }
  return best;
}

function isPositive({ amount }: PriceMention): boolean {
  return Number(amount) > 0 && Number(amount) < ABSURD_AMOUNT;
}

/** True when the element holds the amount's number or a part of it; "Hiker 1 Tent" before "$129.00" does not. */
function isNumberOf(start: Element, { amount }: PriceMention): boolean {
  const digits = amount.replace('.', '');
  const wholes = [digits, ...amount.split('.')];
  return numberTexts(start).some((text) =>
    (text.match(NUMBER_RUN) ?? []).some((run) => {
      const own = run.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
      if (wholes.includes(own) || own.startsWith(digits)) return true;
      return !/\p{L}/u.test(text) && (digits.startsWith(own) || digits.endsWith(own));
    }),
  );
}

const NUMBER_RUN = /\d(?:[\d.,'\s]*\d)?/g;
const SIGN = /^(?:A(?:UD?)?|NZ|US)? ?[$€£]$/;
const WHOLE = /^(?:(?:A(?:UD?)?|NZ|US)? ?[$€£])? ?\d[\d,]*(?:[.,]|\.\d{2})?$/;
const CENTS = /^[.,]?\d{2}$/;
const CENT_SIGN = /^(?:c|¢|cents?)$/i;

/**
 * Joins a price whose sign, dollars and cents are siblings: "$" "4" "." "19", "$4." "19". The parent may print a unit price
 * too. Bare digits are cents only after a point, in an element labelled as cents, or last after a sign.
 */
function splitPrice(element: Element, own: string): Pick<Holder, 'text' | 'parts'> | null {
  if (!WHOLE.test(own)) return null;
  const before = neighbour(element, 'prev').text;
  const sign = SIGN.test(before) ? before : '';
  const beside = neighbour(element, 'next');
  const point = /^[.,]$/.test(beside.text) ? beside.text : '';
  const { text, element: cents } = point ? neighbour(beside.element, 'next') : beside;
  const isPointed = /[.,]$/.test(own + point) || /^[.,]/.test(text);
  if (cents && CENT_SIGN.test(text) && /^\d{1,2}$/.test(own))
    return { text: sign + own + text, parts: [cents] };
  const isCentsBehind = cents && CENTS.test(text) && !/\.\d{2}$/.test(own);
  if (isCentsBehind && (isPointed || isCents(cents) || (sign && endsPrice(cents))))
    return { text: `${sign}${own}${point}${isPointed ? '' : '.'}${text}`, parts: [cents] };
  return sign ? { text: sign + own + point, parts: [] } : null;
}

/** "$" "39" "95" "ea", each in an element of its own: nothing but a unit follows the cents. */
function endsPrice(cents: Element): boolean {
  return /^(?:|ea\.?|each|per .{1,12}|\/ ?.{1,12})$/i.test(neighbour(cents, 'next').text);
}

const SIBLINGS_LIMIT = 30;

/** Returns the text of the nearest sibling that prints any, with its element if it is one. */
export function neighbour(start: Element | null, side: 'prev' | 'next') {
  let at = start?.[side];
  for (let passed = 0; at && passed < SIBLINGS_LIMIT; passed += 1) {
    const element = isTag(at) ? at : null;
    const text = element ? shownText(element, 20) : $(at).text().trim();
    if (text) return { text, element };
    at = at[side];
  }
  return { text: '', element: null };
}

function isPriceLabel(element: Element): boolean {
  const { itemprop = '', property = '' } = element.attribs;
  return /pric[ei]|cost\b/i.test(`${labelsAround(element)} ${itemprop} ${property}`);
}

/** One printed amount of money with its role and position. */
export interface PriceMark extends Holder, Role {
  /** Position in document order. */
  order: number;
  amount: string;
  currency: string | null;
  region: Region;
}

export type PriceMarks = readonly PriceMark[];

const MARK_LIMIT = 1_500;
/** Regions without prices of goods: what is not rendered, and the site's frame. */
const OUTSIDE: ReadonlySet<Region> = new Set(['hidden', 'chrome']);

/** Returns all visible amounts of money, in document order. */
export function findPriceMarks(page: PageDocument, currencyHint: string | null): PriceMark[] {
  const marks: PriceMark[] = [];
  const seen = new Set<Element>();
  const roleIn = rolesOf(page);
  for (const element of page.elements) {
    if (!/\d/.test(ownText(element)) || OUTSIDE.has(regionOf(element))) continue;
    if (marks.length >= MARK_LIMIT) break;
    const holders = findHolders(element, currencyHint).filter((each) => !seen.has(each.element));
    for (const holder of holders) {
      for (const part of [holder.element, ...holder.parts]) seen.add(part);
      const { amount, currency } = holder.mention;
      const region = regionOf(holder.element);
      const role = roleIn(holder);
      // The price of a subscription explains a lower stated amount.
      if (region !== 'hidden' && (role.role === 'member' || !isOption(holder)))
        marks.push({ ...holder, ...role, order: holder.element.order, amount, currency, region });
    }
  }
  return marks;
}

/** The roles of a page's amounts: none is a price beside a text, or a picture of one, such as "Call for price". */
function rolesOf(page: PageDocument): (holder: Holder) => Role {
  const said = (each: Element) =>
    shownText(each, LONGEST_PRICE_TEXT) || (each.attribs['title'] ?? each.attribs['alt'] ?? '');
  const saying = page.elements.filter((each) => WITHOUT_PRICE.test(said(each)));
  const blocks = new Set(saying.map(parentOf));
  const isBeside = ({ element }: Holder) => upFrom(element, 2).some((up) => blocks.has(up));
  return (holder) => (isBeside(holder) ? { role: 'other', isNamed: true } : roleOf(holder));
}

/** True for a price on a button that selects an option instead of buying. */
function isOption({ element, number, text }: Holder): boolean {
  for (let up: Element | null = number; up && up !== element; up = parentOf(up))
    if (up.name === 'button' || isExtra(up)) return !isBuyButton(text, up.label);
  for (const up of upFrom(element, 4)) {
    const isChoice =
      up.name === 'button' ||
      up.name === 'label' ||
      up.attribs['role'] === 'radio' ||
      /(?:^|[\s_-])(?:swatch|variant-?option|option-?item|a-button)(?:$|[\s_-])/i.test(up.label);
    if (isChoice)
      return ![text, shownText(up, 80)].some(
        (said) => isBuyButton(said, up.label) || ONE_TIME.test(said),
      );
  }
  return false;
}

/** Labels of the price without a subscription. */
const ONE_TIME = /\b(?:one[- ]?(?:time|off)|single) (?:purchase|order|delivery)\b|\bbuy once\b/i;

/** True for a price beside a checkbox: "Add gift wrap $4.95". */
function isExtra(element: Element): boolean {
  return element.name === 'label' && $(element).children('[type="checkbox"]').length > 0;
}
