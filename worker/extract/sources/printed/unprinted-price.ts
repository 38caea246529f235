import { type Element, elementsIn, type PageDocument } from '../../page/document.ts';
import { labelOf, parentOf, regionOf } from '../../page/region.ts';
import { isAbove, readAmount } from '../../values/amount.ts';
import { isPerKilogramOrMetre, type PriceMark } from '../prices/price-marks.ts';
import { NEAR } from './stock.ts';

/** The Goods and Services Tax on top of a price before it (GST Act 1999, s 9-70). */
export const WITH_GST = 1.1;

/** What stands in for a price where the page prints no plain one at its heading. */
export interface StandIn {
  price: string;
  currency: string | null;
  was: string | null;
}

/** The place of the page's own product. */
interface Place {
  titleOrder: number;
  isForeign: (element: Element) => boolean;
}

/**
 * Asked last: goods that are sold by the kilogram alone, prices before GST alone, prices that a template calls "without tax" where
 * there is no other, and prices that only attributes state, for a script to print. Null where several could be meant.
 */
export function findStandIn(
  page: PageDocument,
  marks: readonly PriceMark[],
  place: Place,
): StandIn | null {
  const near = marks.filter(
    ({ element, order, region, isLabelled }) =>
      isLabelled &&
      region === 'main' &&
      order > place.titleOrder &&
      order - place.titleOrder <= NEAR &&
      !isInCard(element, place.titleOrder),
  );
  for (const read of [perKilogram, withoutTax, beforeGst]) {
    const [price, other] = new Set(near.map(read).filter((each) => each !== null));
    if (price && !other) return { price, currency: near[0]?.currency ?? null, was: null };
  }
  const stated = statedByAttributes(page, place);
  // What the page prints as something else, "as low as", is no price as an attribute either.
  const isPrinted = marks.some(({ amount }) => Number(amount) === Number(stated?.price));
  return isPrinted ? null : stated;
}

/** True within an entry of a list that begins after the heading. */
function isInCard(element: Element, titleOrder: number): boolean {
  for (let up: Element | null = element; up; up = parentOf(up)) {
    if (up.order <= titleOrder) return false;
    if (up.name === 'li' || up.name === 'article') return true;
  }
  return false;
}

function perKilogram(mark: PriceMark): string | null {
  return isPerKilogramOrMetre(mark) ? mark.amount : null;
}

const WITHOUT_TAX = /without-?tax|ex(?:cl?|cluding)?-?(?:tax|vat|gst)/i;

/** By the template's class alone: where shops charge no tax they print this price and no other. */
function withoutTax({ role, text, amount, element }: PriceMark): string | null {
  if (role !== 'other' || /\p{L}{4}/u.test(text)) return null;
  return elementsIn(element).some((each) => WITHOUT_TAX.test(labelOf(each))) ? amount : null;
}

const BEFORE_GST = /(?:\+|\bplus|\bex(?:cl?\.?|cluding)?)\s*gst\b/i;

/** What a shopper pays: the tax comes on top. */
function beforeGst({ role, text, amount, currency, element }: PriceMark): string | null {
  const said = `${text} ${labelOf(parentOf(element) ?? element)}`;
  if (role !== 'member' || currency !== 'AUD' || !BEFORE_GST.test(said)) return null;
  return (Math.round(Number(amount) * 100 * WITH_GST) / 100).toFixed(2);
}

const PRICE_ATTRIBUTES = [
  ...['data-price-amount', 'data-price', 'data-product-price', 'data-current-price'],
  ...['data-final-price', 'data-sale-price', 'data-product-price-amount', 'content', 'value'],
];
const WAS_ATTRIBUTES = [
  ...['data-was-price', 'data-old-price', 'data-original-price', 'data-compare-at-price'],
  ...['data-compare-price', 'data-regular-price', 'data-list-price', 'data-rrp'],
];
/** These state whole units of money; other attributes may state cents, which only a point rules out. */
const WHOLE_UNITS = new Set(['data-price-amount', 'content', 'value']);
const OPTIONS = new Set([
  'button',
  'label',
  'option',
  'input',
  'li',
  'meta',
  'a',
  'progress',
  'param',
]);
const BEFORE_HEADING = 60;

function statedByAttributes(page: PageDocument, { titleOrder, isForeign }: Place): StandIn | null {
  const prices = new Set<string>();
  const wases = new Set<string>();
  const from = Math.max(0, titleOrder - BEFORE_HEADING);
  for (const element of page.elements.slice(from, titleOrder + NEAR)) {
    if (OPTIONS.has(element.name) || !holdsAmount(element)) continue;
    if (regionOf(element) !== 'main' || isForeign(element)) continue;
    const isOld = /^old/i.test(element.attribs['data-price-type'] ?? '');
    const price = stated(element, PRICE_ATTRIBUTES);
    if (price) (isOld ? wases : prices).add(price);
    const was = stated(element, WAS_ATTRIBUTES);
    if (was) wases.add(was);
  }
  const [price, other] = prices;
  if (!price || other) return null;
  const [was, another] = [...wases].filter((each) => isAbove(each, price));
  return { price, currency: null, was: another ? null : (was ?? null) };
}

/** Whether an attribute of it may be a price: most have none. */
function holdsAmount({ name, attribs }: Element): boolean {
  for (const key in attribs)
    if (key.startsWith('data-') || key === 'content' || (key === 'value' && name === 'data'))
      if (/^\D{0,4}\d/.test(attribs[key] ?? '')) return true;
  return false;
}

function stated(element: Element, names: readonly string[]): string | null {
  for (const name of names) {
    const text = element.attribs[name];
    if (text === undefined) continue;
    if (
      WHOLE_UNITS.has(name)
        ? !isPriceLabelled(element, name)
        : !/\d[.,]\d{1,2}\s*\D{0,4}$/.test(text)
    )
      continue;
    const amount = readAmount(text);
    if (amount) return amount;
  }
  return null;
}

/** 'content' and 'value' stand on all kinds of elements. */
function isPriceLabelled(element: Element, name: string): boolean {
  if (name.startsWith('data-')) return true;
  let up: Element | null = element;
  for (let level = 0; up && level < 3; up = parentOf(up), level += 1)
    if (/price|sales/i.test(`${labelOf(up)} ${up.attribs['itemprop'] ?? ''}`)) return true;
  return false;
}
