import {
  type Element,
  isElement,
  type PageDocument,
  rawTextOf,
  seenTextOf,
} from '../../page/document.ts';
import type { SchemaNode } from '../../values/nodes.ts';

type Building = Record<string, unknown[]>;

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
    name === 'meta' && !attribs['property']?.includes(':')
      ? attribs['property']
      : name === 'meta'
        ? undefined
        : attribs['property'],
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
  for (const element of page.elements) {
    if (items.length >= ITEM_LIMIT) break;
    if (inside.has(element)) continue;
    const type = notation.type(element);
    if (type === undefined || (notation.property(element) && hasTypedAncestor(element, notation)))
      continue;
    items.push(readItem(element, type, notation, page, inside));
  }
  return items;
}

function hasTypedAncestor(element: Element, notation: Notation): boolean {
  for (let up = element.parent; up; up = up.parent) {
    if (up.type === 'tag' && notation.type(up as Element) !== undefined) return true;
  }
  return false;
}

function readItem(
  root: Element,
  type: string,
  notation: Notation,
  page: PageDocument,
  inside: Set<Element>,
): SchemaNode {
  const node: Building = { '@type': type.split(/\s+/).filter(Boolean) };
  const roots = [...root.children];
  for (const id of root.attribs['itemref']?.split(/\s+/).slice(0, 20) ?? []) {
    const referred = page.elements.find((element) => element.attribs['id'] === id);
    if (referred && referred !== root) roots.push(referred);
  }
  const stack = roots.toReversed();
  for (let child = stack.pop(); child; child = stack.pop()) {
    if (!isElement(child)) continue;
    const property = notation.property(child);
    const childType = notation.type(child);
    if (property) {
      const value =
        childType === undefined
          ? statedValue(child)
          : readItem(child, childType, notation, page, inside);
      if (childType !== undefined) inside.add(child);
      for (const name of property.split(/\s+/))
        add(node, name.replace(/^.*[/#:]/, ''), value, 'content' in child.attribs);
    }
    // An item without a property starts an item of its own: what lies in it is not ours.
    if (childType === undefined) stack.push(...child.children.toReversed());
  }
  return node;
}

/** A value given for machines (`content`) stands before one that is only printed. */
function add(node: Building, name: string, value: unknown, isForMachines: boolean): void {
  if (value === '' || name === '__proto__') return;
  const values = node[name] ?? [];
  node[name] = values;
  if (isForMachines) values.unshift(value);
  else values.push(value);
}

function statedValue(element: Element): string {
  const { attribs, name } = element;
  const stated = attribs['content'] ?? (name === 'meta' ? '' : undefined);
  if (stated !== undefined) return stated.trim();
  if (name === 'link' || name === 'a' || name === 'area') return attribs['href'] ?? '';
  if (name === 'img' || name === 'source' || name === 'video')
    return attribs['src'] ?? attribs['data-src'] ?? '';
  if (name === 'time' && attribs['datetime']) return attribs['datetime'];
  if ((name === 'data' || name === 'meter' || name === 'input') && attribs['value'])
    return attribs['value'];
  // What is hidden from shoppers is still said to machines.
  return name === 'script' ? rawTextOf(element) : seenTextOf(element) || rawTextOf(element).trim();
}
