import { containment } from '../values/names.ts';
import { plainText } from '../values/nodes.ts';
import { type Element, isElement, metaOf, type PageDocument, seenTextOf } from './document.ts';
import { parentOf } from './region.ts';

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
