import { containment } from '../values/nodes.ts';
import { type Element, isElement, type PageDocument, seenTextOf } from './document.ts';
import { isFrame, parentOf, setAside, wordsOfLabel } from './region.ts';

/** Share of a heading's words that a title of the page holds, for the heading to be the page's own. */
const OWN_HEADING = 0.7;
const LONGEST_OWN_HEADING = 300;

/**
 * Wrappers around the page's own content are its layout, whatever their class says: "off-canvas-wrapper" around all of a page,
 * "product_cat-accessories" on the product of that shelf. Asked once a page, before any region is.
 */
export function keepLayoutMain(page: PageDocument, titles: readonly string[]): void {
  const own = page.headings.filter((heading) => {
    const text = seenTextOf(heading, LONGEST_OWN_HEADING);
    return text.length > 1 && titles.some((title) => containment(text, title) >= OWN_HEADING);
  });
  for (const element of [...page.elements.filter(({ name }) => name === 'main'), ...own])
    keepAround(element);
}

/** What holds the content is layout, down to it or to a part of the frame that holds it. */
function keepAround(content: Element): void {
  const path: Element[] = [];
  for (let up = parentOf(content); up; up = parentOf(up)) path.push(up);
  for (const element of path.reverse()) {
    if (isFrame(element)) return;
    element.region = 'main';
  }
}

/** How shops head what they sell beside the page's product. */
const ANNOUNCED =
  /^(?:(?:you|we) (?:may|might|will|think you).{0,12}(?:like|love|enjoy|need|interested)|(?:our )?related|similar|recommend|(?:other )?(?:customers|people|shoppers|readers|others) (?:also|who)|(?:frequently|often|commonly) bought|also (?:bought|viewed|available|like)|recently viewed|your recent|goes (?:well|great|perfectly) with|pairs (?:well|perfectly)|pair (?:it )?with|wear (?:it )?with|works (?:well|great) with|complete (?:the|your)|shop the look|more (?:from|like)|(?:other|more) (?:products|items|great)|in the same|accessories$|(?:your|my|shopping) (?:shopping )?(?:cart|bag|basket|trolley)(?: \(?\d+\)?)?$|(?:by|from) the same)/iu;
const LONGEST_HEADING = 60;
const HEADING = /^h[2-6]$/;
const CLIMB_LIMIT = 3;
const SIBLINGS_LIMIT = 60;

/**
 * Sets aside what stands under a heading that announces other products than the page's. Asked once a page, before any
 * region is.
 */
export function setOtherGoodsAside(page: PageDocument): void {
  const around = new Set<Element>();
  for (const heading of page.headings)
    for (let up: Element | null = heading; up; up = parentOf(up)) around.add(up);
  for (const element of page.elements) if (isAdMark(element)) setAdAside(element, around);
  // What comes before the page's own heading is its head; without one, the first heading is the page's.
  const [first] = page.headings;
  let from = first?.order ?? null;
  for (const element of page.elements) {
    const { order } = element;
    if ((from !== null && order <= from) || !isHeading(element)) continue;
    const text = seenTextOf(element, LONGEST_HEADING * 2);
    if (from === null) from = order;
    else if (text.length <= LONGEST_HEADING && ANNOUNCED.test(text))
      setBehind(element, text, around);
  }
}

const AD_MARK = /^\s*\W?(?:sponsored|advertisement|ad|promoted)\W?\s*$/i;
/** With its indentation. */
const LONGEST_RAW = 60;

function isAdMark({ hasText, first }: Element): boolean {
  return (
    hasText && first?.type === 'text' && first.data.length < LONGEST_RAW && AD_MARK.test(first.data)
  );
}

/** The block around the mark that leads elsewhere, unless it is an entry of a list. */
function setAdAside(mark: Element, around: ReadonlySet<Element>): void {
  let block = parentOf(mark);
  for (let level = 0; block && level < CLIMB_LIMIT && !holdsLink(block); level += 1)
    block = parentOf(block);
  if (!block || around.has(block) || !holdsLink(block) || block.name === 'li') return;
  const { name, tag } = block;
  const entries = parentOf(block)?.children.filter(
    (each) =>
      isElement(each) && each.name === name && each.attribs['class'] === tag.attribs['class'],
  );
  if ((entries?.length ?? 0) <= LIKE_LIMIT) setAside(block);
}

/** More blocks of one kind side by side are a list, which holds the page's own products. */
const LIKE_LIMIT = 2;

/** A heading by its rank, or a block that its author calls a title. */
function isHeading(element: Element): boolean {
  element.tag.isHeading ??= HEADING.test(element.name) || isCalledHeading(element);
  return element.tag.isHeading && (HEADING.test(element.name) || element.children.length < 4);
}

function isCalledHeading(element: Element): boolean {
  return (
    /title|head(?:ing|line)/i.test(element.attribs['class'] ?? '') &&
    wordsOfLabel(element).some((word) => /^(?:title|heading|headline)$/.test(word))
  );
}

function setBehind(heading: Element, text: string, around: ReadonlySet<Element>): void {
  let start = heading;
  for (let level = 0; level < CLIMB_LIMIT; level += 1) {
    const up = parentOf(start);
    if (!up || around.has(up) || seenTextOf(up, LONGEST_HEADING * 2) !== text) break;
    start = up;
  }
  const block = parentOf(start);
  if (!block) return;
  const isWhole = !around.has(block) && !/^(?:main|body)$/.test(block.name);
  if (isWhole && isFirst(start)) setAside(block);
  else setSiblingsAside(start, around);
}

/** True when nothing is printed before the heading in its block. */
function isFirst(start: Element): boolean {
  let passed = 0;
  for (let at = start.prev; at; at = at.prev) {
    passed += 1;
    if (passed > SIBLINGS_LIMIT) return false;
    if (isElement(at) ? seenTextOf(at, 10) !== '' : at.data.trim() !== '') return false;
  }
  return true;
}

/** The first neighbour that holds links, and those like it: what follows them may be the page's own again. */
function setSiblingsAside(start: Element, around: ReadonlySet<Element>): void {
  let kind: string | null = null;
  let passed = 0;
  for (let at = start.next; at && passed < SIBLINGS_LIMIT; at = at.next, passed += 1) {
    if (!isElement(at)) continue;
    if (around.has(at) || HEADING.test(at.name) || (kind !== null && at.name !== kind)) return;
    if (kind === null && !holdsLink(at)) continue;
    kind = at.name;
    setAside(at);
  }
}

function holdsLink(element: Element): boolean {
  const stack: Element[] = [element];
  for (let seen = 0; seen < 40; seen += 1) {
    const next = stack.pop();
    if (!next) return false;
    if (next.name === 'a') return true;
    for (const child of next.children) if (isElement(child)) stack.push(child);
  }
  return false;
}
