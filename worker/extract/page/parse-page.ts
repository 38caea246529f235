/*
 * A page as a tree of elements: htmlparser2 cuts it, and what the readers ask of many elements is kept in them. What follows from
 * the opening tag alone is kept in the tag, which like elements share: a page has ten thousand elements and a few hundred tags.
 */
import { type Handler, Parser, type ParserOptions } from 'htmlparser2';
import { type KnownTags, PageTokenizer } from './tokenizer.ts';

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
  /** The elements of each name; `elementsNamed` gives them in page order. */
  named: Map<string, Element[]>;
  /** Its first-rank headings. */
  headings: readonly Element[];
  /** What microdata calls an item, or RDFa gives a type. */
  items: Element[];
  /** Elements with attributes that hold an object or a list. */
  stated: Element[];
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
  isTrail: boolean | null = null;
  /** The names of its attributes that hold an object or a list, where it has any. */
  readonly jsonNames: readonly string[] | null = null;
  /** Its elements are items of microdata or RDFa. */
  readonly isItem: boolean = false;
  /** Characters of its name where its source alone says what it is, else 0. */
  readonly nameChars: number;

  constructor(name: string, attribs: Record<string, string>, nameChars = 0) {
    this.name = name === 'template' && 'shadowrootmode' in attribs ? 'div' : name;
    this.nameChars = nameChars;
    this.attribs = attribs;
    this.type = name === 'script' || name === 'style' ? name : 'tag';
    this.isBlock = BLOCKS.has(name);
    for (const key in attribs) {
      const first = attribs[key]?.charCodeAt(0);
      if ((first === BRACE || first === BRACKET) && key !== 'style')
        this.jsonNames = [...(this.jsonNames ?? []), key];
      if (key === 'itemscope' || key === 'itemtype' || key === 'typeof') this.isItem = true;
    }
  }
}

const BRACE = 0x7b;
const BRACKET = 0x5b;
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
  /** The cells in a row of a table; kept by `cellsOf`. */
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
    if (isSpace(data)) return;
    this.isBlank = false;
    this.parent.hasText = true;
    this.parent.hasDigit ||= /\d/.test(data);
  }
}

/** Most texts of a page are the indentation of its markup: told without a pattern. */
function isSpace(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return !/\S/.test(text);
    if (code !== 0x20 && (code < 0x09 || code > 0x0d)) return false;
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

/** Parses HTML, never deeper or larger than the limits; throws PageTooComplex past them. */
export function parsePage(body: string): PageDocument {
  const page: PageDocument = {
    ...{ elements: [], metas: new Map(), named: new Map(), headings: [], items: [] },
    ...{ stated: [], title: '', canonical: null },
  };
  const open = [new Element(new PageTag('', {}), -1, null)];
  const known: KnownTags<PageTag> = { bySource: new Map(), current: null, plain: null };
  let text: TextNode | null = null;
  let pictures = 0;
  const handler: Partial<Handler> = {
    onopentag(name, attribs) {
      if (open.length > DEPTH_LIMIT || page.elements.length >= NODE_LIMIT)
        throw new PageTooComplex(`nested deeper than ${DEPTH_LIMIT}, or more than ${NODE_LIMIT}`);
      const tag =
        known.current ??
        takeUp(
          known,
          known.plain ?? {
            source: body.slice(parser.startIndex, parser.endIndex),
            attribs,
            nameChars: 0,
          },
          name,
        );
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
  };
  const options: ParserOptions & { known: KnownTags<PageTag> } = {
    Tokenizer: PageTokenizer as unknown as NonNullable<ParserOptions['Tokenizer']>,
    known,
  };
  const parser = new Parser(handler, options);
  parser.end(body);
  page.headings = elementsNamed(page, 'h1');
  return page;
}

/** The tag of this source: like ones share it. */
function takeUp(
  { bySource }: KnownTags<PageTag>,
  { source, attribs, nameChars }: NonNullable<KnownTags['plain']>,
  name: string,
): PageTag {
  const tag = bySource.get(source) ?? new PageTag(name, attribs, nameChars);
  bySource.set(source, tag);
  return tag;
}

/** The elements of these names, in page order. */
export function elementsNamed({ named }: PageDocument, ...names: string[]): readonly Element[] {
  const [first = [], ...others] = names.map((name) => named.get(name) ?? []);
  return others.length === 0
    ? first
    : first.concat(...others).sort((left, right) => left.order - right.order);
}

function note(page: PageDocument, element: Element): void {
  const { name, tag, attribs } = element;
  const alike = page.named.get(name);
  if (alike) alike.push(element);
  else page.named.set(name, [element]);
  if (tag.isItem) page.items.push(element);
  if (tag.jsonNames) page.stated.push(element);
  if (name === 'meta') {
    const key = (attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '')
      .toLowerCase()
      .trim();
    const content = attribs['content']?.trim();
    if (key && content) page.metas.set(key, [...(page.metas.get(key) ?? []), content]);
  } else if (name === 'link' && attribs['rel']?.toLowerCase() === 'canonical')
    page.canonical ??= attribs['href'] ?? null;
}
