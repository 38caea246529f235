import { type Element, isTag, isText } from 'domhandler';
import { type Availability, isGone, parseAvailability } from '#domain/offers/availability.ts';
import { NOTIFY, saysInStock, stockIn } from '#domain/offers/stock-text.ts';
import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { parseMultiBuy } from '#domain/price-text/price-text.ts';
import {
  $,
  hasPicture,
  isHidden,
  labelsAround,
  labelWords,
  parentOf,
  shownText,
  sourceOf,
  subtree,
} from '../../page/element.ts';
import { regionOf } from '../../page/region.ts';
import { type Candidate, emptyCandidate, isAbove } from '../../values/candidate.ts';
import { absoluteAddress } from '../../values/nodes.ts';
import { BRAND_WORDS, isBuyButton } from '../../words/words.ts';
import { isLiveBuyButton, isSoldOutBadge } from '../printed/buy-area.ts';
import type { PriceMark, PriceMarks } from '../printed/holders.ts';
import { pricePerMeasure } from '../printed/per-measure.ts';
import { areBeforeAndNow, choosePrice, findWasPrice } from '../printed/prices.ts';
import type { Tile } from './tiles.ts';

/** True when the tile holds a "sold out" badge, visible or hidden. */
export function printsSoldOutBadge({ element }: Tile): boolean {
  return subtree(element).some(
    (each) => isSoldOutBadge(each) && stockIn(shownText(each, 60)) === 'out_of_stock',
  );
}

/** What the tiles of a list share: whether each has a "sold out" badge, and whether some print one price and others two. */
export interface ListTraits {
  ignoresBadges: boolean;
  hasSinglePrices: boolean;
}

/** Reads a tile as a candidate. */
export function readTile(tile: Tile, name: string, base: string, traits: ListTraits): Candidate {
  const elements = subtree(tile.element);
  const text = shownText(tile.element);
  const { price, was } = tilePrices(tile.marks, traits);
  return {
    ...emptyCandidate('tiles'),
    name,
    url: tile.links[0] ?? null,
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
    originalPrice: was,
    memberPrice: tile.marks.find((mark) => mark.role === 'member')?.amount ?? null,
    availability: tileStock(elements, price !== null, traits),
    sku: tileCode(elements),
    imageUrl: tileImage(elements, base),
    unitPrice: parseUnitPrice(text),
    multiBuy: parseMultiBuy(text),
  };
}

/** Returns today's price of a block and its "was". */
function tilePrices(marks: PriceMarks, { hasSinglePrices }: ListTraits) {
  const usable = marks.filter((mark) => !isEcho(mark, marks) && !isDiscounted(mark, marks));
  const best = choosePrice(usable, { least: -9 });
  const lower = usable.find((mark) => best && areBeforeAndNow(best, mark));
  const price = lower ?? best ?? pricePerMeasure(marks);
  const discounted = marks.find((mark) => isDiscounted(mark, marks))?.amount;
  const was = price && (discounted ?? findWasPrice(marks, price.amount, price.order));
  // "$59.00 $79.00" beside tiles with one amount: the second is the former price.
  const behind =
    price && marks.find((mark) => mark.role === 'price' && areBeforeAndNow(mark, price, false));
  return { price, was: was ?? (hasSinglePrices && behind ? behind.amount : null) };
}

/** True for an amount above its neighbour whose label ends in "discount": the amount that was discounted. */
function isDiscounted({ element, amount, role }: PriceMark, marks: PriceMarks): boolean {
  return (
    role === 'price' &&
    labelWords(element.label).at(-1) === 'discount' &&
    marks.some(
      (mark) =>
        mark.isLabelled && mark.element.parent === element.parent && isAbove(amount, mark.amount),
    )
  );
}

/** True for a bare amount whose copy for screen readers calls it a former price, a members' price or a lowest one. */
function isEcho({ amount, isNamed }: PriceMark, marks: PriceMarks): boolean {
  return (
    !isNamed &&
    marks.some(
      ({ role, isNamed, amount: named, element }) =>
        isNamed &&
        (role === 'was' ||
          role === 'member' ||
          /^\W*from\b/i.test(shownText(parentOf(element) ?? element, 20))) &&
        Number(named) === Number(amount),
    )
  );
}

/** Classes of sold-out blocks: "price--sold-out", but not the badge in every template. */
const SOLD_OUT_LABEL = /(?:^|\s)(?!\S*badge)\S*sold-?_?out/i;

