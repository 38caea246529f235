import { foldSpaces } from '#domain/text/fold-spaces.ts';

/** The part of the page that an element belongs to. */
export type Region = 'main' | 'chrome' | 'aside' | 'hidden';

/** A node of a parsed page; comments are dropped. */
export type PageNode = Element | TextNode;

/** Elements whose text is not rendered. */
export const NOT_RENDERED: ReadonlySet<string> = new Set(
  'script style template noscript head svg select iframe object'.split(' '),
);
const BLOCKS = new Set(
  'address article br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p section table td th tr ul'.split(
    ' ',
  ),
);
const HIDING =
  /(?:^|\s)(?:hidden|d-none|(?:is|u|uk|js)-hidden|hide|(?:ng|is|u|js)-hide|no-display|display-none|unvisible|w-condition-invisible)(?:\s|$)/;
/** Classes that hide an element on phones only: "hidden md:block", "d-none d-lg-flex". */
const SHOWN_WIDE = /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):|d-(?:sm|md|lg|xl|xxl)-)(?!hidden|none)[a-z]/;
const TEST_IDS = 'testid test hook qa automation automation-id locator cy e2e'
  .split(' ')
  .map((name) => `data-${name}`);

/** An opening tag and the properties that follow from it alone. Equal tags share one: ten thousand elements have a few hundred tags. */
export class PageTag {
  readonly name: string;
  readonly attribs: Record<string, string>;
  readonly type: 'tag' | 'script' | 'style';
  readonly isBlock: boolean;
  /** True when an attribute, inline style or framework class hides the element itself. */
  readonly isHidden: boolean;
  /** Class, id and test id in one text. */
  readonly label: string;
  /** The names of attributes that hold a JSON object or list. */
  readonly jsonAttributes: readonly string[];
  /** True for microdata items and typed RDFa elements. */
  readonly isItem: boolean;
  /** The page's first element with this tag. */
  first: Element | null = null;
  /** Caches; null until computed. */
  labelWords: readonly string[] | null = null;
  region: Region | null = null;

  constructor(name: string, attribs: Record<string, string>) {
    const { class: classes = '', id = '', style = '' } = attribs;
    // A browser renders shadow roots and the templates of Alpine's conditions.
    const isRendered = 'shadowrootmode' in attribs || 'x-if' in attribs;
    this.name = name === 'template' && isRendered ? 'div' : name;
    this.attribs = attribs;
    this.type = name === 'script' || name === 'style' ? name : 'tag';
    this.isBlock = BLOCKS.has(name);
    this.isHidden =
      'hidden' in attribs ||
      attribs['type'] === 'hidden' ||
      /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style) ||
      (HIDING.test(classes) && !SHOWN_WIDE.test(classes));
    this.label = `${classes} ${id} ${attribs[TEST_IDS.find((each) => each in attribs) ?? ''] ?? ''}`;
    this.isItem = 'itemscope' in attribs || 'itemtype' in attribs || 'typeof' in attribs;
    this.jsonAttributes = Object.keys(attribs).filter(
      (key) => /^[[{]/.test(attribs[key] ?? '') && key !== 'style',
    );
  }
}

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
  private printed: string | null = null;

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

  get isHidden(): boolean {
    return this.tag.isHidden;
  }

  get label(): string {
    return this.tag.label;
  }

  /** The words of the label. */
  get labelWords(): readonly string[] {
    this.tag.labelWords ??= labelWords(this.label);
    return this.tag.labelWords;
  }

  /** The labels of the element and its parent, since shops often label a price's box instead. */
  get labelsAround(): string {
    return `${this.label} ${this.parent?.label ?? ''}`;
  }

  /** The children in page order; hot paths walk from `first` to `next` instead. */
  get children(): PageNode[] {
    const children: PageNode[] = [];
    for (let child = this.first; child; child = child.next) children.push(child);
    return children;
  }

  get childElements(): Element[] {
    return this.children.filter(isElement);
  }

  /** The adjacent sibling elements, skipping text. */
  get adjacent(): Element[] {
    const { prev, next } = this;
    const nodes = [
      prev?.type === 'text' ? prev.prev : prev,
      next?.type === 'text' ? next.next : next,
    ];
    return nodes.filter((node): node is Element => node?.type === 'tag');
  }

  /** The element and all elements in it in document order, without scripts and styles. */
  get subtree(): Element[] {
    const found: Element[] = [];
    const stack: Element[] = [this];
    for (let element = stack.pop(); element; element = stack.pop()) {
      found.push(element);
      for (let child = element.last; child; child = child.prev)
        if (child.type === 'tag') stack.push(child);
    }
    return found;
  }

