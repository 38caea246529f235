import type { Element } from 'domhandler';
import { priceMentions } from '#domain/price-text/mentions.ts';
import { FROM, RANGE } from '#domain/price-text/roles.ts';
import { isListAddress } from '../../page/address.ts';
import { $, ownText, shownText, subtree, upFrom } from '../../page/element.ts';
import { isSoftMissing } from '../../page/kind.ts';
import type { PageDocument } from '../../page/parse-page.ts';
import { regionOf } from '../../page/region.ts';
import type { Candidate } from '../../values/candidate.ts';
import { WITHOUT_PRICE } from '../../words/words.ts';
import { isMoney } from '../printed/holders.ts';
import { pricePerMeasure } from '../printed/per-measure.ts';
import { mayBePrice, misnamed } from '../printed/prices.ts';
import { printsSoldOutBadge, readTile, tileNames } from './tile.ts';
import type { Tile, TileGroups } from './tiles.ts';

/** Side columns: filters and best sellers. */
const BESIDE =
  /(?:^|\s)(?:widget|widget-area|sidebar|side-?bar-(?:left|right|additional|main)|(?:left|right|shop)-sidebar)(?:\s|$)/i;

const PROMOTED =
  /^(?:(?:our|shop|this (?:week|month)['’]?s?|more|see|customer|fan|staff) )*(?:(?:hot(?:test)?|best|top)[- ]?(?:sellers?|selling|picks|rated)|favou?rites|picks|trending|(?:most )?popular|featured|new arrivals|new in\b|just (?:in|landed)|recommended|recently|last viewed|you (?:may|might|will)|(?:these|this|something) (?:may|might|else)|we (?:think|also)|why not|similar|people also|picked for|inspired by|don['’]?t miss)/i;

const CLIMB_LIMIT = 6;
const LONGEST_HEADING = 60;

/**
 * Returns the page's own list: its largest group of priced tiles in the content. Groups under promotional headings count only
 * if all groups do. Tiles before the page's heading are its menu if others follow it.
 */
export function mainGroup(groups: TileGroups, headingOrder: number | null): readonly Tile[] {
  const listed = groups
    .map(withoutPromoted)
    .filter((group) => pricedCount(group) > 0 && group.some(({ element }) => isInContent(element)));
  const after = listed
    .map((group) => group.filter(({ element }) => element.order > (headingOrder ?? -1)))
    .filter((group) => pricedCount(group) > 0);
  const own = (all: TileGroups) => all.filter((group) => !isPromoted(group));
  const choices = [own(after), listed].find((all) => all.length > 0) ?? [];
  const [main = []] = choices.toSorted((a, b) => weightOf(b) - weightOf(a));
  return main.filter((tile) => !isOfCarousel(tile));
}

/** True for a block of the list that is no tile, but holds a carousel of other products. */
function isOfCarousel({ element }: Tile): boolean {
  return subtree(element).some(
    (each) => /carousel/i.test(each.label) && /\$ ?\d/.test(shownText(each)),
  );
}

/**
 * Returns a group without its rows under promotional headings, whose blocks resemble the list's. On a page of several sections, each
 * with a heading, all rows belong to the list.
 */
function withoutPromoted(group: readonly Tile[]): readonly Tile[] {
  const rows = Map.groupBy(group, ({ element }) => element.parent);
  const headings = new Map([...rows].map(([row, tiles]) => [row, headingOver(tiles)]));
  const others = [...headings.values()].filter((heading) => !isPromotion(heading));
  const areSections = others.filter((each) => each && HEADING.test(each.name)).length > 1;
  return areSections || others.length === 0
    ? group
    : group.filter(({ element }) => !isPromotion(headings.get(element.parent) ?? null));
}

const HEADING = /^h[2-6]$/;

const isPromoted = (group: readonly Tile[]): boolean => isPromotion(headingOver(group));

/** True for a heading, other than the page's own, that announces best sellers, new or similar products. */
function isPromotion(heading: Element | null): boolean {
  if (!heading || heading.name === 'h1' || $(heading).find('h1').length > 0) return false;
  return PROMOTED.test(shownText(heading, LONGEST_HEADING + 1));
}

function headingOver(group: readonly Tile[]): Element | null {
  const [first] = group;
  for (const up of upFrom(first?.element ?? null, CLIMB_LIMIT))
    for (const at of $(up).prevAll()) {
      const text = shownText(at, LONGEST_HEADING + 1);
      if (text !== '') return text.length <= LONGEST_HEADING ? at : null;
    }
  return null;
}

/** The group's tiles with a price. A search overlay may show as many as the list, with bare amounts in cents: signs count double. */
function weightOf(group: readonly Tile[]): number {
  return (
    pricedCount(group) *
    (group.some(({ marks }) => marks.some(({ text }) => isMoney(text))) ? 2 : 1)
  );
}

/** Counts the tiles of a group that print a price. */
export function pricedCount(group: readonly Tile[]): number {
  return group.filter(
    ({ marks }) => marks.some(mayBePrice) || pricePerMeasure(marks) || misnamed(marks).length > 0,
  ).length;
}

/** True for elements in the page's content, outside the frame and side columns. */
export function isInContent(element: Element): boolean {
  const isBeside = ({ name, label }: Element) =>
    name === 'aside' || (name !== 'body' && BESIDE.test(label));
  return regionOf(element) === 'main' && !upFrom(element).some(isBeside);
}

/** Names on a larger share of the tiles are template text. */
const COMMON_SHARE = 0.5;

/** Reads the products of the page's main list, in page order. */
export function readTileList(
  groups: TileGroups,
  base: string,
  headingOrder: number | null,
): Candidate[] {
  const main = mainGroup(groups, headingOrder);
  const traits = {
    // A badge on every tile belongs to the template; style sheets hide it.
    ignoresBadges: main.length > 2 && main.every(printsSoldOutBadge),
    hasSinglePrices: main.some(({ marks }) => marks.filter(mayBePrice).length === 1),
  };
  const isAmongPriced = pricedCount(main) * 2 >= main.length || isListAddress(base);
  const items: Candidate[] = [];
  const seen = new Set<string>();
  for (const [tile, name] of ownNames(main)) {
    // Skip auctions: the last bid buys nothing.
    if (!name || BIDS.test(shownText(tile.element))) continue;
    // Skip duplicates for other screen widths.
    if (seen.size === seen.add(`${tile.links[0]} ${name}`).size) continue;
    const item = readTile(tile, name, base, traits);
    if (item.price !== null || item.availability === 'out_of_stock') items.push(item);
    else if (isAmongPriced && statesRange(tile)) items.push({ ...item, originalPrice: null });
  }
  return items;
}

/** Returns the best name of each tile, without what most tiles share. */
function ownNames(main: readonly Tile[]): [Tile, string | undefined][] {
  const names = main.map(tileNames);
  const uses = new Map<string, number>();
  for (const name of names.flat()) uses.set(name, (uses.get(name) ?? 0) + 1);
  const limit = Math.max(2, main.length * COMMON_SHARE);
  const tail = commonTail(names.map((own) => own[0] ?? ''));
  const firsts = Map.groupBy(names, ([first]) => first);
  // "More info" of several tiles stands behind their names.
  const isName = (name: string) => {
    const most = uses.get(name) ?? 0;
    return most === 1 || 2 * (firsts.get(name)?.length ?? 0) >= most;
  };
  return main.map((tile, index) => {
    const named = names[index]?.filter(isName) ?? [];
    const own = named.filter((each) => (uses.get(each) ?? 0) <= limit);
    // Drop the shared ending if the tile also prints the rest alone.
    const rest = tail && own[0]?.endsWith(tail) ? own[0].slice(0, -tail.length) : '';
    // Goods of one name with links of their own are still several: a range of frames, all "Meridian".
    return [tile, own.includes(rest) ? rest : (own[0] ?? named[0])];
  });
}

/** Returns the two or more last words that at least three names share: "… Open product description". */
function commonTail(names: readonly string[]): string {
  const [first, ...rest] = names.filter((name) => name !== '').map((name) => name.split(' '));
  if (!first || rest.length < 2) return '';
  let length = 0;
  while (
    length < first.length - 1 &&
    rest.every((name) => name.length > length + 1 && name.at(-1 - length) === first.at(-1 - length))
  )
    length += 1;
  return length >= 2 ? ` ${first.slice(-length).join(' ')}` : '';
}

const BIDS = /\b\d+ bids?\b/i;

/**
 * True for a tile with "From $59", "$59 – $119" or "POA" in an element of its own: a product with variants or a price on
 * request. Banners with such words may lead to a category.
 */
function statesRange({ element, links: [address] }: Tile): boolean {
  if (!isInContent(element) || (address && isListAddress(address))) return false;
  return subtree(element).some((each) => {
    const text = shownText(each, LONGEST_RANGE + 1);
    if (text.length > LONGEST_RANGE) return false;
    const all = priceMentions(text);
    if (all.some(({ before }) => FROM.test(before) && !/\p{L}/u.test(before.replace(FROM, ''))))
      return true;
    return WITHOUT_PRICE.test(text) || (all[0]?.before === '' && RANGE.test(all[1]?.before ?? ''));
  });
}

const LONGEST_RANGE = 75;

const SEARCH_ADDRESS = /\/search(?:[/?.-]|$)|[?&](?:q|s|query|term|text|keywords?|search\w*)=/i;
const NOTHING =
  /\b(?:no|0|zero)\s(?:search )?(?:results?|products?|items?|match(?:es)?)\b|\b(?:could ?n['’]?t|could not|can(?:no|['’])t|did ?n['’]?t|did not|unable to) (?:find|match) any|\breturned no\b|\bnothing (?:matched|matches|found|came up)\b|\bno luck (?:for|with|finding)\b/i;
/** A whole sentence about this search, which counts in any element; shorter texts may be about an empty cart or a filter. */
const NOTHING_FOR_YOU =
  /\b(?:search|keywords?|query|selection)\b.{0,80}\b(?:did ?n['’]?t|did not|does not) match\b|\bsearch(?: for .{1,80})? (?:returned|has|found) no\b|\bno (?:results|products|items|matches) (?:were )?(?:found )?(?:for|match(?:ed|ing)) (?:your|["“'‘])|\bnothing (?:matched|found for)\b/i;
const SAYS_SO = new Set(['h1', 'h2', 'h3', 'p', 'title']);
const LONGEST = 160;

/**
 * True when a sentence above the first tile says that a search found nothing or that the requested product is gone: the tiles are
 * promotions. On pages that are no search only the heading over the tiles counts, since templates contain such sentences.
 */
export function isEmptyPage(page: PageDocument, pageUrl: string, tiles: TileGroups): boolean {
  const shown = tiles.filter((group) => group.some(({ element }) => isInContent(element)));
  const isSearch = SEARCH_ADDRESS.test(pageUrl) || (shown.length > 0 && shown.every(isPromoted));
  const firstTile = Math.min(...tiles.flat().map((tile) => tile.element.order));
  return page.elements.slice(0, firstTile).some((element) => {
    const { name } = element;
    const isTitle = name === 'title';
    if (!isTitle && regionOf(element) !== 'main') return false;
    const text = isTitle ? ownText(element) : shownText(element, LONGEST + 1);
    if (text.length > LONGEST) return false;
    const nothing = SAYS_SO.has(name) ? NOTHING : NOTHING_FOR_YOU;
    return (name === 'p' && isSoftMissing([text])) || (isSearch && nothing.test(text));
  });
}
