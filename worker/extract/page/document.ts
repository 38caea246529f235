import { foldSpaces } from '#domain/text/fold-spaces.ts';
import type { Element, PageDocument, PageNode } from './parse-page.ts';

export type { Element, PageDocument, PageNode };

const TEXT_LIMIT_CHARS = 4_000;
/** Of one text with its indentation. */
const RAW_LIMIT_CHARS = 14_000;
/** Elements whose text is not rendered. */
export const NOT_RENDERED: ReadonlySet<string> = new Set(
  'script style template noscript head svg select iframe object'.split(' '),
);

/** True for an element node, scripts and styles included. */
export function isElement(node: PageNode): node is Element {
  return node.type !== 'text';
}

/** Returns the element's visible text with spaces folded, cut at `limitChars` (default and maximum 4,000). */
export function visibleTextOf(element: Element, limitChars = TEXT_LIMIT_CHARS): string {
  return printedIn(element).trim().slice(0, limitChars);
}

/** Returns the start of the element's text. Cached, since each ancestor joins the texts of its children. */
function printedIn(element: Element): string {
  element.printed ??= isSeen(element) ? foldSpaces(joinedText(element)) : '';
  return element.printed;
}

function joinedText({ first }: Element): string {
  let text = '';
  for (let child = first; child && text.length < TEXT_LIMIT_CHARS; child = child.next) {
    if (child.prev && isElement(child.prev) && child.prev.tag.isBlock) text += ' ';
    if (!isElement(child)) text += child.isBlank ? ' ' : child.data.slice(0, RAW_LIMIT_CHARS);
    else if (isSeen(child)) text += separator(text, child) + printedIn(child);
  }
  return text;
}

function isSeen(element: Element): boolean {
  return !NOT_RENDERED.has(element.name) && !isHidden(element);
}

/** Keeps numbers of adjacent elements apart: "$1,249" + "95" in a <sup> is $1,249.95, "$249" + "99" are two, "$2" + ".49" is one. */
function separator(before: string, element: Element): string {
  if (element.tag.isBlock) return ' ';
  if (!/\d$/.test(before)) return '';
  const text = printedIn(element);
  if (isCents(element) && /^\d\d(?!\d)/.test(text)) return '.';
  return /^\d/.test(text) ? ' ' : '';
}

/** True for an element that its name or class marks as raised or small cents. */
export function isCents(element: Element): boolean {
  return (
    element.name === 'sup' || /cents?\b|fraction|decimal/i.test(element.attribs['class'] ?? '')
  );
}

/** True when an attribute, inline style or framework class hides the element itself. */
export function isHidden({ tag }: Element): boolean {
  if (tag.isHidden === null) {
    const { hidden, type, style = '', class: label = '' } = tag.attribs;
    tag.isHidden =
      hidden !== undefined ||
      type === 'hidden' ||
      /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style) ||
      (HIDING.test(label) && !SHOWN_WIDE.test(label));
  }
  return tag.isHidden;
}

const HIDING =
  /(?:^|\s)(?:hidden|d-none|(?:is|u|uk|js)-hidden|hide|(?:ng|is|u|js)-hide|no-display|display-none|unvisible|w-condition-invisible)(?:\s|$)/;
/** Classes that hide an element on phones only: "hidden md:block", "d-none d-lg-flex". */
const SHOWN_WIDE = /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):|d-(?:sm|md|lg|xl|xxl)-)(?!hidden|none)[a-z]/;

/** Returns the raw text of a script, title or style. */
export function rawTextOf(element: Element): string {
  let text = '';
  for (let child = element.first; child; child = child.next)
    if (child.type === 'text') text += child.data;
  return text;
}

/** Returns the first content of the named metas, in the order of the names. */
export function metaOf(page: PageDocument, ...names: string[]): string | null {
  for (const name of names) {
    const content = page.metas.get(name);
    if (content) return content;
  }
  return null;
}

/** Returns all elements of a subtree in document order. */
export function elementsIn(root: Element): Element[] {
  const found: Element[] = [];
  const stack: Element[] = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    found.push(element);
    for (let child = element.last; child; child = child.prev) {
      if (isElement(child) && child.name !== 'script' && child.name !== 'style') stack.push(child);
    }
  }
  return found;
}

/** Shorter links and headings ("Learn more") are not product names. */
const SHORTEST_NAME = 14;

/** True when the block holds a product's name, whose words ("Original", "Special") must not be read as labels of the price. */
export function holdsName(block: Element, price: Element): boolean {
  let over = 0;
  for (let up = parentOf(price); up; up = up === block ? null : parentOf(up))
    if (price !== block && isNamed(up)) over += 1;
  return namesIn(block) > over;
}

/** Counts the links and headings in a subtree that name a product. Cached, since each price of a block asks again. */
function namesIn(element: Element): number {
  if (element.names !== null) return element.names;
  let names = isNamed(element) ? 1 : 0;
  for (let child = element.first; child; child = child.next)
    if (isElement(child) && child.name !== 'script' && child.name !== 'style')
      names += namesIn(child);
  element.names = names;
  return names;
}

function isNamed(element: Element): boolean {
  if (element.name === 'h1') return true;
  if (element.name !== 'a' && !/^h[1-6]$/.test(element.name)) return false;
  const text = visibleTextOf(element, SHORTEST_NAME * 2);
  // "(3 used & new offers)" says more of what stands before it.
  return text.length > SHORTEST_NAME && !text.startsWith('(');
}

/** Returns the parent element, or null at the root. */
export function parentOf(element: Element): Element | null {
  const up = element.parent;
  return up?.type === 'tag' ? up : null;
}

/** Returns the adjacent sibling elements, skipping text. */
export function adjacentElements({ prev, next }: Element): Element[] {
  return [
    prev?.type === 'text' ? prev.prev : prev,
    next?.type === 'text' ? next.next : next,
  ].filter((node): node is Element => node?.type === 'tag');
}

/** Returns an array by element order: 1 for each element within one of the holders. */
export function withinAny(page: PageDocument, holders: ReadonlySet<Element>): Uint8Array {
  const within = new Uint8Array(page.elements.length);
  for (const holder of holders) within.fill(1, holder.order, endOf(holder));
  return within;
}

/** Returns the order of the first element after the subtree. */
export function endOf(element: Element): number {
  for (let up: Element | null = element; up; up = up.parent)
    for (let at = up.next; at; at = at.next) if (isElement(at)) return at.order;
  return Number.POSITIVE_INFINITY;
}

/** Returns the element and then its ancestors, innermost first, up to the given number (default: all). */
export function upFrom(element: Element | null, levels = Number.POSITIVE_INFINITY): Element[] {
  const found: Element[] = [];
  for (let up = element; up && found.length < levels; up = parentOf(up)) found.push(up);
  return found;
}

/** Custom elements: <amp-img>, <lazy-image>. */
const DRAWN = /(?:^|-)(?:img|image|picture)(?:$|-)/;

/** True when the subtree shows a picture, as tiles do and the rows of a price table do not. Cached per element. */
export function hasPicture(root: Element): boolean {
  root.hasPicture ??=
    isPicture(root) || root.children.some((child) => child.type === 'tag' && hasPicture(child));
  return root.hasPicture;
}

function isPicture({ name, attribs }: Element): boolean {
  return (
    name === 'img' ||
    name === 'picture' ||
    'data-bg' in attribs ||
    (name.includes('-') && DRAWN.test(name)) ||
    /background(?:-image)?:\s*url/i.test(attribs['style'] ?? '')
  );
}
