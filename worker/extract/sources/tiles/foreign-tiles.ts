import { type Element, elementsIn, type PageDocument, seenTextOf } from '../../page/document.ts';
import { parentOf } from '../../page/region.ts';
import { hasPicture, productAddress } from './links.ts';
import type { Tile } from './tiles.ts';

const SHORTEST_NAME = 3;
const LONGEST_TILE = 300;
const PAID_LINK = /\b(?:nofollow|sponsored)\b/;

/**
 * The block that shows a product of another address: its picture and its name both lead there, or its picture does, whose name
 * it prints, which is none of the page's own. Without the amounts and buttons before its first link: a lone one below the page's
 * own is taken for one block with it. Null where the block shows none.
 */
export function otherIn(tile: Tile, pageUrl: string, names: readonly string[]): Tile | null {
  const { element, marks, links } = tile;
  const [address] = links;
  if (!address || address === productAddress(pageUrl, pageUrl)) return null;
  const leading = elementsIn(element).filter(
    ({ name, attribs }) =>
      name === 'a' && productAddress(attribs['href']?.trim() ?? '', pageUrl) === address,
  );
  const [first] = leading;
  if (!first || !leadsToOther(element, leading, names)) return null;
  const around = new Set<Element>();
  for (let up = parentOf(first); up; up = parentOf(up)) around.add(up);
  const before = Math.max(
    -1,
    ...[...marks.map((mark) => mark.element), ...elementsIn(element).filter(isControl)]
      .filter((each) => each.order < first.order && !around.has(each))
      .map(({ order }) => order),
  );
  let block: Element = first;
  for (let up = parentOf(block); up && block !== element && up.order > before; up = parentOf(up))
    block = up;
  return { ...tile, element: block };
}

function isControl({ name }: Element): boolean {
  return name === 'button' || name === 'input' || name === 'select';
}

function leadsToOther(
  element: Element,
  leading: readonly Element[],
  names: readonly string[],
): boolean {
  const isNamed = leading.some((link) => seenTextOf(link, 80).length >= SHORTEST_NAME);
  if (isNamed) return leading.some(hasPicture);
  const text = seenTextOf(element, LONGEST_TILE);
  return leading
    .flatMap(elementsIn)
    .map(({ attribs }) => attribs['alt']?.trim() ?? '')
    .some(
      (alt) =>
        alt.length >= SHORTEST_NAME &&
        text.includes(alt) &&
        !names.some((name) => name.includes(alt)),
    );
}

/**
 * True when a block leads nowhere but to other sites, by links that say they are paid or that count who follows them: what it
 * shows is sold there.
 */
export function sellsElsewhere({ element }: Tile, pageUrl: string): boolean {
  const links = elementsIn(element).filter(({ name, attribs }) => name === 'a' && attribs['href']);
  return links.length > 0 && links.every((link) => leadsElsewhere(link, pageUrl));
}

/** The links of a page that lead away so: an amount in one is no price of this shop's. */
export function waysElsewhere(page: PageDocument, pageUrl: string): Tile[] {
  return page.elements
    .filter((element) => element.name === 'a' && leadsElsewhere(element, pageUrl))
    .map((element) => ({ element, marks: [], links: [] }));
}

/** Asked of each link: only those that may lead away are read as addresses. */
const MAYBE_ELSEWHERE = /=https?(?::|%3A)/i;

function leadsElsewhere({ attribs }: Element, pageUrl: string): boolean {
  const { href = '', rel = '' } = attribs;
  const isPaid = PAID_LINK.test(rel);
  if (!isPaid && !MAYBE_ELSEWHERE.test(href)) return false;
  const url = URL.parse(href, pageUrl);
  const here = URL.parse(pageUrl);
  if (!url || !here) return false;
  if (isPaid && isOtherSite(url, here)) return true;
  // "/go?url=https%3A%2F%2Fother.shop%2Fkettle"
  return [...url.searchParams.values()].some((value) => {
    const target = /^https?:\/\//.test(value) ? URL.parse(value) : null;
    return target !== null && isOtherSite(target, here);
  });
}

function isOtherSite(there: URL, here: URL): boolean {
  const [other = '', own = ''] = [there, here].map(({ hostname }) =>
    hostname.replace(/^www\./, ''),
  );
  return other !== own && !other.endsWith(`.${own}`) && !own.endsWith(`.${other}`);
}
