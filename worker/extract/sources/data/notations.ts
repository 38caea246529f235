import type { Element } from 'domhandler';
import { jsonrepair } from 'jsonrepair';
import { parseJson } from '#domain/text/parse-json.ts';
import { $, ownText, shownText } from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';
import type { SchemaNode } from '../../values/nodes.ts';
import { endOfJson, linked, parseLoose } from './script-values.ts';

const BLOCK_LIMIT_CHARS = 4_000_000;
const BLOCK_LIMIT = 60;

/** Returns the parsed JSON-LD blocks of a page, in page order. Repairs broken blocks if possible, else drops them. */
export function readJsonLd(page: PageDocument): unknown[] {
  const blocks = page.all
    .filter('script[type*="ld+json" i]')
    .get()
    .slice(0, BLOCK_LIMIT)
    .map(ownText)
    .filter((text) => text.length <= BLOCK_LIMIT_CHARS)
    .map((text) => parseLoose(text) ?? repairJson(text))
    .filter((block) => block !== undefined);
  return linked(blocks);
}

/** Limit of text length times quotes: the repair's time grows with both, to a second at this. */
const REPAIR_BUDGET = 5e8;

/** Parses JSON that a shop's template broke; undefined if it cannot be repaired. A text that ends within a value is truncated. */
export function repairJson(raw: string): unknown {
  const text = raw.replace(/<!--|-->|<!\[CDATA\[|\]\]>|&nbsp;|,(?=\s*,)/g, ' ').trim();
  if (text.length * text.split('"').length > REPAIR_BUDGET) return undefined;
  for (const each of [text, text.slice(0, Math.max(0, endOfJson(text, 0)))]) {
    if (!/[}\]]\W*$/.test(each)) continue;
    try {
      const value: unknown = parseJson(jsonrepair(each));
      if (typeof value === 'object') return value;
    } catch {
      // Beyond repair, or nested so deep that the repair overflows the stack.
    }
  }
  return undefined;
}

/** The attributes that carry meaning: HTML microdata or RDFa. */
interface Notation {
  type: (element: Element) => string | undefined;
  property: (element: Element) => string | undefined;
}

export const MICRODATA: Notation = {
  type: ({ attribs }) =>
    'itemscope' in attribs || 'itemtype' in attribs ? (attribs['itemtype'] ?? '') : undefined,
  property: ({ attribs }) => attribs['itemprop'],
};
/** RDFa Lite. */
export const RDFA: Notation = {
  type: ({ attribs }) => attribs['typeof'],
  property: ({ attribs, name }) =>
    name === 'meta' && attribs['property']?.includes(':') ? undefined : attribs['property'],
};
const ITEM_LIMIT = 2_000;

/** Returns the top-level items of the page in this notation as schema.org nodes, in page order. */
export function readItems(page: PageDocument, { type: typeOf, property }: Notation): SchemaNode[] {
  const items: SchemaNode[] = [];
  const inside = new Set<Element>();
  const readItem = (root: Element, type: string): SchemaNode => {
    // Without a prototype, because a page may name a property 'constructor'.
    const node: Properties = Object.create(null);
    node['@type'] = type.split(/\s+/).filter(Boolean);
    addProperties(node, root);
    return node;
  };
  const addProperties = (node: Properties, holder: Element): void => {
    for (const child of $(holder).children()) {
      const type = typeOf(child);
      const names = property(child)?.split(/\s+/).filter(Boolean) ?? [];
      if (names.length > 0) {
        const value = type === undefined ? statedValue(child) : readItem(child, type);
        if (type !== undefined) inside.add(child);
        addValue(node, names, value, 'content' in child.attribs);
      }
      // A nested item has its own properties.
      if (type === undefined) addProperties(node, child);
    }
  };
  for (const element of page.elements) {
    if (items.length >= ITEM_LIMIT) break;
    const type = inside.has(element) ? undefined : typeOf(element);
    if (type !== undefined) items.push(readItem(element, type));
  }
  return items;
}

type Properties = Record<string, unknown[]>;

/** Machine-readable values go first. */
function addValue(node: Properties, names: readonly string[], value: unknown, isFirst: boolean) {
  if (value === '') return;
  for (const name of names.map((each) => each.replace(/^.*[/#:]/, ''))) {
    const values = node[name] ?? [];
    node[name] = isFirst ? [value, ...values] : [...values, value];
  }
}

/** The attributes that state an element's value instead of its text (HTML, microdata). */
const VALUE_ATTRIBUTES = ['content', 'href', 'src', 'data-src', 'datetime', 'value'];

function statedValue(element: Element): string {
  const stated = VALUE_ATTRIBUTES.map((name) => element.attribs[name]?.trim()).find(Boolean);
  // Hidden text still counts as structured data.
  return stated ?? (shownText(element) || ownText(element).trim());
}
