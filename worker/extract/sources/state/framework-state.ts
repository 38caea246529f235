import { isNode } from '../../values/nodes.ts';
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