function tileStock(elements: readonly Element[], hasPrice: boolean, { ignoresBadges }: ListTraits) {
  if (elements.some((each) => SOLD_OUT_LABEL.test(each.label) && regionOf(each) !== 'hidden'))
    return 'out_of_stock';
  const labels = (elements[0]?.attribs['class'] ?? '').split(' ').map(parseAvailability);
  if (labels.some(isGone)) return 'out_of_stock';
  let isOnSale = labels.includes('in_stock');
  for (const element of elements) {
    if (ignoresBadges && isSoldOutBadge(element)) continue;
    const stock = stockOfPart(element);
    if (stock === 'out_of_stock' || stock === 'pre_order') return stock;
    isOnSale ||= stock !== 'unknown';
  }
  return isOnSale && hasPrice ? 'in_stock' : 'unknown';
}

function stockOfPart(element: Element): Availability {
  const { value = '' } = isHidden(element) ? {} : element.attribs;
  const text = shownText(element, 61) || value;
  if (text.length > 60) return 'unknown';
  if (NOTIFY.test(text) || NOTIFY.test(element.attribs['title'] ?? '')) return 'out_of_stock';
  const stated = stockIn(text);
  if (stated !== 'in_stock' && stated !== 'unknown') return stated;
  return saysInStock(text) || isLiveBuyButton(element) ? 'in_stock' : 'unknown';
}

/** Shops' own codes first, then database ids. */
const CODE_ATTRIBUTES =
  'product_sku product-sku sku stockcode product-code code product-id productid item-id itemid pid asin bv-product-id'
    .split(' ')
    .map((name) => `data-${name}`);

function tileCode(elements: readonly Element[]): string | null {
  const values = CODE_ATTRIBUTES.flatMap((name) =>
    elements.map((each) => each.attribs[name] ?? ''),
  );
  return values.map((value) => value.trim()).find((value) => CODE.test(value)) ?? null;
}

const CODE = /^(?=.*\d).{1,40}$/;

function tileImage(elements: readonly Element[], base: string): string | null {
  const sources = elements.flatMap((each) => (each.name === 'img' && sourceOf(each.attribs)) || []);
  return sources.map((source) => absoluteAddress(source, base)).find(Boolean) ?? null;
}

const TITLE_WORDS = new Set(
  'name title heading header productname producttitle description'.split(' '),
);
const GOODS = new Set(['product', 'item', 'card', 'productitem', 'tile']);
const SWATCH = /(?:^|[\s_-])(?:swatch(?:es)?|colou?r-?options?)(?:$|[\s_-])/i;
const LONGEST_NAME = 250;

/** Returns a tile's candidate names, best first; the list reader drops names that most tiles share. */
export function tileNames(tile: Tile): string[] {
  const elements = subtree(tile.element).filter(
    (element) =>
      !SWATCH.test(labelsAround(element)) &&
      !labelWords(element.label).some((word) => BRAND_WORDS.has(word)),
  );
  const named = (name: RegExp) => elements.filter((element) => name.test(element.name));
  const stated = ({ attribs }: Element, ...keys: string[]) => keys.map((key) => attribs[key] ?? '');
  const headings = named(/^h[1-6]$/).map(printedName);
  const labelled = (words: ReadonlySet<string>) => (element: Element) =>
    labelWords(element.label).some((word) => words.has(word));
  const titled = elements.filter(labelled(TITLE_WORDS));
  // "product-item__title" holds the name alone; a link may hold a badge too, or lead to the brand.
  const ofProduct = titled.filter(labelled(GOODS));
  const titles = titled.map(printedName);
  const links = named(/^a$/);
  const isFirst = ({ attribs }: Element) => attribs['href'] === links[0]?.attribs['href'];
  // A link around the picture may hold badges too.
  const bare = links.filter((link) => isFirst(link) && !hasPicture(link));
  const linked = [...bare, ...links].flatMap((link) => [
    printedName(link),
    ...stated(link, 'title', 'aria-label'),
  ]);
  const pictured = named(/^img$/).flatMap((picture) => stated(picture, 'alt', 'title'));
  const called = elements.flatMap((each) => [
    ...stated(each, 'data-name', 'data-title', 'data-product-name'),
    ...(each.name.includes('-') ? stated(each, 'name', 'title', 'heading') : []),
  ]);
  const plain = elements
    .filter(({ children }) =>
      children.some((child) => isText(child) && child.data.trim().length > 3),
    )
    .map((element) => shownText(element, LONGEST_NAME + 1));
  plain.sort((a, b) => b.length - a.length);
  // "Dune" above "Leather Sandal": the picture's text joins the brand and the name.
  const joined = pictured.filter((alt) =>
    headings.some(
      (heading) => alt.startsWith(`${heading} `) && plain.includes(alt.slice(heading.length + 1)),
    ),
  );
  const all = [
    ...joined,
    ...headings,
    ...ofProduct
      .map(printedName)
      // A name that continues after the picture's text ends in words for screen readers.
      .filter(
        (name) => !pictured.some((alt) => alt !== '' && alt !== name && name.startsWith(alt)),
      ),
    ...linked,
    ...titles,
    // A printed text that starts the picture's text is the name: "Wool Suit, black, medium". A single word may be the brand.
    ...plain.filter((text) => / /.test(text) && pictured.some((alt) => alt.startsWith(`${text},`))),
    ...pictured,
    ...called,
    ...plain,
  ];
  const names = spacedNames(
    all.map((name) => name.replace(LEADING, '').trim().replace(TWICE, '$1')).filter(isName),
  );
  // "Gift card $50" counts if the picture's text is the same.
  const priceless = names
    .filter((name) => !MONEY.test(name) || pictured.includes(name))
    .sort((a, b) => Number(CODE_NAME.test(a)) - Number(CODE_NAME.test(b)));
  // "Walnut Din...": a title holds the whole name.
  const [first = ''] = priceless;
  const start = first.replace(/\s*(?:\.{2,}|…)$/, '');
  const whole =
    start === first ? [] : priceless.filter((name) => name !== first && name.startsWith(start));
  return [...whole, ...priceless];
}

