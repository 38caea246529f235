import { containment, plainText } from '../values/nodes.ts';
import {
  type Element,
  isElement,
  isHidden,
  metaOf,
  type PageDocument,
  seenTextOf,
  UNSEEN,
} from './document.ts';
import type { Region } from './parse-page.ts';

const CHROME_NAMES = new Set(['header', 'nav', 'footer']);
const CHROME_CLASS =
  /(?:^|[\s_-])(?:nav(?:bar|igation)?|mega-?menu|menu|(?<!(?:card|tile|item|product|panel|box)[_-]{1,2})footer|site-?header|(?:mini|side|ajax|header|preview|fly-?out)-?cart|cart-?(?:drawer|notification|preview|fly-?out|sidebar|popup|dropdown|summary)|cookie|modal|breadcrumbs?|off-?canvas(?!-(?:wrap|content|inner))|drawer)(?:$|[\s_-])/i;
const ASIDE_CLASS =
  /related|similar|recommend(?!ed-?_?(?:retail-?_?)?price)|upsell|cross-?sell|also-?(?:bought|viewed|like)|recently|carousel|sponsor|accessor|frequently|bundle|protection|warranty|insurance|plan-?wrapper|(?<!price[\w-]{0,20})add-?ons?(?![a-z])|compare-?(?:list|table)|testimonial|review/i;

/** Shop systems write on each product, and around each list, which categories it is of: "product_cat-accessories". */
const OF_CATEGORY =
  /(?:^|\s)(?:product_(?:cat|tag|brand)|category|cat|tag|collection|pwb-brand|shopify-section)[-_]\S+|(?:^|\s)\S+-(?:collection|category)(?=\s|$)/g;

/**
 * The region of an element by its ancestors: hidden or never rendered, the site's frame (menus, footers, dialogs), other
 * products' areas, or the page's own content.
 */
export function regionOf(element: Element): Region {
  const path: Element[] = [];
  let up: Element | null = element;
  for (; up && up.region === null; up = parentOf(up)) path.push(up);
  let region: Region = up?.region ?? 'main';
  for (let each = path.pop(); each; each = path.pop()) {
    region = narrower(region, ownRegion(each));
    each.region = region;
  }
  return region;
}

/** Takes the element for a place of other products, whatever its author calls it. */
export function setAside(element: Element): void {
  element.region = narrower(regionOf(element), 'aside');
}

const RANK: Record<Region, number> = { main: 0, aside: 1, chrome: 2, hidden: 3 };

function narrower(outer: Region, own: Region): Region {
  return RANK[own] > RANK[outer] ? own : outer;
}

/** True for what is never shown, and for the frame as tags name it. */
export function isFrame(element: Element): boolean {
  const { name } = element;
  return (
    UNSEEN.has(name) || isHidden(element) || (CHROME_NAMES.has(name) && !isArticleHead(element))
  );
}

function ownRegion(element: Element): Region {
  const { name, tag } = element;
  if (UNSEEN.has(name) || isHidden(element)) return 'hidden';
  if (name === 'body' || name === 'html' || name === 'main') return 'main';
  if (CHROME_NAMES.has(name) && !isArticleHead(element)) return 'chrome';
  tag.region ??= labelledRegion(element);
  return tag.region;
}

function labelledRegion(element: Element): Region {
  const { name } = element;
  // Elements of a shop's own making say by their name what they are: <product-recommendations>.
  const own = labelOf(element).replace(OF_CATEGORY, ' ');
  const label = name.includes('-') ? `${name} ${own}` : own;
  if (CHROME_CLASS.test(label)) return 'chrome';
  return ASIDE_CLASS.test(label) ? 'aside' : 'main';
}

/** Class, id and test id of an element in one text: what its author calls it. */
export function labelOf({ tag }: Element): string {
  tag.label ??= labelIn(tag.attribs);
  return tag.label;
}

function labelIn(attribs: Record<string, string>): string {
  const { class: name = '', id = '' } = attribs;
  return `${name} ${id} ${attribs['data-testid'] ?? attribs['data-test'] ?? attribs['data-hook'] ?? attribs['data-qa'] ?? ''}`;
}

/** The words of a label, split at '-', '_' and camel case, lower case: 'priceNow--big' → price, now, big. */
export function labelWords(label: string): string[] {
  return (
    label
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  );
}

/** The words of an element's label. */
export function wordsOfLabel(element: Element): readonly string[] {
  element.tag.words ??= labelWords(labelOf(element));
  return element.tag.words;
}

/** The labels of an element and of the one that holds it: a price's words often stand on its box. */
export function labelsAround(element: Element): string {
  const up = parentOf(element);
  return `${labelOf(element)} ${up ? labelOf(up) : ''}`;
}

/** The parent element, or null at the root. */
export function parentOf(element: Element): Element | null {
  const up = element.parent;
  return up?.type === 'tag' ? up : null;
}

/** The elements before and after, over the text between. */
export function tagsBeside({ prev, next }: Element): Element[] {
  return [
    prev?.type === 'text' ? prev.prev : prev,
    next?.type === 'text' ? next.next : next,
  ].filter((node): node is Element => node?.type === 'tag');
}

/** A <header> or <footer> inside an article, section or tile belongs to the content. */
function isArticleHead(element: Element): boolean {
  if (element.name === 'nav') return false;
  for (let up = parentOf(element); up; up = parentOf(up)) {
    if (up.name === 'main' || up.name === 'article' || up.name === 'section' || up.name === 'li')
      return true;
  }
  return false;
}

/** The page's titles, OpenGraph's first: what a printed heading is checked against. */
export function titlesOf(document: PageDocument): string[] {
  const titles = [metaOf(document, 'og:title', 'twitter:title'), document.title];
  return titles.map((title) => plainText(title ?? '')).filter(Boolean);
}

/** The page's first-rank headings as a shopper reads them. */
export function headingsOf(document: PageDocument): string[] {
  return document.headings
    .map((each) => seenTextOf(each, 320))
    .filter((text) => text.length > 0 && text.length < 300);
}

/**
 * What the page calls itself: its titles, and the headings that agree with one (all headings where there is no title), and where it
 * has neither, as a fragment, what its structured data names first. */
export function namesOf(document: PageDocument, structured: readonly (string | null)[]): string[] {
  const titles = titlesOf(document);
  const headings = headingsOf(document);
  const agreeing = headings.filter((heading) =>
    titles.some((title) => containment(heading, title) >= 0.7),
  );
  const names = [
    ...(agreeing.length > 0 ? agreeing : titles.length > 0 ? [] : headings).slice(0, 3),
    ...titles,
  ];
  return names.length > 0 ? names : structured.filter((name) => name !== null).slice(0, 1);
}

/** A link or heading of fewer characters is a "Learn more", not a product's name. */
const SHORTEST_NAME = 14;

/** True when the block names a product beside the price, whose words, "Original" or "Special", are not about the price. */
export function holdsName(block: Element, price: Element): boolean {
  let namesOverPrice = 0;
  for (let up = price; up !== block; ) {
    const parent = parentOf(up);
    if (!parent) break;
    up = parent;
    if (isNamed(up)) namesOverPrice += 1;
  }
  return namesIn(block) > namesOverPrice;
}

/** How many links and headings name a product, in an element and below it; counted once: blocks are asked for each price in them. */
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
  return seenTextOf(element, SHORTEST_NAME * 2).length > SHORTEST_NAME;
}
