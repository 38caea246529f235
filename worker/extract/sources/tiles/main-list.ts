import { type Element, isElement, seenTextOf } from '../../page/document.ts';
import { parentOf, regionOf } from '../../page/region.ts';
import type { PriceMark } from '../prices/price-marks.ts';
import { isPerKilogramOrMetre } from '../prices/price-marks.ts';
import type { Tile } from './tiles.ts';

/** Columns beside the page's content: filters, and what sells best. */
const BESIDE =
  /(?:^|\s)(?:widget|widget-area|sidebar|side-?bar-(?:left|right|additional|main)|(?:left|right|shop)-sidebar)(?:\s|$)/i;

/** How shops head what they would rather sell than what was asked for. */
const PROMOTED =
  /^(?:(?:our|shop|this (?:week|month)['’]?s?|more|see|customer|fan|staff) )*(?:(?:hot(?:test)?|best|top)[- ]?(?:sellers?|selling|picks|rated)|favou?rites|picks|trending|(?:most )?popular|featured|new arrivals|new in\b|just (?:in|landed)|recommended|recently|last viewed|you (?:may|might|will)|(?:these|this|something) (?:may|might|else)|we (?:think|also)|why not|similar|people also|picked for|inspired by|don['’]?t miss)/i;

const CLIMB_LIMIT = 6;
const LONGEST_HEADING = 60;

/**
 * The page's own list: its largest group of priced tiles in the content, one under a heading of promotions only if all are. What
 * comes before the page's heading is its menu, where tiles come after it too.
 */
export function mainGroup(
  groups: readonly (readonly Tile[])[],
  headingOrder: number | null,
): readonly Tile[] {
  const priced = groups.map((group) => withoutPromoted(group));
  const after = priced
    .map((group) => group.filter(({ element }) => element.order > (headingOrder ?? -1)))
    .filter((group) => pricedCount(group) > 0 && group.some(({ element }) => isInContent(element)));
  return largest(after.some((group) => !isPromoted(group)) ? after : priced);
}

/**
 * A group without the rows that stand under a heading of promotions: their blocks are like those of the list. A page of several
 * sections, each with a heading, is all list.
 */
function withoutPromoted(group: readonly Tile[]): readonly Tile[] {
  const rows = Map.groupBy(group, ({ element }) => parentOf(element));
  if (rows.size < 2) return group;
  const headings = new Map([...rows].map(([row, tiles]) => [row, headingOver(tiles)]));
  const others = [...headings.values()].filter((heading) => !isPromotion(heading));
  const areSections = others.filter((each) => each && HEADING.test(each.name)).length > 1;
  return areSections || others.length === 0
    ? group
    : group.filter(({ element }) => !isPromotion(headings.get(parentOf(element)) ?? null));
}

const HEADING = /^h[2-6]$/;

function largest(groups: readonly (readonly Tile[])[]): readonly Tile[] {
  const inContent = groups.filter((group) => group.some(({ element }) => isInContent(element)));
  const own = inContent.length > 1 ? inContent.filter((group) => !isPromoted(group)) : inContent;
  const priced = own.filter((group) => pricedCount(group) > 0);
  return (priced.length > 0 ? priced : inContent).reduce<readonly Tile[]>(
    (best, group) => (pricedCount(group) > pricedCount(best) ? group : best),
    [],
  );
}

/** True when the heading over a group says that it is what sells best, is new, or the like; not when that is the page's own. */
export function isPromoted(group: readonly Tile[]): boolean {
  return isPromotion(headingOver(group));
}

function isPromotion(heading: Element | null): boolean {
  if (!heading || holdsPageHeading(heading)) return false;
  return PROMOTED.test(seenTextOf(heading, LONGEST_HEADING + 1));
}

/** What is printed right before a group of tiles, if that is short. */
function headingOver(group: readonly Tile[]): Element | null {
  let at: Element | null = group[0]?.element ?? null;
  for (let level = 0; at && level < CLIMB_LIMIT; at = parentOf(at), level += 1) {
    const before = printedBefore(at);
    if (before)
      return seenTextOf(before, LONGEST_HEADING + 1).length <= LONGEST_HEADING ? before : null;
  }
  return null;
}

/** The nearest element before this one, among its siblings, that prints something. */
function printedBefore(element: Element): Element | null {
  for (let at = element.prev; at; at = at.prev)
    if (isElement(at) && seenTextOf(at, 10) !== '') return at;
  return null;
}

function holdsPageHeading({ name, children }: Element): boolean {
  return name === 'h1' || children.some((child) => isElement(child) && holdsPageHeading(child));
}

/** How many tiles of a group print a price. */
export function pricedCount(group: readonly Tile[]): number {
  return group.filter((tile) => tile.marks.some(isPrice)).length;
}

/** Shops call their one price "regular" or "list" too. */
function isPrice(mark: PriceMark): boolean {
  const { role, isNamed } = mark;
  return (
    role === 'price' ||
    (role === 'was' && !isNamed) ||
    (mark.isLabelled && isPerKilogramOrMetre(mark))
  );
}

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
