import { isNode, type SchemaNode, valuesOf } from './schema-node.ts';
import { STATE_KEYS } from './state-keys.ts';

/** A field of a product, by the name it has with us. */
export type Field = keyof typeof STATE_KEYS;
/** An object of a shop's JSON by its keys in small letters without '_' and '-'; empty values are left out. */
export type Fields = Map<string, unknown>;

/** No product has more fields. */
export const KEYS_LIMIT = 400;

/** The object's fields by normalised key. */
export function normalised(object: SchemaNode): Fields {
  const fields: Fields = new Map();
  for (const key of Object.keys(object).slice(0, KEYS_LIMIT)) {
    const value = unwrapped(object[key]);
    if (value !== null && value !== undefined && value !== '') fields.set(normalKey(key), value);
  }
  return fields;
}

/** Shops' objects have the same keys again and again. */
const normalKeys = new Map<string, string>();
const NORMAL_KEYS_LIMIT = 10_000;

function normalKey(key: string): string {
  const known = normalKeys.get(key);
  if (known !== undefined) return known;
  if (normalKeys.size >= NORMAL_KEYS_LIMIT) normalKeys.clear();
  const normal = key.toLowerCase().replace(/[_\-\s]/g, '');
  normalKeys.set(key, normal);
  return normal;
}

/** Search services wrap each value: { raw: 12.5, snippet: null }. */
function unwrapped(value: unknown): unknown {
  if (!isNode(value) || !('raw' in value)) return value;
  const isWrapped = Object.keys(value).every((key) => key === 'raw' || key === 'snippet');
  return isWrapped && !isNode(value['raw']) ? value['raw'] : value;
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
