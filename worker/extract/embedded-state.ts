import type { Candidate } from './candidate.ts';
import { type PageDocument, rawTextOf } from './document.ts';
import type { PageAddress } from './page-address.ts';
import { isNode, type SchemaNode } from './schema-node.ts';
import { FOREIGN_BRANCHES } from './state-keys.ts';
import { readStateProduct } from './state-product.ts';

const STATE_LIMIT_CHARS = 6_000_000;
const OBJECT_LIMIT = 60_000;
const ASSIGNMENT = /(?:window|self|globalThis)?\.?\[?["']?([\w$]+)["']?\]?\s*=\s*(?=[{[])/g;

/** JSON values that the page's scripts hold for its own code: __NEXT_DATA__, application/json, window.X = {…}. */
export function readStates(page: PageDocument): unknown[] {
  const states: unknown[] = [];
  for (const script of page.scripts) {
    const type = (script.attribs['type'] ?? '').toLowerCase();
    if (type.includes('ld+json') || script.attribs['src']) continue;
    const text = rawTextOf(script);
    if (text.length < 20 || text.length > STATE_LIMIT_CHARS) continue;
    if (type.includes('json') || /^\s*[[{]/.test(text)) push(states, text);
    else if (type === '' || type.includes('javascript') || type === 'module')
      readAssignments(text, states);
  }
  return states;
}

function readAssignments(text: string, states: unknown[]): void {
  if (!/price/i.test(text)) return;
  let searched = 0;
  for (const match of text.matchAll(ASSIGNMENT)) {
    if (match.index < searched || states.length > 200) continue;
    const start = match.index + match[0].length;
    const end = endOfJson(text, start);
    if (end === -1) continue;
    if (push(states, text.slice(start, end))) searched = end;
  }
}

function push(states: unknown[], text: string): boolean {
  try {
    states.push(
      JSON.parse(
        text.includes(':undefined') ? text.replace(/:undefined(?=[,}\]])/g, ':null') : text,
      ),
    );
    return true;
  } catch {
    // A script's object literal that is not JSON: code, which we never run.
    return false;
  }
}

function endOfJson(text: string, start: number): number {
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

function endOfString(text: string, quote: number): number {
  let at = text.indexOf('"', quote + 1);
  while (at !== -1) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = text.indexOf('"', at + 1);
  }
  return -1;
}

/** Objects in `state` that read as products, with the array they stand in (null: alone). */
export function findStateProducts(
  state: unknown,
  page: PageAddress,
  source: string,
): { candidate: Candidate; list: readonly unknown[] | null }[] {
  const found: { candidate: Candidate; list: readonly unknown[] | null }[] = [];
  const queue: { value: unknown; list: readonly unknown[] | null }[] = [
    { value: state, list: null },
  ];
  for (let index = 0; index < queue.length && index < OBJECT_LIMIT; index += 1) {
    const entry = queue[index];
    if (!entry) break;
    const { value, list } = entry;
    if (Array.isArray(value)) {
      for (const element of value.slice(0, 2_000))
        if (typeof element === 'object' && element) queue.push({ value: element, list: value });
    } else if (isNode(value)) {
      const candidate = readStateProduct(value, page.url, source);
      // Without a price an object is taken for a product only where the page's address names it.
      if (candidate && (candidate.price || list !== null || page.isAbout(candidate)))
        found.push({ candidate, list });
      else enqueueChildren(value, list, queue);
    }
  }
  return found;
}

function enqueueChildren(
  node: SchemaNode,
  list: readonly unknown[] | null,
  queue: { value: unknown; list: readonly unknown[] | null }[],
): void {
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (typeof value === 'object' && value !== null && !FOREIGN_BRANCHES.test(key))
      queue.push({ value, list });
  }
}
