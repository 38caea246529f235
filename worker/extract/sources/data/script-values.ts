import { unflatten } from 'devalue';
import type { Element } from 'domhandler';
import { endOfString, parseJson } from '#domain/text/parse-json.ts';
import { ownText } from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';
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

/** A parsed value with its text. */
type Stated = readonly [value: unknown, text: string];

/**
 * Reads the JSON values of the page's scripts: __NEXT_DATA__, Angular's and other JSON scripts, `window.X = {…}`, JSON.parse("…"),
 * dataLayer pushes, Nuxt's and React's own formats, data-* attributes. Code is never run.
 */
export function readScriptValues(page: PageDocument): unknown[] {
  const values: unknown[] = [];
  for (const [value, text] of statedIn(page)) {
    if (typeof value !== 'object' || value === null) continue;
    values.push(POINTERS.test(text) ? linked(value) : value);
    if (values.length >= VALUES_LIMIT) break;
  }
  return values;
}

/** Pointers of GraphQL caches; Nuxt states `type` as an index. */
const POINTERS = /"__ref"|"type"\s*:\s*(?:"id"|\d)/;

function* statedIn(page: PageDocument): Generator<Stated> {
  const budget = { chars: SCAN_BUDGET_CHARS };
  let flight = '';
  for (const script of page.all.filter('script')) {
    const { type = '', src } = script.attribs;
    const text = ownText(script);
    if (/ld\+json/i.test(type) || src || text.length > TEXT_LIMIT_CHARS) continue;
    if (/json/i.test(type) || /^\s*[[{]/.test(text)) yield [parseScript(script, text), text];
    else if (text.startsWith('self.__next_f.push')) flight += flightPiece(text);
    else if (/pric/i.test(text)) yield* statedInCode(text, budget);
  }
  for (const line of flight.split('\n')) {
    const row = /pric/i.test(line) ? /^[0-9a-f]+:(?=[[{])/.exec(line) : null;
    if (row) yield [parseLoose(line.slice(row[0].length)), line];
  }
  const attributes = page.elements.flatMap(({ attribs }) => Object.values(attribs));
  const texts = attributes.filter((each) => /^[[{]/.test(each) && /pric/i.test(each));
  // Several are the products of one list.
  yield [texts.map(parseLoose), texts.join()];
}

function parseScript({ attribs }: Element, text: string): unknown {
  const value = parseLoose(ANGULAR_STATE.test(text) ? unescaped(text) : text);
  const isNuxt = attribs['id'] === '__NUXT_DATA__' || 'data-nuxt-data' in attribs;
  return isNuxt && Array.isArray(value) ? revive(value) : value;
}

/** Angular writes the state of a server-rendered page with escapes of its own. */
const ANGULAR_STATE = /^\s*\{&q;/;
const ANGULAR_ESCAPES: Record<string, string> = { a: '&', q: '"', s: "'", l: '<', g: '>' };

function unescaped(text: string): string {
  return text.replace(/&([aqslg]);/g, (_, letter: string) => ANGULAR_ESCAPES[letter] ?? '');
}

/** Next.js pushes the stream of React's server components in pieces. */
function flightPiece(text: string): string {
  const piece = parseLoose(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1));
  return Array.isArray(piece) && typeof piece[1] === 'string' ? piece[1] : '';
}

function* statedInCode(text: string, budget: { chars: number }): Generator<Stated> {
  budget.chars += text.length * 2;
  for (let from = 0; budget.chars >= 0; ) {
    VALUE_START.lastIndex = from;
    if (!VALUE_START.test(text)) break;
    const start = VALUE_START.lastIndex;
    const end = endOfJson(text, start);
    budget.chars -= (end === -1 ? text.length : end) - start;
    const json = text.slice(start, Math.max(start, end));
    const value = json ? parseLoose(json) : undefined;
    // Continue the search at the value's last bracket, which may begin the next match.
    from = value === undefined ? start : end - 1;
    yield [value, json];
  }
  let end = 0;
  for (const match of text.matchAll(PARSED_STRING)) {
    const quote = match.index + match[0].length;
    if (quote < end) continue;
    end = endOfString(text, quote);
    if (end === -1) return;
    const literal = text.slice(quote, end + 1);
    const json = /pric/i.test(literal) ? parseLoose(jsonString(literal)) : null;
    if (typeof json === 'string') yield [parseLoose(json), json];
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
    return parseJson(text.replace(/:undefined(?=[,}\]])/g, ':null'));
  } catch {
    // A JavaScript literal that is not JSON; scripts are never run.
    return undefined;
  }
}

/** Decodes Nuxt's payload. Wrappers (`["Reactive", 1]`) have names of the shop's own, so each gives way to its value. */
function revive(flat: unknown[]): unknown {
  const wrappers = flat.map((each) => (Array.isArray(each) ? each[0] : null));
  const names = wrappers.filter((name) => typeof name === 'string');
  try {
    return unflatten(flat, Object.fromEntries(names.map((name) => [name, (value) => value])));
  } catch {
    // An invalid index, or nesting that overflows the stack.
    return undefined;
  }
}

/** The id in a pointer: { __ref: 'Price:9' } or { type: 'id', id: 'Price:9' } of a GraphQL cache, { '@id': '#offer' } of JSON-LD. */
function pointedTo(value: SchemaNode): string | null {
  const id =
    value['__ref'] ??
    (value['type'] === 'id' ? value['id'] : null) ??
    (Object.keys(value).length === 1 ? value['@id'] : null);
  return typeof id === 'string' ? id : null;
}

interface Pointer {
  holder: Record<string, unknown>;
  key: string;
  id: string;
}

/**
 * Replaces pointers by the objects that they refer to, which have the id as their key or '@id'. A variant that points to a group
 * without variants is added to the group.
 */
export function linked<T extends object>(state: T): T {
  const byId = new Map<string, Record<string, unknown>>();
  const pointers = pointersIn(state, byId);
  for (const { holder, key, id } of pointers) {
    const target = byId.get(id);
    if (target && target !== holder) holder[key] = target;
  }
  const open = new Set([...byId.values()].filter((group) => !('hasVariant' in group)));
  for (const { holder, key, id } of pointers) {
    const group = byId.get(id);
    if (key === 'isVariantOf' && group && open.has(group))
      group['hasVariant'] = [...valuesOf(group['hasVariant']), holder];
  }
  return state;
}

/** Returns the pointers in a state, and adds its objects to `byId`. */
function pointersIn(state: object, byId: Map<string, Record<string, unknown>>): Pointer[] {
  const pointers: Pointer[] = [];
  const queue: object[] = [state];
  const add = (id: unknown, node: SchemaNode) =>
    typeof id === 'string' && !byId.has(id) && byId.set(id, node);
  for (let index = 0; index < queue.length && index < OBJECT_LIMIT; index += 1) {
    const holder = queue[index] as Record<string, unknown>;
    for (const [key, child] of Object.entries(holder)) {
      const id = isNode(child) ? pointedTo(child) : null;
      if (id !== null) pointers.push({ holder, key, id });
      else if (typeof child === 'object' && child !== null) queue.push(child);
      if (id !== null || !isNode(child)) continue;
      add(key, child);
      add(child['@id'], child);
    }
  }
  return pointers;
}
