import {
  type Element,
  isElement,
  type PageDocument,
  rawTextOf,
  visibleTextOf,
} from '../../page/document.ts';
import { elementsNamed } from '../../page/parse-page.ts';
import type { SchemaNode } from '../../values/nodes.ts';
import { endOfJson, linked, parseLoose } from './script-values.ts';

const BLOCK_LIMIT_CHARS = 4_000_000;
const BLOCK_LIMIT = 60;

/** Returns the parsed JSON-LD blocks of a page, in page order. Repairs broken blocks if possible, else drops them. */
export function readJsonLd(page: PageDocument): unknown[] {
  const blocks = elementsNamed(page, 'script')
    .filter(({ attribs }) => attribs['type']?.toLowerCase().includes('ld+json'))
    .slice(0, BLOCK_LIMIT)
    .map(rawTextOf)
    .filter((text) => text.length <= BLOCK_LIMIT_CHARS)
    .map((text) => parseLoose(text) ?? repairJson(text))
    .filter((block) => block !== undefined);
  return linked(blocks);
}

/**
 * Parses JSON that a shop's template broke: comments and CDATA around it, HTML entities for quotes, raw control characters in
 * strings, trailing commas, stray backslashes, text after the last bracket. Undefined if the text cannot be repaired.
 */
export function repairJson(raw: string): unknown {
  const text = raw
    .replace(/(?:\/\/\s*)?(?:<!\[CDATA\[|\]\]>)|<!--|-->|\/\*[^*]*\*\/|\ufeff/g, ' ')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\\([\s\S])/g, (pair, char: string) =>
      /["\\/bfnrtu]/.test(char) ? pair : `\\${pair}`,
    )
    .replace(/,(?=[\s\u00a0]*[}\]])/g, '')
    .trimStart();
  if (!/^[[{]/.test(text)) return undefined;
  const unquoted = text.replace(/&(?:quot|#0?34|#x22);/gi, '"').replaceAll('&amp;', '&');
  for (const candidate of [text, unquoted]) {
    const value = parseLoose(candidate.slice(0, endOfJson(candidate, 0)));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The attributes that carry meaning: HTML microdata or RDFa. */
interface Notation {
  type: (element: Element) => string | undefined;
  property: (element: Element) => string | undefined;
}

const MICRODATA: Notation = {
  type: ({ attribs }) =>
    'itemscope' in attribs || 'itemtype' in attribs ? (attribs['itemtype'] ?? '') : undefined,
  property: ({ attribs }) => attribs['itemprop'],
};
const RDFA: Notation = {
  type: ({ attribs }) => attribs['typeof'],
  property: ({ attribs, name }) =>
    name === 'meta' && attribs['property']?.includes(':') ? undefined : attribs['property'],
};
const ITEM_LIMIT = 2_000;

/** Top-level microdata items of the page as schema.org nodes, in page order. */
export function readMicrodata(page: PageDocument): SchemaNode[] {
  return readItems(page, MICRODATA);
}

/** Top-level RDFa Lite items (`typeof`, `property`) as schema.org nodes, in page order. */
export function readRdfa(page: PageDocument): SchemaNode[] {
  return readItems(page, RDFA);
}

function readItems(page: PageDocument, notation: Notation): SchemaNode[] {
  const items: SchemaNode[] = [];
  const inside = new Set<Element>();
  for (const element of page.items) {
    if (items.length >= ITEM_LIMIT) break;
    if (inside.has(element)) continue;
    const type = notation.type(element);
    if (type === undefined) continue;
    items.push(readItem(element, type, notation, inside));
  }
  return items;
}

function readItem(
  root: Element,
  type: string,
  notation: Notation,
  inside: Set<Element>,
): SchemaNode {
  // Without a prototype, because a page may name a property 'constructor'.
  const node: Record<string, unknown[]> = Object.create(null);
  node['@type'] = type.split(/\s+/).filter(Boolean);
  const stack = root.children.reverse();
  for (let child = stack.pop(); child; child = stack.pop()) {
    if (!isElement(child)) continue;
    const property = notation.property(child);
    const childType = notation.type(child);
    if (property) {
      const value =
        childType === undefined ? statedValue(child) : readItem(child, childType, notation, inside);
      if (childType !== undefined) inside.add(child);
      for (const name of property.split(/\s+/).map((each) => each.replace(/^.*[/#:]/, ''))) {
        if (value === '') continue;
        const values = node[name] ?? [];
        // Machine-readable values go first.
        node[name] = 'content' in child.attribs ? [value, ...values] : [...values, value];
      }
    }
    // A nested item has its own properties.
    if (childType === undefined) for (let at = child.last; at; at = at.prev) stack.push(at);
  }
  return node;
}

function statedValue(element: Element): string {
  const { attribs, name } = element;
  const stated = attribs['content'] ?? (name === 'meta' ? '' : undefined);
  if (stated !== undefined) return stated.trim();
  if (name === 'link' || name === 'a' || name === 'area') return attribs['href'] ?? '';
  if (name === 'img' || name === 'source' || name === 'video')
    return attribs['src'] ?? attribs['data-src'] ?? '';
  if (name === 'time' && attribs['datetime']) return attribs['datetime'];
  if ((name === 'data' || name === 'meter') && attribs['value']) return attribs['value'];
  // Hidden text still counts as structured data.
  return name === 'script'
    ? rawTextOf(element)
    : visibleTextOf(element) || rawTextOf(element).trim();
}
