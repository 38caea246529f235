import { foldSpaces } from '#domain/text/fold-spaces.ts';
import {
  type Element,
  elementsIn,
  isElement,
  type PageDocument,
  parentOf,
  seenTextOf,
  withinAny,
} from '../../page/document.ts';
import { labelOf, labelsAround, regionOf, wordsOfLabel } from '../../page/region.ts';
import { type Candidate, emptyCandidate } from '../../values/candidate.ts';
import { alikeness, containment } from '../../values/nodes.ts';
import { readVariantForm } from '../json/search.ts';
import {
  readLabelledBrand,
  readPrintedRating,
  readPrintedSpecifications,
  readVisibleDetails,
} from './details.ts';
import type { PriceMark } from './holders.ts';
import { findBuyButtons, NEAR, visibleStock } from './stock.ts';
import {
  findPrintedExtras,
  findWasPrice,
  isPerLot,
  isSentence,
  PRINTED,
  type PrintedExtras,
  pricePerKilogram,
  reducedBeside,
} from './was-price.ts';

/** What a shopper sees in the page's own product area. */
export interface VisibleProduct {
  candidate: Candidate;
  /** Where it prints its price; null where it prints none. */
  mark: PriceMark | null;
  hasBuyButton: boolean;
  /** It has one that is switched off: for want of stock, or of a choice. */
  hasDeadButton: boolean;
  /** Its form lists its variants with their prices. */
  hasVariantForm: boolean;
  /** The stars printed at the heading. */
  rating: Candidate['rating'];
  specifications: Record<string, string>;
  /** The page says at the product that it cannot be bought: believed against its structured data. */
  isRefused: boolean;
  /** It says plainly that it is sold out, and offers nothing to buy with. */
  isSoldOut: boolean;
  /** The "was" printed with a price that another source states; null when none is. */
  wasFor: (price: string) => string | null;
  /** Prices with a condition, printed with that price. */
  extrasFor: (price: string) => PrintedExtras;
}

/** Reads the product that the page shows at its heading, its price and buy button; null without a heading to hold on to. */
export function readVisibleProduct(
  page: PageDocument,
  marks: readonly PriceMark[],
  others: readonly Element[],
  titles: readonly string[],
  pageUrl: string,
): VisibleProduct | null {
  const heading = findHeading(page, titles, others);
  if (!heading) return null;
  const inTiles = new Set(others);
  // A block that holds the page's own heading is layout, not a tile.
  for (let up = page.elements[heading.orders[0] ?? 0] ?? null; up; up = parentOf(up))
    inTiles.delete(up);
  const foreign = withinAny(page, inTiles);
  const isForeign = ({ order }: Element): boolean => foreign[order] === 1;
  const buttons = findBuyButtons(page, isForeign);
  const buyOrders = buttons.live.map((element) => element.order);
  const buyOrder =
    buyOrders.find((order) => order > (heading.orders[0] ?? 0)) ?? buyOrders[0] ?? null;
  const own = marks.filter((mark) => !isForeign(mark.element) && mark.region !== 'chrome');
  const form = readVariantForm(page, isForeign, pageUrl);
  const price = form ? markOf(own, form.price) : bestPrice(own, heading.orders, buyOrder);
  // The last heading before the price: the one whose block the price stands in.
  const titleOrder =
    heading.orders.findLast((each) => price && each <= price.order) ?? heading.orders[0] ?? 0;
  const stock = visibleStock(page, titleOrder, buyOrder, isForeign);
  const details = readVisibleDetails(page, isForeign);
  const candidate: Candidate = {
    ...emptyCandidate('visible'),
    ...details,
    brand: details.brand ?? readLabelledBrand(page, titleOrder, isForeign),
    name: heading.text,
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
    originalPrice: price ? findWasPrice(own, price.amount, titleOrder) : null,
    ...form,
    availability: form && form.availability !== 'unknown' ? form.availability : stock.availability,
  };
  // Goods that are sold by the kilogram alone have that price, where they can be bought.
  const byWeight = !form && !price && buyOrder !== null ? pricePerKilogram(own, titleOrder) : null;
  if (byWeight) Object.assign(candidate, { price: byWeight.amount, currency: byWeight.currency });
  return {
    candidate,
    mark: price,
    hasBuyButton: buyOrder !== null,
    hasDeadButton: buttons.hasDead,
    hasVariantForm: form !== null,
    rating: readPrintedRating(page, titleOrder, isForeign),
    specifications: readPrintedSpecifications(page, isForeign),
    isRefused: stock.isRefused,
    isSoldOut: stock.isSoldOut && buttons.hasDead,
    wasFor: (amount) => findWasPrice(own, amount, titleOrder),
    extrasFor: (amount) => findPrintedExtras(own, amount, titleOrder),
  };
}