/** Returns the element's text, with spaces between parts that markup joins: "BORK" "Bookcase, white". */
function printedName(element: Element): string {
  const text = shownText(element, LONGEST_NAME + 1);
  const parts = element.children
    .map((part) => (isTag(part) ? shownText(part, LONGEST_NAME) : $(part).text().trim()))
    .filter(Boolean);
  // Shorter parts are within a word: "H", "2", "O".
  const isGlued = parts.length > 1 && parts.every((part) => /^[\p{Lu}\d].{2}/u.test(part));
  return isGlued && parts.join('') === text ? parts.join(' ') : text;
}

/**
 * Removes duplicates that differ in spaces alone and keeps the one with most spaces. Markup without spaces prints
 * "Oak Reserve12 Year Old", while the picture's text or the title has them.
 */
function spacedNames(names: readonly string[]): string[] {
  const bySigns = new Map<string, string>();
  for (const name of names) {
    const signs = name.replace(/\s/g, '');
    if (name.length > (bySigns.get(signs)?.length ?? 0)) bySigns.set(signs, name);
  }
  return [...bySigns.values()];
}

/** A code, or a brand in capitals; a name has other words. */
const CODE_NAME = /^[A-Z\d/.-]+$/;
const MONEY = /[$€£¥]\s?\d|\d\s?€/;

/** A name printed twice, for phones and for wide screens. */
const TWICE = /^(.{6,}\S)\s*\1$/u;

/** Words of a link before the name: "Go to Product: Knit Tee". */
const LEADING =
  /^\s*(?:new listing|(?:go to|view|see|shop)(?: the)? (?:product|item)(?: details)?(?: (?:for|of))?\s*:)\s*/i;

/** Labels of a tile's tools: "Quick view for Knit Tee". */
const TOOL =
  /^quick ?(?:view|shop|look|buy|add)\b|^(?:add|save) .{0,80}to (?:(?:my|your|the) )?(?:wish ?list|favou?rites|compare|comparison)\b/i;

/** "Pre-order" as part of a name, "Mecha Statue (Pre-Order)", but not alone. */
const PREORDER = /(?<=\p{L}.{3,})\W*pre-?order\b\W*|\W*pre-?order\b\W*(?=.*\p{L}.{5,})/iu;

/** The text of a promotional tile among the results. */
const INVITATION = /^shop (?:now|all|on [\p{L}.]+)$/iu;

function isName(text: string): boolean {
  return (
    text.length >= 3 &&
    text.length <= LONGEST_NAME &&
    /\p{L}{2}/u.test(text) &&
    // A template's "Brand - " without a name.
    !/\s[-–|]$/.test(text) &&
    !/^(?:(?:save|up to)\W+)*\d+\s?%(?: off)?$/i.test(text) &&
    !TOOL.test(text) &&
    !INVITATION.test(text) &&
    !isBuyButton(text, '') &&
    stockIn(text.replace(PREORDER, ' ').trim()) === 'unknown'
  );
}
