import { isNode, type SchemaNode } from '../../values/nodes.ts';

/** What a value's type is called where an answer wraps each value in it: { single: 'x' }, { S: 'x' }, { doubleValue: 1.5 }. */
const TYPE_KEY =
  /^(?:single|raw|S|N|BOOL|\$(?:oid|date|number\w+)|(?:string|double|integer|boolean|float|number|text|timestamp)(?:Value|_value)?)$/;
/** Languages in which an answer may state each value: { 'en-AU': 'Sofa', 'de-DE': 'Sofa' }. */
const LANGUAGE = /^[a-z]{2}(?:[-_][A-Z]{2})?$/;
const OURS = ['en-AU', 'en_AU', 'en', 'en-GB', 'en-US', 'en_GB', 'en_US'];
const WRAPPER_KEYS = 12;

/** A value without what answers wrap each value in: its type, its language, its only place in a list. */
export function unwrapped(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1 && typeof value[0] !== 'object') return value[0];
  if (!isNode(value) || !mayWrap(value)) return value;
  const keys = keysOf(value);
  const [only, other] = keys;
  if (only === undefined) return value;
  const isTyped = other === undefined ? TYPE_KEY.test(only) : isSnippet(keys);
  const key = isTyped ? (other === undefined ? only : 'raw') : languageOf(keys);
  return key !== undefined && !isNode(value[key]) ? value[key] : value;
}

/** By its first key: an answer holds thousands of objects that wrap nothing. */
function mayWrap(value: SchemaNode): boolean {
  for (const key in value)
    return key === 'raw' || key === 'snippet' || TYPE_KEY.test(key) || LANGUAGE.test(key);
  return false;
}

/** Search services state a value and where it matched: { raw: 12.5, snippet: null }. */
function isSnippet(keys: readonly string[]): boolean {
  return keys.includes('raw') && keys.every((key) => key === 'raw' || key === 'snippet');
}

function languageOf(keys: readonly string[]): string | undefined {
  return keys.every((key) => LANGUAGE.test(key))
    ? OURS.find((key) => keys.includes(key))
    : undefined;
}

/** The object's keys, or none where it has more than any wrapper. */
function keysOf(value: SchemaNode): string[] {
  const keys: string[] = [];
  for (const key in value) if (keys.push(key) > WRAPPER_KEYS) return [];
  return keys;
}
