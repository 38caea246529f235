import { type PageDocument, rawTextOf, seenTextOf } from './document.ts';
import { regionOf } from './region.ts';
import type { Tile } from './tiles.ts';

const SEARCH_ADDRESS = /\/search(?:[/?.-]|$)|[?&](?:q|s|query|term|text|keywords?|search\w*)=/i;
const NOTHING =
  /\b(?:no|0|zero)\s(?:search )?(?:results|products|items|matches)\b|\b(?:could ?n['’]?t|could not|can(?:no|['’])t|did ?n['’]?t|did not|unable to) (?:find|match) any|\breturned no\b/i;
const SAYS_SO = new Set(['h1', 'h2', 'h3', 'p', 'title']);
const LONGEST = 160;

/**
 * True when a search page says above its first tile that it found nothing: the tiles below are what the shop would rather sell.
 * Only on addresses of searches, as lists hold such sentences ready.
 */
export function isEmptySearch(
  page: PageDocument,
  pageUrl: string,
  tiles: readonly (readonly Tile[])[],
): boolean {
  if (!SEARCH_ADDRESS.test(pageUrl)) return false;
  const firstTile = Math.min(...tiles.flat().map((tile) => tile.element.order));
  return page.elements
    .slice(0, firstTile)
    .some(
      (element) =>
        SAYS_SO.has(element.name) &&
        (element.name === 'title' || regionOf(element) === 'main') &&
        says(element.name === 'title' ? rawTextOf(element) : seenTextOf(element, LONGEST + 1)),
    );
}

function says(text: string): boolean {
  return text.length <= LONGEST && NOTHING.test(text);
}
