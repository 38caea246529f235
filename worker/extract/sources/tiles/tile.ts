import type { Availability } from '#domain/offers/availability.ts';
import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { parseMultiBuy } from '#domain/price-text/price-text.ts';
import { type Element, elementsIn, seenTextOf } from '../../page/document.ts';
import { labelOf, labelWords, parentOf } from '../../page/region.ts';
import { isAbove } from '../../values/amount.ts';
import { type Candidate, emptyCandidate } from '../../values/candidate.ts';
import { absoluteAddress } from '../../values/nodes.ts';
import { isBuyButton, offersNotice, saysInStock, stockSaid } from '../../words/texts.ts';
import { isPerKilogramOrMetre, isPerLot, isProse, type PriceMark } from '../printed/marks.ts';
import type { MarkRole } from '../printed/roles.ts';
import { isSoldOutBadge } from '../printed/stock.ts';
import type { Tile } from './tiles.ts';

/** True when the tile holds a badge that says "sold out", shown or not. */
export function printsSoldOutBadge({ element }: Tile): boolean {
  return elementsIn(element).some(
    (each) => isSoldOutBadge(each) && stockSaid(seenTextOf(each, 60)) === 'out_of_stock',
  );
}

/** A tile as a candidate under the given name. `ignoresBadges`: "sold out" stands on every tile of its list. */
export function readTile(tile: Tile, name: string, base: string, ignoresBadges = false): Candidate {
  const elements = elementsIn(tile.element);
  const text = seenTextOf(tile.element);
  const { price, was } = tilePrices(tile.marks);
  return {
    ...emptyCandidate('tiles'),
    name,
    url: tile.links[0] ?? null,
    price: price?.amount ?? null,
    currency: price?.currency ?? was?.currency ?? null,
    originalPrice: was?.amount ?? null,
    memberPrice: tile.marks.find((mark) => mark.role === 'member')?.amount ?? null,
    availability: tileStock(elements, price !== null, ignoresBadges),
    sku: tileCode(elements),
    imageUrl: tileImage(elements, base),
    unitPrice: parseUnitPrice(text),
    multiBuy: parseMultiBuy(text),
  };
}

/** Today's price of a block and the "was" printed with it. */
export function tilePrices(marks: readonly PriceMark[]): {
  price: PriceMark | null;
  was: PriceMark | null;
} {
  const usable = todays(marks);
  const halves = discountedPair(usable);
  if (halves) return halves;
  // A mark that only its class calls "regular" or "old" is the price where no other is: shops reuse such classes.
  const weakWas = marks.filter((mark) => mark.role === 'was' && !mark.isNamed);
  const price =
    usable.find((mark) => mark.isNamed) ??
    usable.find((mark) => mark.isLabelled) ??
    usable[0] ??
    lowest(weakWas) ??
    perKilogram(marks);
  if (!price) return { price: null, was: null };
  const was =
    marks.find(
      (mark) =>
        mark.role === 'was' &&
        mark !== price &&
        isAbove(mark.amount, price.amount) &&
        (mark.isNamed || !isPerLot(mark)) &&
        !isProse(mark),
    ) ?? null;
  return { price, was };
}

/** Of two neighbours the higher, when its author calls it "discount", is the price before it. */
function discountedPair(marks: readonly PriceMark[]): { price: PriceMark; was: PriceMark } | null {
  const [price, was] = marks.toSorted((a, b) => Number(a.amount) - Number(b.amount));
  if (!price || !was || marks.length !== 2 || !isAbove(was.amount, price.amount)) return null;
  const isPair = price.isLabelled && parentOf(price.element) === parentOf(was.element);
  return isPair && labelWords(labelOf(was.element)).at(-1) === 'discount' ? { price, was } : null;
}

/**
 * The marks that may be today's price: of a case and its bottles the bottle's; and a bare amount stands for what its echo for
 * screen readers says, a former or a members' price.
 */
function todays(marks: readonly PriceMark[]): PriceMark[] {
  const usable = marks.filter((mark) => mark.role === 'price');
  if (usable.length === marks.length && usable.length < 2) return usable;
  const conditions = marks.filter(({ role, isNamed }) => isNamed && CONDITIONS.has(role));
  const isEcho = ({ amount, isNamed }: PriceMark) =>
    !isNamed && conditions.some((each) => Number(each.amount) === Number(amount));
  const own = usable.filter((mark) => !isEcho(mark));
  const pieces = own.filter((mark) => !isPerLot(mark) && !isProse(mark));
  return pieces.length > 0 ? pieces : own;
}

