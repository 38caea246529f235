/*
 * The nodes of a parsed page: what the readers ask for, and no more. A page has ten thousand of them, so what is asked of many
 * (region, whether text stands in it) is kept in them, and what follows from the tag alone in the tag, which many share.
 */
import type { PageTag, Region } from './tag.ts';

/** A node of a parsed page; comments are none. */
export type PageNode = Element | TextNode;

/** An element; its children hang on each other, in page order. */
export class Element {
  readonly tag: PageTag;
  /** The tag's, which every reader asks for. */
  readonly name: string;
  /** Position among the page's elements, in document order. */
  readonly order: number;
  readonly parent: Element | null;
  readonly prev: PageNode | null;
  next: PageNode | null = null;
  first: PageNode | null = null;
  last: PageNode | null = null;
  /** Some text of its own holds more than space. */
  hasText = false;
  /** Some text of its own holds a digit. */
  hasDigit = false;
  /** Kept by `regionOf`. */
  region: Region | null = null;
  /** Kept by `seenTextOf`: what it prints, null where that is long, and the same as text. */
  printed: string | null | undefined = undefined;
  seenText: string | null = null;
  /** The beginning of a longer text, by the limit that was asked for last. */
  cutText = '';
  cutLimit = -1;
  /** Kept by the function of that name. */
  hasPicture: boolean | null = null;
  /** Links and headings in it that name a product; kept by `holdsName`. */
  names: number | null = null;

  constructor(tag: PageTag, order: number, parent: Element | null) {
    this.tag = tag;
    this.name = tag.name;
    this.order = order;
    this.parent = parent;
    this.prev = parent ? append(parent, this) : null;
  }

  get type(): 'tag' | 'script' | 'style' | 'root' {
    return this.tag.type;
  }

  get attribs(): Record<string, string> {
    return this.tag.attribs;
  }

  /** In page order; what is asked of all elements goes from `first` to `next` instead. */
  get children(): PageNode[] {
    const children: PageNode[] = [];
    for (let child = this.first; child; child = child.next) children.push(child);
    return children;
  }
}

/** A piece of text between two tags or comments. */
export class TextNode {
  data = '';
  /** It holds no more than space. */
  isBlank = true;
  readonly parent: Element;
  readonly prev: PageNode | null;
  next: PageNode | null = null;

  constructor(parent: Element) {
    this.parent = parent;
    this.prev = append(parent, this);
  }

  get type(): 'text' {
    return 'text';
  }

  /** Adds what follows: a piece goes on behind a '<' that begins no tag. */
  add(data: string): void {
    this.data = this.data ? this.data + data : data;
    const { parent } = this;
    if (isSpace(data)) return;
    this.isBlank = false;
    parent.hasText = true;
    parent.hasDigit ||= /\d/.test(data);
  }
}

/** True for white space alone; most texts say at their first character behind the indentation that they are more. */
function isSpace(data: string): boolean {
  for (let at = 0; at < data.length; at += 1) {
    const code = data.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) continue;
    return code > 0x7e && !/\S/.test(data);
  }
  return true;
}

/** Returns the node that it follows. */
function append(parent: Element, node: PageNode): PageNode | null {
  const before = parent.last;
  if (before) before.next = node;
  else parent.first = node;
  parent.last = node;
  return before;
}
