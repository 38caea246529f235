import { isNode, type SchemaNode, scalarText, valuesOf } from '../../values/nodes.ts';
import { remembered } from '../../values/remembered.ts';
import { STATE_KEYS } from './keys.ts';
import { unwrapped } from './wrappers.ts';

/** A field of a product, by the name it has with us. */
export type Field = keyof typeof STATE_KEYS;
/** An object of a shop's JSON by its keys in small letters without '_' and '-'; empty values are left out. */
export type Fields = Map<string, unknown>;

/** No product has more fields. */
export const KEYS_LIMIT = 400;

/** Of the columns of a table of products: "products_price". */
const ROW_PREFIX = /^products?_(?!id$)/i;

/** The object's fields by normalised key. */
export function normalised(object: SchemaNode): Fields {
  const fields: Fields = new Map();
  const suffixed: [name: string, value: unknown][] = [];
  const keys = Object.keys(object);
  // Asked of the keys: V8 compiles a question to the object anew with each new kind of object.
  const isRow = keys.includes('products_name');
  for (const key of keys.length > KEYS_LIMIT ? keys.slice(0, KEYS_LIMIT) : keys) {
    const value = unwrapped(object[key]);
    if (value === null || value === undefined || value === '') continue;
    const { name, isSuffixed } = normalKey(isRow ? key.replace(ROW_PREFIX, '') : key);
    fields.set(name, value);
    if (isSuffixed) suffixed.push([name, value]);
  }
  for (const [name, value] of suffixed) setPlain(fields, name, value);
  return fields;
}

/** A key as it is compared, and whether its end says what its amount is in. */
interface NormalKey {
  name: string;
  isSuffixed: boolean;
}

/** Shops' objects have the same keys again and again. */
const normalKey = remembered((key): NormalKey => {
  const name = normalName(key);
  return { name, isSuffixed: SUFFIXED.test(name) };
});

/** A key without case, '_' and '-', and without the arguments that GraphQL caches add: 'price({"currency":"AUD"})'. */
export function normalName(key: string): string {
  return key
    .toLowerCase()
    .replace(ARGUMENTS, '')
    .replace(/[_\-\s]/g, '');
}

const ARGUMENTS = /\(.*$/s;

/** What a name says of its amount's unit or tax. */
const SUFFIXED =
  /(?:money|cents|minor(?:units?)?|priceincl?|(?:incl?|including|with)(?:gst|tax|vat))$/;
const IN_CENTS = /^(?!currency)(.+?)(?:in)?(?:(?<!per)cents|minor(?:units?)?)$/;
/** Beside these the cents are the rest of an amount. */
const WHOLE_PARTS = ['dollars', 'dollar', 'whole', 'major', 'integer'];
const WITH_TAX = /^(.+?)(?:(?<=price)incl?|(?:incl?|including|with)(?:gst|tax|vat))$/;

/** "priceInCents" as the price in dollars, "priceIncGst" as the price: what a shopper pays. */
function setPlain(fields: Fields, key: string, value: unknown): void {
  const whole = IN_CENTS.exec(key)?.[1];
  const isPart = WHOLE_PARTS.some((part) => fields.has(`${whole}${part}`));
  if (whole && !isPart && /^\d+$/.test(scalarText(value)))
    if ([undefined, value].includes(fields.get(whole)))
      fields.set(whole, (Number(value) / 100).toFixed(2));
  // A payment service counts its money in cents.
  if (key.endsWith('money') && isNode(value) && Number.isInteger(value['amount']))
    fields.set(key, (Number(value['amount']) / 100).toFixed(2));
  const taxed = WITH_TAX.exec(key)?.[1];
  if (!taxed || typeof value === 'boolean') return;
  if (fields.has(taxed) && fields.get(taxed) !== value)
    fields.set(`${taxed}extax`, fields.get(taxed));
  fields.set(taxed, value);
}

/** The first usable value under any of the field's names. */
export function first<T>(
  fields: Fields,
  field: Field,
  read: (value: unknown) => T | null,
): T | null {
  for (const key of STATE_KEYS[field]) {
    const held = fields.get(key);
    if (held === undefined) continue;
    for (const value of valuesOf(held)) {
      const found = read(value);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The same, of several objects in order of trust. */
export function firstIn<T>(
  places: readonly Fields[],
  field: Field,
  read: (value: unknown) => T | null,
): T | null {
  for (const place of places) {
    const found = first(place, field, read);
    if (found !== null) return found;
  }
  return null;
}
