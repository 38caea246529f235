/*
 * A page as a tree of elements, tokenised by htmlparser2. Elements cache what the readers ask of them repeatedly. Equal opening
 * tags share one Tag object, which caches what follows from the tag alone: a page has ten thousand elements but few hundred tags.
 */
import { type Handler, Parser, type ParserOptions } from 'htmlparser2';
import { type KnownTags, PageTokenizer } from './tokenizer.ts';

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
  /** The page's different tags by name. */
  tags: Map<string, PageTag[]>;
  /** The first content of each <meta> by lower-case property, name or itemprop. */
  metas: Map<string, string>;
  /** The page's h1 elements. */
  headings: readonly Element[];
  title: string;
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
  /** The page's first element with this tag, and its last so far. */
  first: Element | null = null;
  last: Element | null = null;
  /** The names of attributes that hold a JSON object or list. */
  readonly jsonAttributes: readonly string[] | null = null;
  /** True for microdata items and typed RDFa elements. */
  readonly isItem: boolean = false;
  /** The length of the name when the tag's source fully determines it, else 0. */
  readonly nameChars: number;

  constructor(name: string, attribs: Record<string, string>, nameChars = 0, source = '') {
    this.name = name === 'template' && 'shadowrootmode' in attribs ? 'div' : name;
    this.nameChars = nameChars;
    this.attribs = attribs;
    this.type = name === 'script' || name === 'style' ? name : 'tag';
    this.isBlock = BLOCKS.has(name);
    if (!MARKED.test(source)) return;
    for (const key in attribs) {
      const first = attribs[key]?.charCodeAt(0);
      if ((first === BRACE || first === BRACKET) && key !== 'style')
        this.jsonAttributes = [...(this.jsonAttributes ?? []), key];
      if (key === 'itemscope' || key === 'itemtype' || key === 'typeof') this.isItem = true;
    }
  }
}

/** Part of the source of every tag with JSON or an item, which few tags have. */
const MARKED = /[{[&]|item(?:scope|type)|typeof/i;
const BRACE = 0x7b;
const BRACKET = 0x5b;
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
  /** The next element with the same tag. */
  like: Element | null = null;
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
    if (isSpace(data)) return;
    this.isBlank = false;
    this.parent.hasText = true;
    this.parent.hasDigit ||= /\d/.test(data);
  }
}

/** Most texts are indentation, so this check avoids a regular expression. */
function isSpace(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return !/\S/.test(text);
    if (code !== 0x20 && (code < 0x09 || code > 0x0d)) return false;
  }
  return true;
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
  const page: PageDocument = {
    elements: [],
    tags: new Map(),
    metas: new Map(),
    headings: [],
    title: '',
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
        internTag(
          page,
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
      if (tag.last) tag.last.like = element;
      tag.last = element;
      tag.first ??= element;
      text = null;
      open.push(element);
      if (name === 'svg') pictures += 1;
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
  for (const { attribs } of elementsNamed(page, 'meta')) {
    const key = attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '';
    const name = key.toLowerCase().trim();
    const content = attribs['content']?.trim();
    if (content && !page.metas.has(name)) page.metas.set(name, content);
  }
  return page;
}

function internTag(
  { tags }: PageDocument,
  { bySource }: KnownTags<PageTag>,
  { source, attribs, nameChars }: NonNullable<KnownTags['plain']>,
  name: string,
): PageTag {
  const known = bySource.get(source);
  if (known) return known;
  const tag = new PageTag(name, attribs, nameChars, source);
  bySource.set(source, tag);
  const alike = tags.get(tag.name);
  if (alike) alike.push(tag);
  else tags.set(tag.name, [tag]);
  return tag;
}

/** Returns the elements that pass the test, in page order. The test, which may depend on the tag alone, runs once a tag. */
export function elementsWhere(
  { tags }: PageDocument,
  passes: (one: Element) => boolean,
): readonly Element[] {
  return elementsOf([...tags.values()].flat().filter(({ first }) => first && passes(first)));
}

/** Returns the elements with these names, in page order. */
export function elementsNamed({ tags }: PageDocument, ...names: string[]): readonly Element[] {
  return elementsOf(names.flatMap((name) => tags.get(name) ?? []));
}

function elementsOf(tags: readonly PageTag[]): readonly Element[] {
  const found: Element[] = [];
  for (const { first } of tags) for (let at = first; at; at = at.like) found.push(at);
  return found.sort((left, right) => left.order - right.order);
}
