import { type Element, isText } from 'domhandler';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import { containment, nameSimilarity } from '#domain/text/name-similarity.ts';
import {
  $,
  labelsAround,
  labelWords,
  type Region,
  shownText,
  subtree,
  upFrom,
} from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';
import { regionOf } from '../../page/region.ts';
import { type Candidate, emptyCandidate } from '../../values/candidate.ts';
import { findBuyButtons, lowestPrice, NEAR, readVariantForm, visibleStock } from './buy-area.ts';
import { printedPicture, readPrintedDetails, readPrintedRating } from './details.ts';
import type { PriceMark, PriceMarks } from './holders.ts';
import {
  choosePrice,
  findPrintedExtras,
  findWasPrice,
  isSentence,
  reducedBeside,
} from './prices.ts';
import { isStruck } from './roles.ts';
import { readPrintedSpecifications } from './specifications.ts';

/** The product as printed at the page's heading. */
export type VisibleProduct = NonNullable<ReturnType<typeof readVisibleProduct>>;

/** Reads the product at the page's heading, with its price and buy button; null without a heading. */
export function readVisibleProduct(
  page: PageDocument,
  marks: PriceMarks,
  others: readonly Element[],
  titles: readonly string[],
  pageUrl: string,
  nowMs: number,
) {
  const heading = findHeading(page, titles);
  if (!heading) return null;
  const firstOrder = heading.orders[0] ?? 0;
  const inTiles = new Set(others);
  // A block with the page's own heading is layout, not a tile.
  for (const up of upFrom(page.elements[firstOrder] ?? null)) inTiles.delete(up);
  const foreign = new Set([...inTiles].flatMap(subtree));
  const isIn = (element: Element, ...regions: Region[]) =>
    !foreign.has(element) && regions.includes(regionOf(element));
  const isOwn = (element: Element) => isIn(element, 'main');
  // Shops put ratings and details beside the reviews.
  const isShown = (element: Element) => isIn(element, 'main', 'aside');
  const buttons = findBuyButtons(page, isOwn);
  const buyOrders = buttons.live.map(({ order }) => order);
  const buyOrder = buyOrders.find((order) => order > firstOrder) ?? buyOrders[0] ?? null;
  const own = marks.filter(({ element }) => isOwn(element));
  const form = readVariantForm(page, isOwn, pageUrl, nowMs);
  const found = form
    ? (own.find(({ amount }) => Number(amount) === Number(form.price)) ?? null)
    : bestPrice(own, heading.orders, buyOrder);
  // Use the last heading before the price, since it shares the price's block.
  const titleOrder = heading.orders.findLast((each) => found && each <= found.order) ?? firstOrder;
  // "From $59" in the price's place outweighs an amount that nothing calls a price, such as an option's.
  const isSure = form !== null || buyOrder === null || found?.isLabelled || found?.isNamed;
  const mayBeLowest = ({ order, isLabelled, number }: PriceMark) =>
    order > titleOrder && order - titleOrder <= NEAR && (isLabelled || !found) && !isStruck(number);
  const lowest = isSure ? {} : lowestPrice(page, own.filter(mayBeLowest));
  const price = lowest.price ? null : found;
  const stock = visibleStock(page, titleOrder, { ...buttons, order: buyOrder }, isOwn);
  const details = readPrintedDetails(page, titleOrder, pageUrl, { isOwn, isShown });
  const candidate: Candidate = {
    ...emptyCandidate('visible'),
    ...details,
    rating: readPrintedRating(page, titleOrder, isShown),
    name: heading.text,
    imageUrl: printedPicture(page, isOwn, heading.text, pageUrl),
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
    originalPrice: price ? findWasPrice(own, price.amount, titleOrder) : null,
    ...lowest,
    ...form,
    sku: form?.sku ?? details.sku,
    availability: form && form.availability !== 'unknown' ? form.availability : stock.availability,
  };
  return {
    candidate,
    /** The mark of the product's price; null without one. */
    mark: price,
    hasBuyButton: buyOrder !== null,
    /** True when the buy button is disabled, for lack of stock or of a selection. */
    hasDeadButton: buttons.hasDead,
    /** True when the form lists the variants with their prices. */
    hasVariantForm: form !== null,
    specifications: readPrintedSpecifications(page, isOwn),
    /** True when the page says that the product cannot be bought, which overrides structured data. */
    isRefused: stock.isRefused,
    /** True when the page says "sold out" and its buy button is disabled. */
    isSoldOut: stock.isSoldOut,
    /** Returns the "was" printed with a price from another source; null without one. */
    wasFor: (amount: string) => findWasPrice(own, amount, titleOrder),
    /** Returns the conditional prices printed with that price. */
    extrasFor: (amount: string) => findPrintedExtras(own, amount, titleOrder),
  };
}

/** Returns the best amount around the heading: by its words, and by its distance to the heading and the buy button. */
function bestPrice(
  marks: PriceMarks,
  titleOrders: readonly number[],
  buyOrder: number | null,
): PriceMark | null {
  const near = (mark: PriceMark) =>
    Math.max(...titleOrders.map((order) => nearness(mark, order, buyOrder)));
  // Without a button, "includes a $49.95 cleaning kit" may be the only amount near the heading.
  const usable = marks.filter(
    ({ isLabelled, text }) => buyOrder !== null || isLabelled || !isSentence(text),
  );
  const best = choosePrice(usable, { nearness: near });
  return best && reducedBeside(best, marks);
}

