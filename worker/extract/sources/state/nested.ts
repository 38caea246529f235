import { isNode, type SchemaNode, textOf } from '../../values/nodes.ts';
import { remembered } from '../../values/remembered.ts';
import { type Fields, normalised } from './fields.ts';
import { FOREIGN_BRANCHES } from './keys.ts';
import { amountOf } from './money.ts';
import { priceRole, roleWithin } from './roles.ts';

/** Parts of a product that are things of their own, with names and prices that are not the product's. */
const OTHER_THINGS =
  /brand|manufactur|ingredient|categor|seller|vendor|merchant|store|author|user|image|media|photo|video|asset|thumb|rating|review|promotion|badge|label|tag|variant|option|addon|warrant|service|plan|insur|gift|condition|colou?r|swatch|seo|meta|track|analytic|link|summar/;
const DEPTH = 3;
const NAME =
  /^(?:product|item|article|goods|style)?(?:display)?(?:name|title|displayvalue|headline|subject)(?:en|text|long|full)?$/;

/** True where a key of the object says "price" and holds an amount, or prices. */
export function mentionsPrice(fields: Fields): boolean {
  for (const [key, value] of fields)
    if (priceRole(key) !== null && (isNode(value) ? holdsPrice(value) : isAmount(value)))
      return true;
  return false;
}

function holdsPrice(holder: SchemaNode, depth = DEPTH): boolean {
  for (const [key, value] of normalised(holder)) {
    if (roleWithin(key) === null) continue;
    if (isAmount(value) || (depth > 0 && isNode(value) && holdsPrice(value, depth - 1)))
      return true;
  }
  return false;
}

function isAmount(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isNode) : amountOf(value, null) !== null;
}

/**
 * Adds what a product keeps in objects of its own, nearest first: { item: { product_description: { title } }, price: {…} }. Of a
 * product that has a name, objects with another are other things.
 */
export function addNested(fields: Fields, isNamed: boolean): void {
  let level = partsOf(fields, isNamed);
  for (let depth = 0; depth < DEPTH && level.length > 0; depth += 1) {
    for (const part of level)
      for (const [key, value] of part) if (!fields.has(key)) fields.set(key, value);
    level = level.flatMap((part) => partsOf(part, isNamed));
  }
}

function partsOf(place: Fields, isNamed: boolean): Fields[] {
  const parts: Fields[] = [];
  for (const [key, value] of place) {
    const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
    if (!isNode(only) || !isPart(key)) continue;
    const part = normalised(only);
    if (!isNamed || nameIn(part) === null) parts.push(part);
  }
  return parts;
}

/** An object of amounts stays whole: its keys mean something only together. */
const isPart = remembered(
  (key) =>
    !OTHER_THINGS.test(key) &&
    !FOREIGN_BRANCHES.test(key) &&
    !/pric|tier|saving|discount/.test(key),
);

/** The name under a key that no list of names has; null without one. */
export function nameIn(fields: Fields): string | null {
  for (const [key, value] of fields) {
    if (!NAME.test(key)) continue;
    const text = isNode(value) ? nameIn(normalised(value)) : textOf(value);
    if (text) return text;
  }
  return null;
}

const LONGEST_LINE = 120;

/** What a shop that names its products in one line of description calls one. */
export function describedName(fields: Fields): string | null {
  const line = fields.get('description');
  const isCoded = ['brand', 'upc', 'ean', 'sku', 'productid'].some((key) => fields.has(key));
  return isCoded && typeof line === 'string' && line.length <= LONGEST_LINE ? textOf(line) : null;
}