/** Where the page prints the amount. */
function markOf(marks: readonly PriceMark[], amount: string | null): PriceMark | null {
  return (
    marks.find((mark) => mark.region === 'main' && Number(mark.amount) === Number(amount)) ?? null
  );
}

function bestPrice(
  marks: readonly PriceMark[],
  titleOrders: readonly number[],
  buyOrder: number | null,
): PriceMark | null {
  const usable = marks.filter(
    (mark) =>
      mark.region === 'main' && (mark.role === 'price' || (mark.role === 'was' && !mark.isNamed)),
  );
  let best: { mark: PriceMark; score: number } | null = null;
  for (const mark of usable) {
    const score = Math.max(...titleOrders.map((order) => scoreOf(mark, order, buyOrder)));
    if (score > 0 && (!best || score > best.score)) best = { mark, score };
  }
  return best && reducedBeside(best.mark, marks);
}

const MAIN_PRICE =
  /our-?price|price-?block|buy-?box|main-?price|product-?price|pdp|price-?value|final-?price|current-?price/i;

function scoreOf(mark: PriceMark, titleOrder: number, buyOrder: number | null): number {
  const after = mark.order - titleOrder;
  const isOld = mark.role === 'was';
  const isSentenced = !mark.isLabelled && isSentence(mark.text);
  // Being called an old price is no reason to be today's.
  let score = mark.isLabelled && !isOld ? PRINTED.labelled : 0;
  if (mark.isNamed) score += PRINTED.named;
  if (mark.currency) score += PRINTED.currency;
  if (isOld || isPerLot(mark)) score += PRINTED.old;
  if (isSentenced) score += mark.isNamed ? PRINTED.namedSentence : PRINTED.sentence;
  if (MAIN_PRICE.test(labelsAround(mark.element))) score += PRINTED.mainPlace;
  score +=
    after >= 0
      ? PRINTED.behindHeading - Math.min(4.5, after / NEAR)
      : PRINTED.beforeHeading - Math.min(4, -after / (NEAR / 2));
  if (buyOrder !== null) {
    score += PRINTED.nearButton - Math.min(2.5, Math.abs(buyOrder - mark.order) / NEAR);
    if (after > 0 && mark.order < buyOrder) score += PRINTED.beforeButton;
  }
  return score;
}

/** The page's own name as it prints it. */
export interface Heading {
  text: string;
  /** Where the page prints the name, in document order: sticky bars and mobile blocks repeat it. */
  orders: number[];
}

/** The heading that fits the page's titles best; null where none does. */
export function findHeading(
  page: PageDocument,
  titles: readonly string[],
  tiles: readonly Element[] = [],
): Heading | null {
  let best: { element: Element; text: string; orders: number[]; score: number } | null = null;
  const inTile = withinAny(page, new Set(tiles));
  // "42 results for peanut butter": what was searched for names many a tile too.
  const isHeaded = page.headings.some(
    (each) =>
      inTile[each.order] === 0 &&
      regionOf(each) === 'main' &&
      titledness(seenTextOf(each, 320), titles) > 0,
  );
  for (const element of page.elements) {
    if (!isTitle(element) || isLogo(element)) continue;
    if (isHeaded && inTile[element.order] === 1) continue;
    const { order } = element;
    const text = seenTextOf(element, 320);
    if (text.length < 2 || text.length > 300) continue;
    const region = regionOf(element);
    if (region === 'hidden') continue;
    if (best && text === best.text) best.orders.push(order);
    const score: number =
      titledness(text, titles) +
      (element.name === 'h1' && !isBrandLink(element) && !isShopIn(titles, text) ? 0.35 : 0) -
      (region === 'main' ? 0 : 0.3);
    if (score > 0.6 && (!best || (score > best.score + 0.001 && text !== best.text)))
      best = { element, text, orders: [order], score };
  }
  return best
    ? { text: headingText(best.element, best.text, titles), orders: best.orders }
    : titledLine(page, titles);
}

