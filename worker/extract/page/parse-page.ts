/*
 * A page as a tree of elements: htmlparser2 cuts it, and what the readers ask of many elements is kept in them. What follows from
 * the opening tag alone is kept in the tag, which like elements share: a page has ten thousand elements and a few hundred tags.
 */
import { Parser } from 'htmlparser2';

/** Deeper pages exist only to hang parsers: 250 kB of nested <div> held cheerio for 27 s. */
const DEPTH_LIMIT = 512;
const NODE_LIMIT = 250_000;

/** Thrown when a page is nested or sized past what is safe to walk; the reading becomes 'too-complex'. */
export class PageTooComplex extends Error {
  override readonly name = 'PageTooComplex';
}

/** Where on the page an element lies. */
export type Region = 'main' | 'chrome' | 'aside' | 'hidden';

/** A node of a parsed page; comments are none. */
export type PageNode = Element | TextNode;

/** A parsed page: its elements in document order and what the readers ask for most. */
export interface PageDocument {
  elements: Element[];
  /** <meta> contents by lower-case property, name or itemprop, in page order. */
  metas: Map<string, string[]>;
  scripts: Element[];
  headings: Element[];
  title: string;
  canonical: string | null;
}

/** What the readers keep of an opening tag once it is asked for: null until then. */
export class PageTag {
  readonly name: string;
  readonly attribs: Record<string, string>;
  readonly type: 'tag' | 'script' | 'style';
  /** Its elements begin a line of their own. */
  readonly isBlock: boolean;
  isHidden: boolean | null = null;
  label: string | null = null;
  words: readonly string[] | null = null;
  region: Region | null = null;
  isTitle: boolean | null = null;
  isHeading: boolean | null = null;
  isPrice: boolean | null = null;
  /** The names of its attributes that hold an object or a list, where it has any. */
  readonly jsonNames: readonly string[] | null = null;

  constructor(name: string, attribs: Record<string, string>) {
    this.name = name;
    this.attribs = attribs;
    this.type = name === 'script' || name === 'style' ? name : 'tag';
    this.isBlock = BLOCKS.has(name);
    for (const key in attribs)
      if (/^[{[]/.test(attribs[key] ?? '') && key !== 'style')
        this.jsonNames = [...(this.jsonNames ?? []), key];
  }
}

const BLOCKS = new Set(
  'address article br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p section table td th tr ul'.split(
    ' ',
  ),
);

/** An element; its children hang on each other, in page order. */
export class Element {
  readonly tag: PageTag;
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

  get type(): PageTag['type'] {
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

/** A piece of text between two tags. */
export class TextNode {
  readonly type = 'text';
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

  add(data: string): void {
    this.data += data;
    if (!/\S/.test(data)) return;
    this.isBlank = false;
    this.parent.hasText = true;
    this.parent.hasDigit ||= /\d/.test(data);
  }
}

/** Returns the node that it follows. */
function append(parent: Element, node: PageNode): PageNode | null {
  const before = parent.last;
  if (before) before.next = node;
  else parent.first = node;
  parent.last = node;
  return before;
}

/** Parses HTML, never deeper or larger than the limits; throws PageTooComplex past them. */
export function parsePage(body: string): PageDocument {
  const page: PageDocument = {
    ...{ elements: [], metas: new Map(), scripts: [], headings: [], title: '', canonical: null },
  };
  const open = [new Element(new PageTag('', {}), -1, null)];
  const tags = new Map<string, PageTag>();
  let text: TextNode | null = null;
  let pictures = 0;
  const parser = new Parser({
    onopentag(name, attribs) {
      if (open.length > DEPTH_LIMIT || page.elements.length >= NODE_LIMIT)
        throw new PageTooComplex(`nested deeper than ${DEPTH_LIMIT}, or more than ${NODE_LIMIT}`);
      const shown = name === 'template' && 'shadowrootmode' in attribs ? 'div' : name;
      const source = body.slice(parser.startIndex, parser.endIndex);
      const tag = tags.get(source) ?? new PageTag(shown, attribs);
      tags.set(source, tag);
      const element = new Element(tag, page.elements.length, open.at(-1) ?? null);
      page.elements.push(element);
      text = null;
      open.push(element);
      if (name === 'svg') pictures += 1;
      note(page, element);
    },
    onclosetag(name) {
      const closed = open.pop();
      text = null;
      if (name === 'svg') pictures -= 1;
      if (name === 'title' && pictures === 0 && closed?.first?.type === 'text')
        page.title ||= closed.first.data.trim();
    },
    ontext(data) {
      const holder = open.at(-1);
      if (holder) text ??= new TextNode(holder);
      text?.add(data);
    },
  });
  parser.end(body);
  return page;
}

function note(page: PageDocument, element: Element): void {
  const { name, attribs } = element;
  if (name === 'meta') {
    const key = (attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '')
      .toLowerCase()
      .trim();
    const content = attribs['content']?.trim();
    if (key && content) page.metas.set(key, [...(page.metas.get(key) ?? []), content]);
  } else if (name === 'script') page.scripts.push(element);
  else if (name === 'h1') page.headings.push(element);
  else if (name === 'link' && attribs['rel']?.toLowerCase() === 'canonical')
    page.canonical ??= attribs['href'] ?? null;
}
