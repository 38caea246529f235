import { type Availability, parseAvailability } from '#domain/offers/availability.ts';
import { remembered } from '#domain/remembered.ts';
import { isNode, type SchemaNode, scalarText, textOf, valuesOf } from '../../values/nodes.ts';
import { FIELD_KEYS, PRODUCT_HOLDERS } from '../../words/words.ts';

/** A product field by Priceroo's name. */
export type Field = keyof typeof FIELD_KEYS;
/** The values of a JSON object by `normalKey`, without empty values. */
export type Fields = Map<string, unknown>;

/** Maximum number of fields read per object. */
export const KEYS_LIMIT = 400;

/** Returns the object's fields by normalised key. */
export function fieldsOf(object: SchemaNode): Fields {
  const fields: Fields = new Map();
  const keys = Object.keys(object);
  for (const key of keys.length > KEYS_LIMIT ? keys.slice(0, KEYS_LIMIT) : keys) {
    const value = unwrapped(object[key]);
    if (value !== null && value !== undefined && value !== '') fields.set(normalKey(key), value);
  }
  return fields;
}

/** Normalises a key and removes the arguments of GraphQL caches: 'price({"currency":"AUD"})'. */
export const normalKey = remembered((key) =>
  key
    .toLowerCase()
    .replace(/^ec_|\(.*$/gs, '')
    .replace(/[_\-\s.]/g, ''),
);

/** Unwraps a list with one scalar, and the wrapper of search services: { raw: 12.5 }. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 && !isNode(value[0]) ? value[0] : value;
  return isNode(value) && 'raw' in value && !isNode(value['raw']) ? value['raw'] : value;
}

/** Adds the fields of the product's nested objects. Outer fields take precedence. */
export function withParts(fields: Fields): Fields {
  const add = (key: string, value: unknown) => fields.has(key) || fields.set(key, value);
  for (const holder of PRODUCT_HOLDERS) {
    const inner = fields.get(holder);
    if (isNode(inner)) for (const [key, value] of fieldsOf(inner)) add(key, value);
  }
  for (const entry of ['customattributes', 'attributes', 'attribute'].flatMap((key) =>
    nodesIn(fields.get(key)),
  )) {
    const name = scalarText(entry['attribute_code'] ?? entry['code'] ?? entry['name']);
    const [first, second] = nodesIn(entry['value']);
    const value = first && !second ? first['value'] : entry['value'];
    if (name && (typeof value === 'string' || typeof value === 'number'))
      add(normalKey(name), value);
  }
  return fields;
}

/** The first value that `read` accepts, by place and then by the field's names. */
export function firstOf<T>(
  places: readonly Fields[],
  field: Field,
  read: (value: unknown) => T | null,
): T | null {
  for (const place of places)
    for (const key of FIELD_KEYS[field])
      for (const value of valuesOf(place.get(key))) {
        const found = read(value);
        if (found !== null) return found;
      }
  return null;
}

/** The first text under the field's names. */
export function textOfField(places: readonly Fields[], field: Field): string | null {
  return firstOf(places, field, (value) => (typeof value === 'boolean' ? null : textOf(value)));
}

/** The first number in a value's text, with a decimal point or comma; null without one. */
export function numberIn(value: unknown): number | null {
  const match = /\d+(?:[.,]\d+)?/.exec(textOf(value) ?? '');
  return match ? Number(match[0].replace(',', '.')) : null;
}

/** The objects in a field. */
export function nodesIn(value: unknown): SchemaNode[] {
  return valuesOf(value).filter(isNode);
}

const SOLD_OUT_FLAG = /^(?:is)?(?:outofstock|soldout|discontinued)$/;
/** When false, outweighs words such as "available". */
const NO_STOCK_FLAG = /^(?:is)?(?:in|on)stock$/;
const IN_STOCK_FLAG =
  /^(?:is|has|ec|ss)?(?:instock|onstock|stock|available|purchasable|sellable|salable|buyable|orderable|availableforsale|instockandavailable|availableonline|onlineavailable)$|^can(?:addtocart|buy|(?:be)?purchased?|order)(?:online)?$|^(?:onlineavailability|inventoryavailable|availability|stockstatus)$/;
const COUNT =
  /^(?:stock|inventory|availablestock)?(?:stock|qty|quantity|count|number|onhand|level|available)$|^(?:quantityavailable|availablequantity|onlinestockavailable|availablesellquantity|qtyinstock)$/;
const STOCK_HOLDER =
  /^(?:buybox|winner|offers|sellers|commertialoffer)$|stock|inventor|availab|fulfil/;

/** Reads a product's stock from its flags, words or counts. */
export function readStock(fields: Fields): Availability {
  const places = [fields, ...stockHolders(fields, 3)];
  const hasFlag = (flag: RegExp, expected: boolean): boolean =>
    places.some((place) =>
      [...place].some(([key, value]) => flagOf(value) === expected && flag.test(key)),
    );
  if (hasFlag(SOLD_OUT_FLAG, true) || hasFlag(NO_STOCK_FLAG, false)) return 'out_of_stock';
  const tracking = scalarText(fields.get('inventorytracking')) || 'none';
  if (tracking !== 'none' && fields.get('inventorylevel') === 0) return 'out_of_stock';
  const word = firstOf(places, 'availability', stockWord);
  if (word) return word;
  if (hasFlag(IN_STOCK_FLAG, false)) return 'out_of_stock';
  if (hasFlag(IN_STOCK_FLAG, true) || hasFlag(SOLD_OUT_FLAG, false)) return 'in_stock';
  const counts = places.flatMap((place) =>
    [...place]
      .filter(([key]) => COUNT.test(key) || IN_STOCK_FLAG.test(key))
      .map(([, value]) => Number(scalarText(value) || Number.NaN)),
  );
  if (counts.some((count) => count > 0)) return 'in_stock';
  return counts.includes(0) ? 'out_of_stock' : 'unknown';
}

/** Nested objects with stock flags: { availability: { isOnStock: true } }. */
function stockHolders(fields: Fields, depth: number): Fields[] {
  const holders = [...fields]
    .filter(([key]) => STOCK_HOLDER.test(key))
    .flatMap(([, value]) => nodesIn(value).slice(0, 1))
    .map(fieldsOf);
  return depth > 0 ? holders.flatMap((holder) => [holder, ...stockHolders(holder, depth - 1)]) : [];
}

/** Returns the stock of several variants: in stock if any is. */
export function stockOfAll(variants: readonly Fields[]): Availability {
  const known = variants.map(readStock).filter((each) => each !== 'unknown');
  return known.find((each) => each !== 'out_of_stock') ?? known[0] ?? 'unknown';
}

/** Reads a flag; null for any other value. */
export function flagOf(value: unknown): boolean | null {
  const word = scalarText(value).toLowerCase();
  if (word === 'yes' || word === 'true') return true;
  return word === 'no' || word === 'false' ? false : null;
}

/** Reads compound stock words: LISTEDSELLABLE, NOT_PURCHASABLE, inStockOnline. */
function stockWord(held: unknown): Availability | null {
  const value = isNode(held) ? held['code'] : held;
  if (typeof value !== 'string' || value.length > 60) return null;
  const stated = parseAvailability(value);
  if (stated !== 'unknown') return stated;
  const word = value.toLowerCase();
  if (!/stock|sellable|purchasable|buyable|availab/.test(word)) return null;
  return /not|un(?:avail|sell|purch|buy)|non|out|no[_ -]/.test(word) ? 'out_of_stock' : 'in_stock';
}
