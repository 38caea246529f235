import type { Element } from 'domhandler';
import { priceMentions } from '#domain/price-text/mentions.ts';
import { upFrom } from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';
import { regionOf } from '../../page/region.ts';
import { fieldsOf } from '../data/fields.ts';
import { readPrices } from '../data/prices.ts';
import type { PriceMark, PriceMarks } from './holders.ts';

/** Controls state the price of an option or of an action. */
const CONTROLS = new Set(['input', 'option', 'select', 'label', 'button', 'a', 'meta']);
/** Blocks around an element without a printed price. */
const LEVELS = 3;

/**
 * Returns the amounts that attributes state for scripts to print, <div data-price="32.00">, <product-price price="159.95">, where the page
 * prints none. Without a decimal among them they may be cents.
 */
export function statedMarks(
  { elements }: PageDocument,
  printed: PriceMarks,
  hint: string | null,
): PriceMark[] {
  const stating = elements.filter((each) => amountsIn(each).length > 0);
  if (!stating.flatMap(amountsIn).some((amount) => amount.includes('.'))) return [];
  const around = (marks: PriceMarks) => new Set(marks.flatMap(({ number }) => upFrom(number)));
  const amounts = around(printed);
  const prices = around(printed.filter(({ role }) => role !== 'other'));
  return stating
    .filter((each) => !amounts.has(each) && !upFrom(each, LEVELS).some((up) => prices.has(up)))
    .filter((each) => regionOf(each) === 'main')
    .flatMap((element) => marksOf(element, hint));
}

/** The amounts of an element's attributes of prices; a loop, since every element is asked. */
function amountsIn({ name, attribs }: Element): string[] {
  const amounts: string[] = [];
  for (const key in attribs)
    if (
      (key.includes('pric') || name.includes('price')) &&
      /^\$?\d[\d,]*(?:\.\d\d?)?$/.test(attribs[key] ?? '')
    )
      amounts.push(attribs[key] ?? '');
  return CONTROLS.has(name) ? [] : amounts;
}

function marksOf(element: Element, hint: string | null): PriceMark[] {
  const named = Object.entries(element.attribs).map(([key, value]) => [
    key.replace(/^data-/, ''),
    value,
  ]);
  const { price, was, currency } = readPrices(fieldsOf(Object.fromEntries(named)), 0, {
    isOffer: element.name.includes('price'),
  });
  const roles = [
    { role: 'price', isNamed: false, amount: price },
    { role: 'was', isNamed: true, amount: price && was },
  ] as const;
  return roles.flatMap(({ role, isNamed, amount }) => {
    const text = `$${amount}`;
    const [mention] = amount ? priceMentions(text, currency ?? hint) : [];
    const place = { element, number: element, order: element.order, region: regionOf(element) };
    const said = { role, isNamed, text, isLabelled: true, parts: [] };
    return mention
      ? [{ ...place, ...said, mention, amount: mention.amount, currency: mention.currency }]
      : [];
  });
}

/** Returns the only code that attributes state around the heading: <product-detail sku="TR2-M">, data-ean="9312345678907". */
export function statedCode(
  near: readonly Element[],
  name: RegExp,
  read: (text: string) => string | null,
): string | null {
  const stated = near.flatMap(({ attribs }) =>
    Object.keys(attribs).flatMap(
      (key) => (name.test(key) && read(attribs[key]?.trim() ?? '')) || [],
    ),
  );
  const [code, other] = new Set(stated);
  return other === undefined ? (code ?? null) : null;
}

/** Names of attributes that state a product's code. */
export const SKU = /^(?:data-)?(?:product[-_])?sku$/;
/** Names of attributes that state a barcode. */
export const GTIN = /^(?:data-)?(?:product[-_])?(?:gtin|ean|upc|barcode|isbn)(?:-?1[34])?$/;

const BRANDS = ['data-brand', 'data-product-brand', 'data-vendor', 'brand'];

/** Returns the brand that an element's attributes state. */
export const brandStated = (attribs: Element['attribs']) =>
  attribs[BRANDS.find((name) => name in attribs) ?? ''];
