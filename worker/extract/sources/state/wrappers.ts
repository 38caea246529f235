import { isNode, type SchemaNode, valuesOf } from '../../values/nodes.ts';

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

/**
 * Hangs what a JSON:API document keeps apart ("included", pointed to by type and id) on the resources that point to it, under the
 * relationship's name. Any other object stays as it is.
 */
export function attachIncluded(document: SchemaNode): void {
  const { included, data } = document;
  if (!Array.isArray(included) || data === undefined) return;
  const byPointer = new Map<string, SchemaNode>();
  for (const resource of included.filter(isNode)) byPointer.set(pointerOf(resource), resource);
  for (const resource of valuesOf(data).filter(isNode)) attach(resource, byPointer);
}

const pointerOf = ({ type, id }: SchemaNode): string => `${String(type)}:${String(id)}`;

function attach(resource: SchemaNode, byPointer: ReadonlyMap<string, SchemaNode>): void {
  const { attributes, relationships } = resource;
  if (!isNode(attributes) || !isNode(relationships)) return;
  for (const [name, relationship] of Object.entries(relationships)) {
    if (!isNode(relationship) || name in attributes) continue;
    const linked = valuesOf(relationship['data'])
      .map((pointer) => isNode(pointer) && byPointer.get(pointerOf(pointer))?.['attributes'])
      .filter(isNode);
    const value = linked.length > 1 ? linked : linked[0];
    if (value) (attributes as Record<string, unknown>)[name] = value;
  }
}

const FEWEST_COLUMNS = 3;

/**
 * The rows of a table as objects: { columns: ['sku', 'price'], rows: [['A', 1]] }, or a list whose first row names the columns.
 * Null for objects that hold no table of prices.
 */
export function tableRows(value: SchemaNode): SchemaNode[] | null {
  let rows: unknown[] | undefined;
  for (const key in value) rows ??= asRows(value[key]);
  if (!rows) return null;
  const lists = Object.values(value).filter(Array.isArray);
  const beside = lists.find(isHeader);
  const [first, ...others] = rows;
  if (beside) return rowsOf(beside, rows);
  return isHeader(first) ? rowsOf(first, others) : null;
}

function asRows(list: unknown): unknown[] | undefined {
  const isTable = Array.isArray(list) && Array.isArray(list[0]) && list.every(Array.isArray);
  return isTable ? list : undefined;
}

function isHeader(list: unknown): list is string[] {
  return (
    Array.isArray(list) &&
    list.length >= FEWEST_COLUMNS &&
    list.every((name) => typeof name === 'string') &&
    list.some((name) => /pric/i.test(name))
  );
}

function rowsOf(header: readonly string[], rows: readonly unknown[]): SchemaNode[] {
  return rows
    .filter((row): row is unknown[] => Array.isArray(row) && row.length === header.length)
    .map((row) => Object.fromEntries(header.map((name, column) => [name, row[column]])))
    .filter(isNode);
}
