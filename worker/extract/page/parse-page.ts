/*
 * A page as a tree of elements, tokenised by htmlparser2. Elements cache what the readers ask of them repeatedly. Equal opening
 * tags share one Tag object, which caches what follows from the tag alone: a page has ten thousand elements but few hundred tags.
 */
import { Parser } from 'htmlparser2';

/** Only pages made to hang parsers are deeper: 250 kB of nested <div> blocked cheerio for 27 s. */
const DEPTH_LIMIT = 512;
const NODE_LIMIT = 250_000;

/** Thrown when a page is nested too deeply or has too many elements; the reading becomes 'too-complex'. */
export class PageTooComplex extends Error {
  override readonly name = 'PageTooComplex';
}

/** The part of the page that an element belongs to. */
export type Region = 'main' | 'chrome' | 'aside' | 'hidden';

/** A node of a parsed page; comments are dropped. */
export type PageNode = Element | TextNode;

/** A parsed page. */
export interface PageDocument {
  /** In document order. */
  elements: Element[];
  /** The page's different tags. */
  tags: PageTag[];
  /** The first content of each <meta> by lower-case property, name or itemprop. */
  metas: Map<string, string>;
  /** The page's h1 elements. */
  headings: readonly Element[];
}

/** An opening tag, with what the readers cache about it; null until computed. */
export class PageTag {
  readonly name: string;
  readonly attribs: Record<string, string>;
  readonly type: 'tag' | 'script' | 'style';
  /** True for block-level elements. */
  readonly isBlock: boolean;
  isHidden: boolean | null = null;
  label: string | null = null;
  words: readonly string[] | null = null;
  region: Region | null = null;
  isPrice: boolean | null = null;
  /** The page's first element with this tag. */
  first: Element | null = null;
  /** The names of attributes that hold a JSON object or list. */
  readonly jsonAttributes: readonly string[];
  /** True for microdata items and typed RDFa elements. */
  readonly isItem: boolean;

  constructor(name: string, attribs: Record<string, string>) {
    this.name = name === 'template' && 'shadowrootmode' in attribs ? 'div' : name;
    this.attribs = attribs;
    this.type = name === 'script' || name === 'style' ? name : 'tag';
    this.isBlock = BLOCKS.has(name);
    this.isItem = 'itemscope' in attribs || 'itemtype' in attribs || 'typeof' in attribs;
    this.jsonAttributes = Object.keys(attribs).filter(
      (key) => /^[[{]/.test(attribs[key] ?? '') && key !== 'style',
    );
  }
}

const BLOCKS = new Set(
  'address article br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p section table td th tr ul'.split(
    ' ',
  ),
);

/** An element; its children form a linked list in page order. */
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
  /** True when the element's own text is not blank. */
  hasText = false;
  /** True when the element's own text holds a digit. */
  hasDigit = false;
  /** Cache of `regionOf`. */
  region: Region | null = null;
  /** The start of the visible text; cache of `visibleTextOf`. */
  printed: string | null = null;
  /** Cache of the function of the same name. */
  hasPicture: boolean | null = null;
  /** Number of links and headings that name a product; cache of `holdsName`. */
  names: number | null = null;
  /** The cells of a table row; cache of `cellsOf`. */
  cells: readonly Element[] | null = null;

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

  /** The children in page order; hot paths walk from `first` to `next` instead. */
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
  /** True when the text is white space only. */
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

function append(parent: Element, node: PageNode): PageNode | null {
  const before = parent.last;
  if (before) before.next = node;
  else parent.first = node;
  parent.last = node;
  return before;
}

/** Parses HTML; throws PageTooComplex for pages past the limits of depth and size. */
export function parsePage(body: string): PageDocument {
  const elements: Element[] = [];
  const tags = new Map<string, PageTag>();
  const open = [new Element(new PageTag('', {}), -1, null)];
  let text: TextNode | null = null;
  const parser = new Parser({
    onopentag(name, attribs) {
      if (open.length > DEPTH_LIMIT || elements.length >= NODE_LIMIT)
        throw new PageTooComplex(`nested deeper than ${DEPTH_LIMIT}, or more than ${NODE_LIMIT}`);
      const source = body.slice(parser.startIndex, parser.endIndex);
      const tag = tags.get(source) ?? new PageTag(name, attribs);
      const element = new Element(tag, elements.length, open.at(-1) ?? null);
      tag.first ??= element;
      tags.set(source, tag);
      elements.push(element);
      open.push(element);
      text = null;
    },
    onclosetag() {
      open.pop();
      text = null;
    },
    ontext(data) {
      const holder = open.at(-1);
      if (holder) text ??= new TextNode(holder);
      text?.add(data);
    },
  });
  parser.end(body);
  const page = { elements, tags: [...tags.values()], metas: new Map<string, string>() };
  for (const { attribs } of elementsNamed(page, 'meta')) {
    const key = attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '';
    const name = key.toLowerCase().trim();
    const content = attribs['content']?.trim();
    if (content && !page.metas.has(name)) page.metas.set(name, content);
  }
  return { ...page, headings: elementsNamed(page, 'h1') };
}

/** Returns the elements that pass the test, in page order. The test, which may depend on the tag alone, runs once a tag. */
export function elementsWhere(
  { elements, tags }: PageDocument,
  passes: (one: Element) => boolean,
): Element[] {
  const passing = new Set(tags.filter(({ first }) => first && passes(first)));
  return elements.filter(({ tag }) => passing.has(tag));
}

/** Returns the elements with these names, in page order. */
export function elementsNamed(
  { elements }: Pick<PageDocument, 'elements'>,
  ...names: string[]
): Element[] {
  return elements.filter(({ name }) => names.includes(name));
}