const CONDITIONS: ReadonlySet<MarkRole> = new Set(['was', 'member']);

/** The one price of a kilogram in an element called a price; null where there are two, one of which may be old. */
function perKilogram(marks: readonly PriceMark[]): PriceMark | null {
  const [mark, other] = marks.filter(isPerKilogramOrMetre);
  return mark && !other && (mark.isLabelled || /price/i.test(labelOf(mark.element))) ? mark : null;
}

function lowest(marks: readonly PriceMark[]): PriceMark | null {
  return marks.reduce<PriceMark | null>(
    (best, mark) => (best && !isAbove(best.amount, mark.amount) ? best : mark),
    null,
  );
}

/** Shop systems say it of the whole block. */
const SOLD_OUT_BLOCK = /(?:^|\s)(?:outofstock|out-of-stock|sold-out|soldout)(?:\s|$)/;
const IN_STOCK_BLOCK = /(?:^|\s)(?:instock|in-stock)(?:\s|$)/;
/** What style sheets make a button of. */
const BUTTON_LABEL = /(?:^|[\s_-])(?:button|btn)(?:$|[\s_-])/;

/** What the author calls a block of something sold out: "price--sold-out", but not the badge that waits on all. */
const SOLD_OUT_LABEL = /(?:^|\s)(?!\S*badge)\S*sold-?_?out/i;

function tileStock(
  elements: readonly Element[],
  hasPrice: boolean,
  ignoresBadges: boolean,
): Availability {
  if (ignoresBadges && elements.some((element) => SOLD_OUT_LABEL.test(labelOf(element))))
    return 'out_of_stock';
  const block = elements[0]?.attribs['class'] ?? '';
  if (SOLD_OUT_BLOCK.test(block)) return 'out_of_stock';
  let buy = IN_STOCK_BLOCK.test(block);
  for (const element of elements) {
    const text = seenTextOf(element, 61);
    if (text.length > 60 || (ignoresBadges && isSoldOutBadge(element))) continue;
    const isNotice = offersNotice(text) || offersNotice(element.attribs['title'] ?? '');
    const said = isNotice ? 'out_of_stock' : stockSaid(text);
    if (said === 'out_of_stock' || said === 'pre_order') return said;
    if ((said === 'limited' || saysInStock(text)) && hasOwnText(element)) buy = true;
    const isControl =
      /^(?:button|input|a)$/.test(element.name) ||
      BUTTON_LABEL.test(element.attribs['class'] ?? '');
    if (
      isControl &&
      isBuyButton(`${text}${element.attribs['aria-label'] ?? ''}`, labelOf(element)) &&
      !('disabled' in element.attribs)
    )
      buy = true;
  }
  return buy && hasPrice ? 'in_stock' : 'unknown';
}

function hasOwnText({ children }: Element): boolean {
  return children.some((child) => child.type === 'text' && child.data.trim().length > 2);
}

const CODE_ATTRIBUTES = [
  'data-product-id',
  'data-productid',
  'data-sku',
  'data-product-sku',
  'data-item-id',
  'data-itemid',
  'data-pid',
  'data-stockcode',
  'data-product-code',
  'data-asin',
  'data-code',
  'data-bv-product-id',
];

function tileCode(elements: readonly Element[]): string | null {
  for (const element of elements) {
    for (const name of CODE_ATTRIBUTES) {
      const value = element.attribs[name]?.trim();
      if (value && /\d/.test(value) && value.length <= 40) return value;
    }
  }
  return null;
}

function tileImage(elements: readonly Element[], base: string): string | null {
  for (const element of elements) {
    if (element.name !== 'img') continue;
    const { attribs } = element;
    const source = attribs['data-src'] ?? attribs['src'] ?? attribs['srcset']?.split(/[\s,]/)[0];
    const address = source && !source.startsWith('data:') ? absoluteAddress(source, base) : null;
    if (address) return address;
  }
  return null;
}
