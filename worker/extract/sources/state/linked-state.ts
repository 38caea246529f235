import { isNode, type SchemaNode } from '../../values/nodes.ts';

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
