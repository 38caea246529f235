import { load } from 'cheerio/slim';
import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { remembered } from '#domain/remembered.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';

/** The part of the page that an element belongs to. */
export type Region = 'main' | 'chrome' | 'aside' | 'hidden';

declare module 'domhandler' {
  /** What a parsed page adds to the library's elements: distances are counted in elements, and the rest is asked thousands of times. */
  interface Element {
    /** Position among the page's elements, in document order. */
    order: number;
    /** Class, id and test id in one text. */
    label: string;
    /** Caches of `shownText` and `regionOf`; null until computed. */
    shown: string | null;
    region: Region | null;
    /** True when it holds a product's name, however short: in a heading that is a link, or as a picture is called. */
    hasName: boolean;
  }
}

/** cheerio for elements at hand, whatever their page: `$(element).closest('li')`. The page's own `$` searches the page. */
export const $ = load([]);

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

/** Class, id and test id in one text. */
export function labelOf(attribs: Element['attribs']): string {
  const { class: classes = '', id = '' } = attribs;
  return `${classes} ${id} ${attribs[TEST_IDS.find((each) => each in attribs) ?? ''] ?? ''}`;
}

/** The labels of the element and its parent, since shops often label a price's box instead. */
export function labelsAround(element: Element): string {
  return `${element.label} ${parentOf(element)?.label ?? ''}`;
}

/** Returns the words of a label, split at '-', '_' and camel case, lower case: 'priceNow--big' → price, now, big. */
export const labelWords: (label: string) => readonly string[] = remembered((label) => {
  const split = label.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return split.match(/[a-z]+/g) ?? [];
});

/** True when an attribute, inline style or framework class hides the element itself. */
export function isHidden({ attribs }: Element): boolean {
  const { class: classes = '', style = '' } = attribs;
  return (
    'hidden' in attribs ||
    attribs['type'] === 'hidden' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style) ||
    (HIDING.test(classes) && !SHOWN_WIDE.test(classes))
  );
}

/** The element's parent; null at the top of the page. */
export function parentOf({ parent }: ChildNode): Element | null {
  return parent && isTag(parent) ? parent : null;
}

/** Returns the element and then its ancestors, innermost first, up to the given number; `.parents()` knows no limit and takes longer. */
export function upFrom(element: Element | null, levels = Number.POSITIVE_INFINITY): Element[] {
  const found: Element[] = [];
  for (let up = element; up && found.length < levels; up = parentOf(up)) found.push(up);
  return found;
}

/** The element and all elements in it, in document order. Prices and tiles ask too often for `.find('*')`, which takes ten times as long. */
export function subtree(element: Element): Element[] {
  const found: Element[] = [];
  const collect = (one: Element): void => {
    found.push(one);
    for (const child of one.children) if (isTag(child)) collect(child);
  };
  collect(element);
  return found;
}

/** The adjacent sibling elements. */
export function adjacent(element: Element): Element[] {
  return [...$(element).prev(), ...$(element).next()];
}

/** Pictures, and custom elements that draw one: <amp-img>, <lazy-image>. */
const DRAWN = /^(?:img|picture)$|-(?:img|image|picture)(?:$|-)|^(?:img|image|picture)-/;

/** True when the element shows a picture, as tiles do and the rows of a price table do not. */
export function hasPicture(element: Element): boolean {
  return subtree(element).some(
    ({ name, attribs }) =>
      DRAWN.test(name) ||
      'data-bg' in attribs ||
      /background(?:-image)?:\s*url/i.test(attribs['style'] ?? ''),
  );
}

/** The element's own text as it stands in the page, without that of its children: for scripts, titles and texts between elements. */
export function ownText({ children }: Element): string {
  let text = '';
  for (const child of children) if (isText(child)) text += child.data;
  return text;
}

/** True when the element's own text is not blank. */
export function hasOwnText({ children }: Element): boolean {
  return children.some((child) => isText(child) && /\S/.test(child.data));
}

/** Returns the visible text with spaces folded, cut at `limitChars` (default and maximum 4,000). */
export function shownText(element: Element, limitChars = TEXT_LIMIT_CHARS): string {
  return allShown(element).trim().slice(0, limitChars);
}

/** Cached, since each ancestor joins the texts of its children. */
function allShown(element: Element): string {
  element.shown ??=
    NOT_RENDERED.has(element.name) || isHidden(element) ? '' : foldSpaces(joinedText(element));
  return element.shown;
}

function joinedText({ children }: Element): string {
  let text = '';
  let isBehindBlock = false;
  for (const child of children) {
    if (text.length >= TEXT_LIMIT_CHARS) break;
    if (isBehindBlock) text += ' ';
    if (isTag(child)) text = joined(text, child, allShown(child));
    else if (isText(child))
      text += /\S/.test(child.data) ? child.data.slice(0, RAW_LIMIT_CHARS) : ' ';
    isBehindBlock = isTag(child) && BLOCKS.has(child.name);
  }
  return text;
}

const TEXT_LIMIT_CHARS = 4_000;
/** Of one text node, including indentation. */
const RAW_LIMIT_CHARS = 14_000;

/** Keeps numbers of adjacent elements apart: "$1,249" + "95" in a <sup> is $1,249.95, "$249" + "99" are two, "$2" + ".49" is one. */
function joined(before: string, element: Element, text: string): string {
  if (text === '') return before;
  if (BLOCKS.has(element.name)) return `${before} ${text}`;
  if (!/\d$/.test(before) || !/^\d/.test(text)) return before + text;
  return `${before}${isCents(element) && /^\d\d(?!\d)/.test(text) ? '.' : ' '}${text}`;
}

/** True for an element that its name or class marks as raised or small cents. */
export function isCents({ name, attribs }: Element): boolean {
  return name === 'sup' || /cents?\b|fraction|decimal|\bdec\b/i.test(attribs['class'] ?? '');
}

/** Shorter links and headings ("Learn more") are not product names. */
const SHORTEST_NAME = 14;

/** True when the block holds a product's name, whose words ("Original", "Special") must not be read as labels of the price. */
function holdsName(block: Element, price: Element): boolean {
  const around = upFrom(parentOf(price));
  return subtree(block).some((each) => isProductName(each) && !around.includes(each));
}

function isProductName(element: Element): boolean {
  if (element.name === 'h1') return true;
  const words = labelWords(element.label);
  const isLabelled = words.includes('name') && !words.includes('price');
  if (!isLabelled && element.name !== 'a' && !/^h[1-6]$/.test(element.name)) return false;
  const text = shownText(element);
  // "(3 used & new offers)" qualifies the text before it.
  return text.length > SHORTEST_NAME && !text.startsWith('(');
}

const LONGEST_LABEL = 25;

/** True when the block holds more than the price and its words: a product's name, or a label without an amount ("RRP:"). */
export function holdsMore(block: Element, price: Element, within: Element): boolean {
  return holdsName(block, price) || followsEmptyPrice(within);
}

function followsEmptyPrice({ prev }: Element): boolean {
  const before = prev && isText(prev) && prev.data.trim() === '' ? prev.prev : prev;
  if (!before || !isTag(before) || !shownText(before, LONGEST_LABEL).endsWith(':')) return false;
  const last = before.children.at(-1);
  return last !== undefined && isTag(last) && /price/i.test(last.label) && !last.firstChild;
}

/** The address of an <img>'s file, as scripts or the browser load it. */
export function sourceOf(attribs: Element['attribs']): string | undefined {
  return attribs['data-src'] ?? attribs['src'] ?? attribs['srcset']?.split(/[\s,]/)[0];
}
