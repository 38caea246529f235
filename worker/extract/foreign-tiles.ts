import { elementsIn, seenTextOf } from './document.ts';
import { hasPicture, productAddress, type Tile } from './tiles.ts';

const SHORTEST_NAME = 3;
const LONGEST_TILE = 300;
const PAID_LINK = /\b(?:nofollow|sponsored)\b/;

/**
 * True when a block shows a product of another address: its picture and its name both lead there, or its picture does, whose
 * name it prints, which is none of the page's own.
 */
export function showsOther(
  { element, links: [address] }: Tile,
  pageUrl: string,
  names: readonly string[],
): boolean {
  if (!address || address === productAddress(pageUrl, pageUrl)) return false;
  const leading = elementsIn(element).filter(
    ({ name, attribs }) =>
      name === 'a' && productAddress(attribs['href']?.trim() ?? '', pageUrl) === address,
  );
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

/** True when a block leads nowhere but to other sites, by links that say they are paid: what it shows is sold there. */
export function sellsElsewhere({ element }: Tile, pageUrl: string): boolean {
  const links = elementsIn(element).filter(({ name, attribs }) => name === 'a' && attribs['href']);
  return (
    links.length > 0 &&
    links.every(
      ({ attribs }) =>
        PAID_LINK.test(attribs['rel'] ?? '') && isOtherSite(attribs['href'] ?? '', pageUrl),
    )
  );
}

function isOtherSite(href: string, pageUrl: string): boolean {
  const [there = '', here = ''] = [URL.parse(href, pageUrl), URL.parse(pageUrl)].map((url) =>
    (url?.hostname ?? '').replace(/^www\./, ''),
  );
  return there !== here && !there.endsWith(`.${here}`) && !here.endsWith(`.${there}`);
}
