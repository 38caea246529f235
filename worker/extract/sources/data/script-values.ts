import { endOfString, parseJson } from '#domain/text/parse-json.ts';
import { type Element, type PageDocument, rawTextOf } from '../../page/document.ts';
import { elementsNamed } from '../../page/parse-page.ts';
import { isNode, type SchemaNode, valuesOf } from '../../values/nodes.ts';

const OBJECT_LIMIT = 60_000;
const TEXT_LIMIT_CHARS = 6_000_000;
const VALUES_LIMIT = 300;
/** Budget for finding closing brackets, beyond twice the code; unclosed brackets would cost a scan each. */
const SCAN_BUDGET_CHARS = 1_000_000;
/** Where a script's JSON value starts: after an assignment, a push onto a data layer, or a tracking call. */
const VALUE_START = /(?:[\w$\])"']\s*=|\.push\(|\(\s*["']event["'],\s*["']\w+["'],)\s*(?=[{[])/g;
/** JSON in string literals: JSON.parse('…'), and strings that the page's scripts parse later. */
const PARSED_STRING = /JSON\.parse\(\s*(?=["'])|=\s*(?=["'][[{])/g;

/**
 * Reads the JSON values of the page's scripts: __NEXT_DATA__ and other JSON scripts, `window.X = {…}`, JSON.parse("…"),
 * dataLayer pushes, Nuxt's and React's own formats, data-* attributes. Code is never run.
 */
export function readScriptValues(page: PageDocument): unknown[] {
  const values: unknown[] = [];
  const budget = { chars: SCAN_BUDGET_CHARS };
  let flight = '';
  for (const script of elementsNamed(page, 'script')) {
    const { attribs } = script;
    const type = (attribs['type'] ?? '').toLowerCase();
    if (values.length >= VALUES_LIMIT || type.includes('ld+json') || attribs['src']) continue;
    const text = rawTextOf(script);
    if (text.length > TEXT_LIMIT_CHARS) continue;
    if (type.includes('json') || /^\s*[[{]/.test(text)) {
      const value = parseLoose(text);
      const isNuxt = attribs['id'] === '__NUXT_DATA__' || 'data-nuxt-data' in attribs;
      push(values, isNuxt && Array.isArray(value) ? revive(value) : value, text);
    } else if (text.startsWith('self.__next_f.push')) {
      // Next.js pushes the stream of React's server components in pieces.
      const piece = parseLoose(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1));
      if (Array.isArray(piece) && typeof piece[1] === 'string') flight += piece[1];
    } else if (/pric/i.test(text)) readCode(text, values, budget);
  }
  for (const line of flight.split('\n')) {
    const row = /pric/i.test(line) ? /^[0-9a-f]+:(?=[[{])/.exec(line) : null;
    if (row) push(values, parseLoose(line.slice(row[0].length)), line);
  }
  readAttributes(page.jsonHolders, values);
  return values;
}

function push(values: unknown[], value: unknown, text: string): void {
  if (typeof value === 'object' && value !== null)
    values.push(POINTERS.test(text) ? linked(value) : value);
}

/** Pointers of GraphQL caches; Nuxt states `type` as an index. */
const POINTERS = /"__ref"|"type"\s*:\s*(?:"id"|\d)/;

function readCode(text: string, values: unknown[], budget: { chars: number }): void {
  budget.chars += text.length * 2;
  VALUE_START.lastIndex = 0;
  while (VALUE_START.test(text)) {
    const start = VALUE_START.lastIndex;
    if (values.length >= VALUES_LIMIT || budget.chars < 0) break;
    const end = endOfJson(text, start);
    budget.chars -= (end === -1 ? text.length : end) - start;
    const value = end === -1 ? undefined : parseLoose(text.slice(start, end));
    if (value === undefined) continue;
    push(values, value, text);
    // Continue the search at the value's last bracket, which may begin the next match.
    VALUE_START.lastIndex = end - 1;
  }
  let end = 0;
  for (const match of text.matchAll(PARSED_STRING)) {
    const quote = match.index + match[0].length;
    if (quote < end) continue;
    end = endOfString(text, quote);
    if (end === -1 || values.length >= VALUES_LIMIT) return;
    const literal = text.slice(quote, end + 1);
    const json = /pric/i.test(literal) ? parseLoose(jsonString(literal)) : null;
    if (typeof json === 'string') push(values, parseLoose(json), json);
  }
}

/** Converts a script's string literal, in either quotes, to JSON. */
function jsonString(quoted: string): string {
  const plain = quoted.replace(/\\x([0-9a-f]{2})/gi, '\\u00$1');
  if (quoted.startsWith('"')) return plain;
  return `"${plain
    .slice(1, -1)
    .replace(/\\'/g, "'")
    .replace(/(?<!\\)"/g, '\\"')}"`;
}

function readAttributes(elements: readonly Element[], values: unknown[]): void {
  for (const { tag } of elements)
    for (const name of tag.jsonAttributes ?? []) {
      const value = tag.attribs[name] ?? '';
      if (values.length < VALUES_LIMIT && /pric/i.test(value))
        push(values, parseLoose(value), value);
    }
}

/** The index after the JSON value that starts at `start`; -1 if its brackets are not closed. */
export function endOfJson(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index = endOfString(text, index);
      if (index === -1) return -1;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

/** Parses JSON, also with the `undefined` values of server-side serialisers; undefined if invalid. */
export function parseLoose(text: string): unknown {
  try {
    return parseJson(
      text.includes(':undefined') ? text.replace(/:undefined(?=[,}\]])/g, ':null') : text,
    );
  } catch {
    // A JavaScript literal that is not JSON; scripts are never run.
    return undefined;
  }
}

const DEPTH_LIMIT = 60;

/**
 * Decodes Nuxt's payload, a flat array in which objects and arrays hold the indexes of their values, and wrappers a name before
 * it. Returns the value at index 0.
 */
function revive(flat: readonly unknown[]): unknown {
  const revived = new Map<number, unknown>();
  const at = (index: unknown, depth: number): unknown => {
    if (typeof index !== 'number' || depth > DEPTH_LIMIT) return undefined;
    if (revived.has(index)) return revived.get(index);
    const value = flat[index];
    if (Array.isArray(value)) {
      if (typeof value[0] === 'string') return at(value[1], depth + 1);
      const list: unknown[] = [];
      revived.set(index, list);
      for (const each of value) list.push(at(each, depth + 1));
      return list;
    }
    if (!isNode(value)) return value;
    const object: Record<string, unknown> = Object.create(null);
    revived.set(index, object);
    for (const key of Object.keys(value)) object[key] = at(value[key], depth + 1);
    return object;
  };
  return at(0, 0);
}

/** The id in a pointer: { __ref: 'Price:9' } or { type: 'id', id: 'Price:9' } of a GraphQL cache, { '@id': '#offer' } of JSON-LD. */
function pointedTo(value: SchemaNode): string | null {
  const id =
    value['__ref'] ??
    (value['type'] === 'id' ? value['id'] : null) ??
    (Object.keys(value).length === 1 ? value['@id'] : null);
  return typeof id === 'string' ? id : null;
}

/**
 * Replaces pointers by the objects that they refer to, which have the id as their key or '@id'. A variant that points to a group
 * without variants is added to the group.
 */
export function linked<T extends object>(state: T): T {
  const queue: object[] = [state];
  const pointers: { holder: Record<string, unknown>; key: string; id: string }[] = [];
  const byId = new Map<string, SchemaNode>();
  for (let index = 0; index < queue.length && index < OBJECT_LIMIT; index += 1) {
    const holder = queue[index] as Record<string, unknown>;
    for (const [key, child] of Object.entries(holder)) {
      if (typeof child !== 'object' || child === null) continue;
      const id = isNode(child) ? pointedTo(child) : null;
      if (id !== null) pointers.push({ holder, key, id });
      else queue.push(child);
      if (id === null && isNode(child))
        for (const name of [key, child['@id']])
          if (typeof name === 'string' && !byId.has(name)) byId.set(name, child);
    }
  }
  for (const { holder, key, id } of pointers) {
    const target = byId.get(id);
    if (target && target !== holder) holder[key] = target;
  }
  const variants = pointers.filter(({ key }) => key === 'isVariantOf');
  const open = new Set([...byId.values()].filter((group) => !('hasVariant' in group)));
  for (const { holder, id } of variants) {
    const group: Record<string, unknown> | undefined = byId.get(id);
    if (group && open.has(group)) group['hasVariant'] = [...valuesOf(group['hasVariant']), holder];
  }
  return state;
}