const MAIN_PRICE =
  /our-?price|price-?block|buy-?box|main-?price|product-?price|pdp|price-?value|final-?price|current-?price/i;

/** Weights of an amount's place. */
const PLACE = {
  mainPrice: 1,
  behindHeading: 1.5,
  beforeHeading: 0.3,
  nearButton: 1.5,
  beforeButton: 1.2,
} as const;

function nearness(mark: PriceMark, titleOrder: number, buyOrder: number | null): number {
  const after = mark.order - titleOrder;
  let score = MAIN_PRICE.test(labelsAround(mark.element)) ? PLACE.mainPrice : 0;
  score +=
    after >= 0
      ? PLACE.behindHeading - Math.min(4.5, after / NEAR)
      : PLACE.beforeHeading - Math.min(4, -after / (NEAR / 2));
  if (buyOrder === null) return score;
  score += PLACE.nearButton - Math.min(2.5, Math.abs(buyOrder - mark.order) / NEAR);
  return after > 0 && mark.order < buyOrder ? score + PLACE.beforeButton : score;
}

/** The page's own name as printed. */
export interface Heading {
  text: string;
  /** Every position of the name, in document order; sticky bars and mobile blocks repeat it. */
  orders: number[];
}

/** Returns the heading that best matches the page's titles; null without a match. */
export function findHeading(page: PageDocument, titles: readonly string[]): Heading | null {
  let best: (Heading & { element: Element; score: number }) | null = null;
  for (const element of titlesIn(page)) {
    const text = shownText(element, 320);
    if (text.length < 2 || text.length > 300 || regionOf(element) === 'hidden') continue;
    const { order } = element;
    if (best && text === best.text) {
      best.orders.push(order);
      continue;
    }
    const score: number = headingScore(element, text, titles);
    if (score > Math.max(0.6, (best?.score ?? 0) + 0.001))
      best = { element, text, orders: [order], score };
  }
  return best
    ? { text: headingText(best.element, best.text, titles), orders: best.orders }
    : titledLine(page, titles);
}

/** Rates a heading by its best match with a title, its tag and its place. */
function headingScore(element: Element, text: string, titles: readonly string[]): number {
  const matches = titles.map(
    (title) => containment(text, title) * 0.6 + nameSimilarity(text, title) * 0.6,
  );
  const isMain = element.name === 'h1' && !isBrandLink(element) && !isShopIn(titles, text);
  const aside = regionOf(element) === 'main' ? 0 : 0.3;
  return Math.max(0, ...matches) + (isMain ? 0.35 : 0) - aside;
}

const SHORTEST_LINE = 8;

/** Finds a line that equals the title, or the title without the shop's name; old shops print names in bold, not as headings. */
function titledLine(page: PageDocument, titles: readonly string[]): Heading | null {
  for (const element of page.elements) {
    const { firstChild: only, name, order } = element;
    if (!only || !isText(only) || only.next || name === 'title') continue;
    const text = foldSpaces(only.data).trim();
    const isTitle = (title: string) =>
      title.startsWith(text) && /^(?:$|\s*[|–—-])/.test(title.slice(text.length));
    if (text.length < SHORTEST_LINE || !titles.some(isTitle)) continue;
    if (name !== 'a' && regionOf(element) === 'main') return { text, orders: [order] };
  }
  return null;
}

/** Returns the heading as a title spells it; shops glue the parts of a heading or a code to it. */
function headingText(element: Element, text: string, titles: readonly string[]): string {
  const titled = titles.map((title) => spellingIn(title, text)).find(Boolean);
  if (titled) return titled;
  const nodes = subtree(element).flatMap(({ children }) => children);
  const texts = nodes.map((node) => (isText(node) ? foldSpaces(node.data).trim() : ''));
  const first = texts.find(Boolean) ?? '';
  // The title has the first part of the heading, but not all its words.
  const isGluedTo = (title: string) => title.startsWith(first) && containment(text, title) < 1;
  return first.length > 3 && titles.some(isGluedTo) ? first : text;
}

/** Returns the part of the title that equals the text apart from spaces; null without one. */
function spellingIn(title: string, text: string): string | null {
  const places = [...title.matchAll(/\S/g)].map(({ index }) => index);
  const bare = text.replace(/\s/g, '');
  const from = title.replace(/\s/g, '').indexOf(bare);
  const [start, end] = [places[from], places[from + bare.length - 1]];
  return from === -1 || start === undefined || end === undefined
    ? null
    : title.slice(start, end + 1);
}

/** The elements that may print the product's name. */
function titlesIn({ elements }: PageDocument): Element[] {
  return elements.filter(
    ({ name, label }) =>
      /^h[1-3]$/.test(name) ||
      (NAMING.test(label) && labelWords(label).some((word) => NAMING_WORDS.has(word))),
  );
}

/** A fast filter: few labels need to be split into words. */
const NAMING = /title|name|heading/i;
const NAMING_WORDS = new Set(['title', 'name', 'heading']);

/** True when the text is the end of a title, which is the shop's name: "Kettle 1.7L | Kettle King". */
function isShopIn(titles: readonly string[], text: string): boolean {
  return titles.some((title) => title !== text && title.split(TITLE_PARTS).at(-1) === text);
}

const TITLE_PARTS = /\s*[|–—-]\s+/;

/** True for a heading that links to a category: it names the brand, and the product's name follows. */
function isBrandLink(element: Element): boolean {
  const href = $(element).children().first().filter('a').attr('href');
  const isLink = /^\W*\w/.test(href ?? '');
  return isLink && shownText(element, 30).split(' ').length < 3;
}
