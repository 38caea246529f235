import { type Element, type PageDocument, rawTextOf, seenTextOf } from '../../page/document.ts';
import { regionOf } from '../../page/region.ts';
import { isInContent, isPromoted } from './main-list.ts';
import type { Tile } from './tiles.ts';

const SEARCH_ADDRESS = /\/search(?:[/?.-]|$)|[?&](?:q|s|query|term|text|keywords?|search\w*)=/i;
const NOTHING =
  /\b(?:no|0|zero)\s(?:search )?(?:results?|products?|items?|match(?:es)?)\b|\b(?:could ?n['’]?t|could not|can(?:no|['’])t|did ?n['’]?t|did not|unable to) (?:find|match) any|\breturned no\b|\bnothing (?:matched|matches|found|came up)\b|\bno luck (?:for|with|finding)\b/i;
/** In any element only a whole sentence about this search: carts are empty too, and filters have no results of their own. */
const NOTHING_FOR_YOU =
  /\b(?:search|keywords?|query|selection)\b.{0,80}\b(?:did ?n['’]?t|did not|does not) match\b|\bsearch(?: for .{1,80})? (?:returned|has|found) no\b|\bno (?:results|products|items|matches) (?:were )?(?:found )?(?:for|match(?:ed|ing)) (?:your|["“'‘])|\bnothing (?:matched|found for)\b/i;
/** Said of the page itself, in a sentence of its own. */
const MISSING =
  /\b(?:page|product|item) (?:that )?(?:you|we)\b.{0,40}\b(?:moved|removed|deleted|expired|discontinued|no longer|not found|(?:can['’]?t|cannot|could ?n['’]?t|could not) (?:be found|find))/i;
const SAYS_SO = new Set(['h1', 'h2', 'h3', 'p', 'title']);
const LONGEST = 160;

/**
 * True when a search page says above its first tile that it found nothing: the tiles below are what the shop would rather sell.
 * Elsewhere only where the heading over the tiles says so, as lists hold such sentences ready.
 */
export function isEmptySearch(
  page: PageDocument,
  pageUrl: string,
  tiles: readonly (readonly Tile[])[],
): boolean {
  if (!SEARCH_ADDRESS.test(pageUrl)) {
    const inContent = tiles.filter((group) => group.some(({ element }) => isInContent(element)));
    if (inContent.length === 0 || !inContent.every(isPromoted)) return false;
  }
  return (
    isSaid(page, tiles, NOTHING, ({ name }) => SAYS_SO.has(name)) ||
    isSaid(page, tiles, NOTHING_FOR_YOU, ({ name, hasText }) => hasText && !SAYS_SO.has(name))
  );
}

/** True when a page says above its first tile, in a sentence, that what was asked for is gone. */
export function saysMissing(page: PageDocument, tiles: readonly (readonly Tile[])[]): boolean {
  return isSaid(page, tiles, MISSING, ({ name, hasText }) => name === 'p' && hasText);
}

function isSaid(
  page: PageDocument,
  tiles: readonly (readonly Tile[])[],
  pattern: RegExp,
  mayStandIn: (element: Element) => boolean,
): boolean {
  const firstTile = Math.min(...tiles.flat().map((tile) => tile.element.order));
  return page.elements.slice(0, firstTile).some((element) => {
    if (!mayStandIn(element)) return false;
    if (element.name === 'title') return says(rawTextOf(element), pattern);
    return regionOf(element) === 'main' && says(seenTextOf(element, LONGEST + 1), pattern);
  });
}

function says(text: string, pattern: RegExp): boolean {
  return text.length <= LONGEST && pattern.test(text);
}