/** How well a text fits the title that it fits best, 0 to 1.2. */
function titledness(text: string, titles: readonly string[]): number {
  return Math.max(
    0,
    ...titles.map((title) => containment(text, title) * 0.6 + alikeness(text, title) * 0.6),
  );
}

const SHORTEST_LINE = 8;

/** Old shops set their names in bold: a line that is the title, or all of it before the shop's own name. */
function titledLine(page: PageDocument, titles: readonly string[]): Heading | null {
  for (const element of page.elements) {
    const { hasText, first: only, name, order } = element;
    if (!hasText || only?.type !== 'text' || only.next || name === 'title') continue;
    const text = foldSpaces(only.data).trim();
    if (text.length < SHORTEST_LINE || !titles.some((title) => isTitleOf(title, text))) continue;
    if (name !== 'a' && regionOf(element) === 'main') return { text, orders: [order] };
  }
  return null;
}

function isTitleOf(title: string, text: string): boolean {
  return title.startsWith(text) && /^(?:$|\s*[|–—-])/.test(title.slice(text.length));
}

/** Shops glue the parts of a heading, or their code behind it: where a title tells them apart, it is believed. */
function headingText(element: Element, text: string, titles: readonly string[]): string {
  if (titles.some((title) => title.includes(text))) return text;
  const parts = elementsIn(element)
    .flatMap(({ children }) => children)
    .flatMap((child) => (child.type === 'text' && foldSpaces(child.data).trim()) || [])
    .slice(0, TEXTS_LIMIT);
  const spaced = parts.join(' ');
  if (titles.some((title) => title.includes(spaced))) return spaced;
  const titled = titles.map((title) => spellingIn(title, text)).find(Boolean);
  if (titled) return titled;
  const [first = '', ...rest] = parts;
  const isTitled = first.length > 3 && titles.some((title) => title.startsWith(first));
  return isTitled && CODE_BEHIND.test(rest.join(' ')) ? first : text;
}

/** The stretch of the title that spells the text with other spaces; null without one. */
function spellingIn(title: string, text: string): string | null {
  const places = [...title.matchAll(/\S/g)].map(({ index }) => index);
  const bare = text.replace(/\s/g, '');
  const from = title.replace(/\s/g, '').indexOf(bare);
  const [start, end] = [places[from], places[from + bare.length - 1]];
  return from === -1 || start === undefined || end === undefined
    ? null
    : title.slice(start, end + 1);
}

/** "ID SP550", "(4711)". */
const CODE_BEHIND = /^(?:\p{L}{2,12}\W{1,3})?\W?[A-Z0-9-]*\d[A-Z0-9-]*\W?$/u;
const TEXTS_LIMIT = 12;

const NAMING = new Set(['title', 'name']);

function isTitle(element: Element): boolean {
  element.tag.isTitle ??= isCalledTitle(element);
  return element.tag.isTitle;
}

function isCalledTitle(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'title') return false;
  if (/^h[1-3]$/.test(name) || attribs['itemprop'] === 'name') return true;
  return (
    /title|name/i.test(labelOf(element)) && wordsOfLabel(element).some((word) => NAMING.has(word))
  );
}

/** "Buy Kettle 1.7L Online | Kettle King": what a title ends with is the shop's name. */
function isShopIn(titles: readonly string[], text: string): boolean {
  return titles.some((title) => title !== text && title.split(TITLE_PARTS).at(-1) === text);
}

const TITLE_PARTS = /\s*[|–—-]\s+/;

/** A heading that only leads home is the shop's name. */
function isLogo(element: Element): boolean {
  return leadsTo(element) === '/';
}

/** One that leads to a shelf names the maker; the product's own name may stand below it. */
function isBrandLink(element: Element): boolean {
  return /^\W*\w/.test(leadsTo(element) ?? '') && seenTextOf(element, 30).split(' ').length < 3;
}

function leadsTo({ children }: Element): string | undefined {
  const link = children.find((child) => child.type === 'tag');
  return link && isElement(link) && link.name === 'a' ? link.attribs['href'] : undefined;
}
