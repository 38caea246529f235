import { priceMentions } from '#domain/price-text/mentions.ts';
import { elementsIn, seenTextOf } from '../../page/document.ts';
import { isListAddress } from '../../page/links.ts';
import type { Candidate } from '../../values/candidate.ts';
import { FROM, RANGE } from '../../words/prices.ts';
import { printsSoldOutBadge, readTile } from './item.ts';
import { isInContent, mainGroup, pricedCount } from './main-list.ts';
import { commonTail, tileNames, withoutFurniture } from './names.ts';
import type { Tile } from './tiles.ts';

/** A name that more than this share of the tiles carry names the list's furniture, not a product. */
const COMMON_SHARE = 0.5;
/** Of fewer tiles all may be sold out. */
const SMALLEST_LIST = 3;

/** The products of the page's main list, in page order. */
export function readTileList(
  groups: readonly (readonly Tile[])[],
  base: string,
  headingOrder: number | null,
): Candidate[] {
  const main = mainGroup(groups, headingOrder);
  const names = main.map(tileNames);
  const uses = new Map<string, number>();
  for (const name of names.flat()) uses.set(name, (uses.get(name) ?? 0) + 1);
  const limit = Math.max(2, main.length * COMMON_SHARE);
  const tail = commonTail(names.map((own) => own[0] ?? ''));
  // A badge on each tile is the template's: style sheets show it on some.
  const isTemplate = main.length >= SMALLEST_LIST && main.every(printsSoldOutBadge);
  const isAmongPriced = pricedCount(main) * 2 >= main.length;
  const items: Candidate[] = [];
  const seen = new Set<string>();
  for (const [index, tile] of main.entries()) {
    const own = names[index]?.filter((each) => (uses.get(each) ?? 0) <= limit);
    const name = own && withoutFurniture(own, tail);
    // What was bid last buys nothing.
    if (!name || BIDS.test(seenTextOf(tile.element))) continue;
    // Again, for screens of another width.
    if (seen.size === seen.add(`${tile.links[0]} ${name}`).size) continue;
    const item = readTile(tile, name, base, isTemplate);
    if (item.price !== null || item.availability === 'out_of_stock') items.push(item);
    else if (isAmongPriced && statesRange(tile)) items.push({ ...item, originalPrice: null });
  }
  return items;
}

const BIDS = /\b\d+ bids?\b/i;

/**
 * "From $59", "$59 – $119", "POA" in a place of its own: a product whose variants differ in price, or whose price is asked for. In a banner's words, or beside tiles
 * of which most have no price, it may be a shelf.
 */
function statesRange({ element, links: [address] }: Tile): boolean {
  if (!isInContent(element) || (address && isListAddress(address))) return false;
  return elementsIn(element).some((each) => {
    const text = seenTextOf(each, LONGEST_RANGE + 1);
    if (text.length > LONGEST_RANGE) return false;
    if (ON_REQUEST.test(text)) return true;
    if (!/\d/.test(text)) return false;
    const [low, high] = priceMentions(text);
    if (!low) return false;
    const isFrom = low.before !== '' && low.before.replace(FROM, '') === '';
    return isFrom || (high !== undefined && low.before === '' && RANGE.test(high.before));
  });
}

/** In the place of the price. */
const ON_REQUEST =
  /^\W*(?:p\.?o\.?a\.?|price (?:on|upon) (?:application|request|enquiry)|(?:call|contact us|enquire|ask) for (?:a )?(?:price|pricing|quote))\W*$/i;

/** Also where it is said again for screen readers. */
const LONGEST_RANGE = 75;
