import { isNode, remembered, type SchemaNode, scalarText, valuesOf } from '../../values/nodes.ts';
import { FIELD_KEYS } from '../../words/keys.ts';

/** A field of a product, by the name it has with us. */
export type Field = keyof typeof FIELD_KEYS;
/** An object of a shop's JSON by its keys in small letters and digits alone; empty values are left out. */
export type Fields = Map<string, unknown>;

/** No product has more fields. */
export const KEYS_LIMIT = 400;

/** The object's fields by normalised key. */
export function fieldsOf(object: SchemaNode): Fields {
  const fields: Fields = new Map();
  const keys = Object.keys(object);
  for (const key of keys.length > KEYS_LIMIT ? keys.slice(0, KEYS_LIMIT) : keys) {
    const value = unwrapped(object[key]);
    if (value !== null && value !== undefined && value !== '') fields.set(normalKey(key), value);
  }
  return fields;
}

/** A key as it is compared, without the arguments that GraphQL caches add: 'price({"currency":"AUD"})'. */
export const normalKey = remembered((key) =>
  key
    .toLowerCase()
    .replace(/^ec_|\(.*$/gs, '')
    .replace(/[_\-\s.]/g, ''),
);

/** A lone value in a list, or as search services state it beside where it matched: { raw: 12.5 }. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 && !isNode(value[0]) ? value[0] : value;
  return isNode(value) && 'raw' in value && !isNode(value['raw']) ? value['raw'] : value;
}

/** The first usable value under any of the field's names, in the first of the places that has one. */
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

/** A number of any writing above 0; null for all else. */
export function positive(value: unknown): number | null {
  const number = Number(scalarText(value) || Number.NaN);
  return number > 0 ? number : null;
}