  /** The order of the first element after the subtree. */
  get end(): number {
    for (let up: Element | null = this; up; up = up.parent)
      for (let at = up.next; at; at = at.next) if (isElement(at)) return at.order;
    return Number.POSITIVE_INFINITY;
  }

  /** True when the subtree shows a picture, as tiles do and the rows of a price table do not. */
  get hasPicture(): boolean {
    return this.subtree.some(isPicture);
  }

  /** The raw text of a script, title or style. */
  get rawText(): string {
    return this.children.map((child) => (child.type === 'text' ? child.data : '')).join('');
  }

  /** Returns the visible text with spaces folded, cut at `limitChars` (default and maximum 4,000). */
  text(limitChars = TEXT_LIMIT_CHARS): string {
    return this.printedText().trim().slice(0, limitChars);
  }

  /** True when the element holds a product's name, whose words ("Original", "Special") must not be read as labels of the price. */
  holdsName(price: Element): boolean {
    const around = upFrom(price.parent);
    return this.subtree.some((each) => isProductName(each) && !around.includes(each));
  }

  /** Cached, since each ancestor joins the texts of its children. */
  private printedText(): string {
    const isSeen = !this.isHidden && !NOT_RENDERED.has(this.name);
    this.printed ??= isSeen ? foldSpaces(this.joinedText()) : '';
    return this.printed;
  }

  private joinedText(): string {
    let text = '';
    for (let child = this.first; child && text.length < TEXT_LIMIT_CHARS; child = child.next) {
      if (child.prev && isElement(child.prev) && child.prev.tag.isBlock) text += ' ';
      if (isElement(child)) text = joined(text, child, child.printedText());
      else text += child.isBlank ? ' ' : child.data.slice(0, RAW_LIMIT_CHARS);
    }
    return text;
  }
}

const TEXT_LIMIT_CHARS = 4_000;
/** Of one text node, including indentation. */
const RAW_LIMIT_CHARS = 14_000;

/** Keeps numbers of adjacent elements apart: "$1,249" + "95" in a <sup> is $1,249.95, "$249" + "99" are two, "$2" + ".49" is one. */
function joined(before: string, element: Element, text: string): string {
  if (text === '') return before;
  if (element.tag.isBlock) return `${before} ${text}`;
  if (!/\d$/.test(before) || !/^\d/.test(text)) return before + text;
  return `${before}${isCents(element) && /^\d\d(?!\d)/.test(text) ? '.' : ' '}${text}`;
}

/** True for an element that its name or class marks as raised or small cents. */
export function isCents({ name, attribs }: Element): boolean {
  return name === 'sup' || /cents?\b|fraction|decimal|\bdec\b/i.test(attribs['class'] ?? '');
}

/** Shorter links and headings ("Learn more") are not product names. */
const SHORTEST_NAME = 14;

function isProductName(element: Element): boolean {
  if (element.name === 'h1') return true;
  const { labelWords } = element;
  const isLabelled = labelWords.includes('name') && !labelWords.includes('price');
  if (!isLabelled && element.name !== 'a' && !/^h[1-6]$/.test(element.name)) return false;
  const text = element.text();
  // "(3 used & new offers)" qualifies the text before it.
  return text.length > SHORTEST_NAME && !text.startsWith('(');
}

/** Custom elements: <amp-img>, <lazy-image>. */
const DRAWN = /(?:^|-)(?:img|image|picture)(?:$|-)/;

function isPicture({ name, attribs }: Element): boolean {
  return (
    name === 'img' ||
    name === 'picture' ||
    'data-bg' in attribs ||
    (name.includes('-') && DRAWN.test(name)) ||
    /background(?:-image)?:\s*url/i.test(attribs['style'] ?? '')
  );
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

/** True for an element node, scripts and styles included. */
export function isElement(node: PageNode): node is Element {
  return node.type !== 'text';
}

/** Returns the element and then its ancestors, innermost first, up to the given number (default: all). */
export function upFrom(element: Element | null, levels = Number.POSITIVE_INFINITY): Element[] {
  const found: Element[] = [];
  for (let up = element; up && found.length < levels; up = up.parent) found.push(up);
  return found;
}

/** Returns the words of a label, split at '-', '_' and camel case, lower case: 'priceNow--big' → price, now, big. */
export function labelWords(label: string): string[] {
  const split = label.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return split.match(/[a-z]+/g) ?? [];
}

/** The address of an <img>'s file, as scripts or the browser load it. */
export function sourceOf(attribs: Element['attribs']): string | undefined {
  return attribs['data-src'] ?? attribs['src'] ?? attribs['srcset']?.split(/[\s,]/)[0];
}
