import { isNode, type SchemaNode } from '../../values/nodes.ts';
import { parseLoose } from './script-json.ts';

const DEPTH_LIMIT = 60;
const WRAPPERS = new Set([
  'Reactive',
  'ShallowReactive',
  'Ref',
  'ShallowRef',
  'EmptyRef',
  'EmptyShallowRef',
]);

/**
 * Nuxt's payload (devalue format): a flat array in which objects and arrays hold the indexes of their values. Gives the
 * value at index 0; shared values stay shared, so the result is a graph.
 */
export function reviveFlattened(flat: readonly unknown[]): unknown {
  const revived = new Map<number, unknown>();
  const revive = (index: unknown, depth: number): unknown => {
    if (typeof index !== 'number' || depth > DEPTH_LIMIT) return undefined;
    if (revived.has(index)) return revived.get(index);
    const value = flat[index];
    if (Array.isArray(value)) {
      if (typeof value[0] === 'string')
        return WRAPPERS.has(value[0]) ? revive(value[1], depth + 1) : undefined;
      const list: unknown[] = [];
      revived.set(index, list);
      for (const each of value) list.push(revive(each, depth + 1));
      return list;
    }
    if (!isNode(value)) return value;
    const object: Record<string, unknown> = Object.create(null);
    revived.set(index, object);
    for (const key of Object.keys(value)) object[key] = revive(value[key], depth + 1);
    return object;
  };
  return revive(0, 0);
}

/**
 * React Router's and Remix's stream (turbo-stream format): like Nuxt's, but an object's keys are indexes too, written with a
 * '_', and negative numbers stand for what JSON lacks. Gives the value at index 0.
 */
export function reviveStreamed(flat: readonly unknown[]): unknown {
  const revived = new Map<number, unknown>();
  const revive = (index: unknown, depth: number): unknown => {
    if (typeof index !== 'number' || index < 0 || depth > DEPTH_LIMIT) return undefined;
    if (revived.has(index)) return revived.get(index);
    const value = flat[index];
    if (Array.isArray(value)) {
      // ["D", 1700000000000], ["P", 12]: dates, promises and the like.
      if (typeof value[0] === 'string') return undefined;
      const list: unknown[] = [];
      revived.set(index, list);
      for (const each of value) list.push(revive(each, depth + 1));
      return list;
    }
    if (!isNode(value)) return value;
    const object: Record<string, unknown> = Object.create(null);
    revived.set(index, object);
    for (const key of Object.keys(value)) {
      const name = flat[Number(key.slice(1))];
      if (typeof name === 'string') object[name] = revive(value[key], depth + 1);
    }
    return object;
  };
  return revive(0, 0);
}

/** An Astro island's properties, each a pair of kind and value: { product: [0, { sku: [0, 'A'] }], tags: [1, [[0, 'x']]] }. */
export function reviveIsland(attribute: string, value: unknown): unknown {
  const isIsland = attribute === 'props' && isNode(value) && Object.values(value).every(isPair);
  return isIsland ? revivePairs(value, 0) : value;
}

function isPair(value: unknown): value is [number, unknown] {
  return Array.isArray(value) && value.length <= 2 && typeof value[0] === 'number';
}

function revivePairs(value: unknown, depth: number): unknown {
  if (depth > DEPTH_LIMIT) return undefined;
  if (Array.isArray(value)) return value.map((each) => reviveIfPair(each, depth));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, reviveIfPair(each, depth)]),
  );
}

function reviveIfPair(value: unknown, depth: number): unknown {
  return isPair(value) ? revivePairs(value[1], depth + 1) : value;
}

/** The JSON rows of React's server-component stream, which Next.js pushes in pieces as strings. */
export function readFlightLines(scripts: readonly string[]): unknown[] {
  let stream = '';
  for (const script of scripts) {
    const from = script.indexOf('[');
    const piece = parseLoose(script.slice(from, script.lastIndexOf(']') + 1));
    if (Array.isArray(piece) && typeof piece[1] === 'string') stream += piece[1];
  }
  const rows: unknown[] = [];
  for (const line of stream.split('\n')) {
    const row = /^[0-9a-f]+:(?=[[{])/.exec(line);
    const value = row && /pric/i.test(line) ? parseLoose(line.slice(row[0].length)) : undefined;
    if (value !== undefined) rows.push(value);
  }
  return rows;
}

/** What a GraphQL client calls a pointer: { __ref: 'Price:9' }, or in its older caches { type: 'id', id: 'Price:9' }. */
const REFERENCE_KEY = '__ref';
const OLD_POINTER = /"type"\s*:\s*"id"/;

/** True when the text of a state holds such pointers. */
export function holdsReferences(text: string): boolean {
  return text.includes(REFERENCE_KEY) || OLD_POINTER.test(text);
}

const OBJECT_LIMIT = 60_000;
/** A cache lies near the root of the state that holds it. */
const CACHE_DEPTH = 6;

/**
 * State in which a GraphQL client keeps every object once, by its id, and points to it elsewhere ({ __ref: 'Price:9' }), with
 * the pointers replaced by what they point to. Any other state comes back as it is.
 */
export function linkReferences(state: unknown): unknown {
  const holders = pointersIn(state);
  const [first] = holders;
  const cache = first ? cacheWith(state, first.ref) : null;
  if (!cache) return state;
  for (const { holder, key, ref } of holders) {
    const target = Object.hasOwn(cache, ref) ? cache[ref] : undefined;
    if (isNode(target)) holder[key] = target;
  }
  return state;
}

function referenceIn(object: SchemaNode): string | null {
  const ref = object[REFERENCE_KEY] ?? (object['type'] === 'id' ? object['id'] : null);
  return typeof ref === 'string' ? ref : null;
}

interface Pointer {
  holder: Record<string, unknown>;
  key: string;
  ref: string;
}

/** Where the state's pointers stand; arrays are objects with numbers for keys here. */
function pointersIn(state: unknown): Pointer[] {
  const pointers: Pointer[] = [];
  const queue = [state];
  for (let index = 0; index < queue.length && index < OBJECT_LIMIT; index += 1) {
    const value = queue[index];
    if (typeof value !== 'object' || value === null) continue;
    const holder = value as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const child = holder[key];
      if (typeof child !== 'object' || child === null) continue;
      const ref = referenceIn(child as SchemaNode);
      if (ref !== null) pointers.push({ holder, key, ref });
      else queue.push(child);
    }
  }
  return pointers;
}

/** The object whose key `ref` holds an object: the cache. */
function cacheWith(state: unknown, ref: string): SchemaNode | null {
  let level = [state];
  for (let depth = 0; depth < CACHE_DEPTH; depth += 1) {
    for (const value of level) if (isNode(value) && isNode(value[ref])) return value;
    level = level
      .filter((value) => typeof value === 'object' && value !== null)
      .flatMap((value) => Object.values(value as object).slice(0, 500));
  }
  return null;
}
