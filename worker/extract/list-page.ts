import { priceMentions } from '#domain/price-text-mentions.ts';
import type { Candidate } from './candidate.ts';
import { type Element, elementsIn, seenTextOf } from './document.ts';
import { isPerKilogram, type PriceMark } from './price-marks.ts';
import { FROM, RANGE } from './price-range.ts';
import { parentOf, regionOf } from './region.ts';
import { printsSoldOutBadge, readTile } from './tile-item.ts';
import { tileNames } from './tile-names.ts';
import type { Tile } from './tiles.ts';

/** A name that more than this share of the tiles carry names the list's furniture, not a product. */
const COMMON_SHARE = 0.5;
/** Of fewer tiles all may be sold out. */
const SMALLEST_LIST = 3;

/** Columns beside the page's content: filters, and what sells best. */
const BESIDE =
  /(?:^|\s)(?:widget|widget-area|sidebar|side-?bar-(?:left|right|additional|main)|(?:left|right|shop)-sidebar)(?:\s|$)/i;

/** The products of the page's main list: the largest group of tiles outside menus and side columns, in page order. */
export function readTileList(groups: readonly (readonly Tile[])[], base: string): Candidate[] {
  const main = groups
    .filter((group) => group.some(({ element }) => isInContent(element)))
    .reduce<readonly Tile[]>(
      (best, group) => (pricedCount(group) > pricedCount(best) ? group : best),
      [],
    );
  const names = main.map(tileNames);
  const uses = new Map<string, number>();
  for (const name of names.flat()) uses.set(name, (uses.get(name) ?? 0) + 1);
  const limit = Math.max(2, main.length * COMMON_SHARE);
  // A badge on each tile is the template's: style sheets show it on some.
  const isTemplate = main.length >= SMALLEST_LIST && main.every(printsSoldOutBadge);
  const isAmongPriced = pricedCount(main) * 2 >= main.length;
  const items: Candidate[] = [];
  for (const [index, tile] of main.entries()) {
    const name = names[index]?.find((each) => (uses.get(each) ?? 0) <= limit);
    // What was bid last buys nothing.
    if (!name || BIDS.test(seenTextOf(tile.element))) continue;
    const item = readTile(tile, name, base, isTemplate);
    if (item.price !== null || item.availability === 'out_of_stock') items.push(item);
    else if (isAmongPriced && statesRange(tile)) items.push({ ...item, originalPrice: null });
  }
  return items;
}

const BIDS = /\b\d+ bids?\b/i;

/**
 * "From $59", "$59 – $119" in a place of its own: a product whose variants differ in price. In a banner's words, or beside tiles
 * of which most have no price, it may be a shelf.
 */
function statesRange({ element }: Tile): boolean {
  if (!isInContent(element)) return false;
  return elementsIn(element).some((each) => {
    const text = seenTextOf(each, LONGEST_RANGE + 1);
    if (text.length > LONGEST_RANGE || !/\d/.test(text)) return false;
    const [low, high] = priceMentions(text);
    if (!low) return false;
    const isFrom = low.before !== '' && low.before.replace(FROM, '') === '';
    return isFrom || (high !== undefined && low.before === '' && RANGE.test(high.before));
  });
}

/** Also where it is said again for screen readers. */
const LONGEST_RANGE = 75;

/** True for what lies in the page's content, neither in its frame nor in a column beside it. */
export function isInContent(element: Element): boolean {
  if (regionOf(element) !== 'main') return false;
  for (let up: Element | null = element; up; up = parentOf(up))
    if (
      up.name === 'aside' ||
      BESIDE.test(`${up.attribs['class'] ?? ''} ${up.attribs['id'] ?? ''}`)
    )
      return false;
  return true;
}

function pricedCount(group: readonly Tile[]): number {
  return group.filter((tile) => tile.marks.some(isPrice)).length;
}

/** Shops call their one price "regular" or "list" too. */
function isPrice(mark: PriceMark): boolean {
  const { role, isNamed } = mark;
  return (
    role === 'price' || (role === 'was' && !isNamed) || (mark.isLabelled && isPerKilogram(mark))
  );
}
