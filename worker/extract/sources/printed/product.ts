import type { Element, PageDocument } from '../../page/document.ts';
import { labelsAround, parentOf } from '../../page/region.ts';
import { type Candidate, emptyCandidate } from '../../values/candidate.ts';
import { PRINTED } from '../../words/weights.ts';
import { readLabelledBrand, readVisibleDetails } from './details.ts';
import {
  findPrintedExtras,
  type PrintedExtras,
  readPrintedRating,
  readPrintedSpecifications,
} from './extras.ts';
import { type FormOffer, findHeading, readVariantForm } from './heading.ts';
import { isPerKilogramOrMetre, isPerLot, type PriceMark } from './marks.ts';
import { findBuyButtons, NEAR, type VisibleStock, visibleStock } from './stock.ts';
import { findWasPrice, isSentence, reducedBeside } from './was-price.ts';

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

const MAIN_PRICE =
  /our-?price|price-?block|buy-?box|main-?price|product-?price|pdp|price-?value|final-?price|current-?price/i;

/** Reads the product that the page shows at its heading, its price and buy button; null without a heading to hold on to. */
export function readVisibleProduct(
  page: PageDocument,
  marks: readonly PriceMark[],
  others: readonly Element[],
  titles: readonly string[],
  pageUrl: string,
): VisibleProduct | null {
  const heading = findHeading(page, titles);
  if (!heading) return null;
  const inTiles = new Set(others);
  // A block that holds the page's own heading is layout, not a tile.
  for (const order of heading.orders.slice(0, 1)) removeHolders(inTiles, page.elements[order]);
  const foreign = withinAny(page, inTiles);
  const isForeign = ({ order }: Element): boolean => foreign[order] === 1;
  const buttons = findBuyButtons(page, isForeign);
  const buyOrders = buttons.live.map((element) => element.order);
  const buyOrder =
    buyOrders.find((order) => order > (heading.orders[0] ?? 0)) ?? buyOrders[0] ?? null;
  const own = marks.filter((mark) => !isForeign(mark.element) && mark.region !== 'chrome');
  const form = readVariantForm(page, isForeign, pageUrl);
  const price = form ? markOf(own, form.price) : bestPrice(own, heading.orders, buyOrder);
  const titleOrder = price ? nearestOrder(heading.orders, price.order) : (heading.orders[0] ?? 0);
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
    availability: stock.availability,
    ...(form && offerOfForm(form, own, stock)),
  };
  // Goods that are sold by the kilogram alone have that price, where they can be bought.
  const byWeight = !form && !price && buyOrder !== null ? perKilogram(own, titleOrder) : null;
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

/** The one price of a kilogram or metre near the heading; null where there are several. */
function perKilogram(marks: readonly PriceMark[], titleOrder: number): PriceMark | null {
  const near = marks.filter(
    (mark) =>
      mark.isLabelled &&
      mark.region === 'main' &&
      mark.order > titleOrder &&
      mark.order - titleOrder <= NEAR &&
      isPerKilogramOrMetre(mark),
  );
  return new Set(near.map(({ amount }) => amount)).size === 1 ? (near[0] ?? null) : null;
}

/** Where the page prints the amount. */
function markOf(marks: readonly PriceMark[], amount: string | null): PriceMark | null {
  return (
    marks.find((mark) => mark.region === 'main' && Number(mark.amount) === Number(amount)) ?? null
  );
}

/** What the form of a product with variants says, which a script prints later: believed before what is printed of all of them. */
function offerOfForm(
  form: FormOffer,
  marks: readonly PriceMark[],
  stock: VisibleStock,
): Partial<Candidate> {
  const currency = marks.find((mark) => mark.region === 'main' && mark.currency)?.currency ?? null;
  return {
    price: form.price,
    currency: form.price ? currency : null,
    originalPrice: form.was,
    availability: stock.isRefused ? 'out_of_stock' : form.availability,
    ...(form.sku ? { sku: form.sku } : {}),
  };
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

function removeHolders(holders: Set<Element>, element: Element | undefined): void {
  for (let up: Element | null = element ?? null; up; up = parentOf(up)) holders.delete(up);
}

/** By order, 1 for each of the page's elements that lies in one of the holders. */
function withinAny(page: PageDocument, holders: ReadonlySet<Element>): Uint8Array {
  const within = new Uint8Array(page.elements.length);
  if (holders.size === 0) return within;
  for (const element of page.elements)
    if (within[element.parent?.order ?? -1] === 1 || holders.has(element))
      within[element.order] = 1;
  return within;
}

/** The last heading before the price: the one whose block the price stands in. */
function nearestOrder(orders: readonly number[], order: number): number {
  return orders.findLast((each) => each <= order) ?? orders[0] ?? 0;
}
