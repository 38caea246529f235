/*
 * The nodes of a parsed page: what the readers ask for, and no more. A page has ten thousand of them, so what is asked of many
 * (region, whether text stands in it) is kept in them.
 */

/** Where on the page an element lies. */
export type Region = 'main' | 'chrome' | 'aside' | 'hidden';

/** A node of a parsed page; comments are none. */
export type PageNode = Element | TextNode;

/** An element, its children in page order. */
export class Element {
  readonly type: 'tag' | 'script' | 'style' | 'root';
  readonly name: string;
  readonly attribs: Record<string, string>;
  /** Position among the page's elements, in document order. */
  readonly order: number;
  readonly parent: Element | null;
  readonly prev: PageNode | null;
  next: PageNode | null = null;
  readonly children: PageNode[] = [];
  /** Some text of its own holds more than space. */
  hasText = false;
  /** Some text of its own holds a digit. */
  hasDigit = false;
  /** Kept by `regionOf`. */
  region: Region | null = null;
  /** Links and headings in it that name a product; kept by `holdsName`. */
  names: number | null = null;

  constructor(
    name: string,
    attribs: Record<string, string>,
    order: number,
    parent: Element | null,
  ) {
    this.type = TYPES.get(name) ?? 'tag';
    this.name = name;
    this.attribs = attribs;
    this.order = order;
    this.parent = parent;
    this.prev = parent ? append(parent, this) : null;
  }
}

/** A piece of text between two tags or comments. */
export class TextNode {
  readonly type = 'text';
  data = '';
  readonly parent: Element;
  readonly prev: PageNode | null;
  next: PageNode | null = null;

  constructor(parent: Element) {
    this.parent = parent;
    this.prev = append(parent, this);
  }

  /** Adds what follows: a piece ends at each entity. */
  add(data: string): void {
    this.data += data;
    const { parent } = this;
    parent.hasText ||= /\S/.test(data);
    parent.hasDigit ||= /\d/.test(data);
  }
}

/** The parent of a page's outermost nodes. */
export function rootNode(): Element {
  return new Element('', {}, -1, null);
}

const TYPES: ReadonlyMap<string, Element['type']> = new Map([
  ['script', 'script'],
  ['style', 'style'],
  ['', 'root'],
]);

/** Returns the node that it follows. */
function append(parent: Element, node: PageNode): PageNode | null {
  const before = parent.children.at(-1) ?? null;
  if (before) before.next = node;
  parent.children.push(node);
  return before;
}
