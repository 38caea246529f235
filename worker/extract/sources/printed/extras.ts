import type { OfferReading } from '#domain/offers/page-reading.ts';
import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { parseMultiBuy } from '#domain/price-text/price-text.ts';
import { type Element, elementsIn, type PageDocument, seenTextOf } from '../../page/document.ts';
import { labelsAround, parentOf, regionOf } from '../../page/region.ts';
import { isAbove } from '../../values/amount.ts';
import type { Candidate } from '../../values/candidate.ts';
import type { PriceMark } from './marks.ts';
import { findAnchor, REACH } from './was-price.ts';

/** Prices with a condition that stand beside the price: kept apart from it, never instead of it. */
export type PrintedExtras = Pick<
  OfferReading,
  'unitPrice' | 'memberPrice' | 'multiBuy' | 'deliveryCost'
>;

const MEMBER = /member|club|reward|loyal|with card|one ?pass|flybuys|\bvip\b|insider/i;

/** What is printed with today's price: its unit price, a lower price for members, an offer for several. */
export function findPrintedExtras(
  marks: readonly PriceMark[],
  price: string,
  heading: number,
): PrintedExtras {
  const anchor = findAnchor(marks, price, heading);
  const near = anchor
    ? marks.filter((mark) => mark.role !== 'price' && Math.abs(mark.order - anchor.order) <= REACH)
    : [];
  const others = near.filter((mark) => mark.role === 'other');
  const member = near.find(
    (mark) => mark.role === 'member' && isAbove(price, mark.amount) && isForMembers(mark),
  );
  return {
    unitPrice:
      others.map((mark) => parseUnitPrice(mark.text)).find((unit) => unit !== null) ?? null,
    memberPrice: member?.amount ?? null,
    multiBuy:
      others.map((mark) => parseMultiBuy(mark.text)).find((offer) => offer !== null) ?? null,
    deliveryCost: others.find((mark) => isDeliveryCost(mark.text))?.amount ?? null,
  };
}

const DELIVERY = '(?:delivery|shipping|postage|freight)';
const DELIVERY_COST = new RegExp(
  `${DELIVERY}(?: fee| cost)?\\s*:?\\s*(?:only |flat rate )?\\$\\s?\\d|\\$\\s?\\d+(?:\\.\\d\\d)?\\s+(?:standard |flat[- ]rate |flat )?${DELIVERY}\\b`,
  'i',
);
/** A threshold, the low end of a scale, or a condition: no cost that this order would have. */
const DELIVERY_CONDITION = /free|over|above|from|spend|orders|minimum|up to|member/i;

function isDeliveryCost(text: string): boolean {
  return DELIVERY_COST.test(text) && !DELIVERY_CONDITION.test(text);
}

/** Monthly plans and prices before tax have a condition too, but not this one. */
function isForMembers({ element, text }: PriceMark): boolean {
  return MEMBER.test(`${text} ${labelsAround(element)}`);
}

/** Stars stand with the heading; further down they are single reviews and other products. */
const BELOW_HEADING = 80;
const ABOVE_HEADING = 30;
const LONGEST_TEXT = 60;
const STARS = /(\d(?:[.,]\d{1,2})?)\s*out of\s*5(?![\d.,])|(\d[.,]\d)\s?\/\s?5(?!\d)/i;
const COUNT =
  /(\d{1,3}(?:[,.]\d{3})+|\d+)\s*(?:customer |verified |global |product )?(?:reviews?|ratings?)(?!\p{L})/iu;

/** The stars printed at the heading ("4.6 out of 5", 128 reviews); null without a count, or where nobody rated. */
export function readPrintedRating(
  page: PageDocument,
  headingOrder: number,
  isForeign: (element: Element) => boolean,
): Candidate['rating'] {
  const near = page.elements.slice(
    Math.max(0, headingOrder - ABOVE_HEADING),
    headingOrder + BELOW_HEADING,
  );
  for (const element of near) {
    const value = starsIn(element);
    if (value === null || value <= 0 || value > 5) continue;
    const region = regionOf(element);
    if (region === 'hidden' || region === 'chrome' || isForeign(element)) continue;
    const count = countAround(element);
    if (count !== null) return { value, count };
  }
  return null;
}

function starsIn({ attribs, children }: Element): number | null {
  const own = children.map((child) => (child.type === 'text' ? child.data : ' ')).join('');
  for (const text of [attribs['aria-label'], attribs['title'], attribs['alt'], own]) {
    const stars = text && text.length <= LONGEST_TEXT * 4 ? STARS.exec(text) : null;
    if (stars) return Number((stars[1] ?? stars[2] ?? '').replace(',', '.'));
  }
  return null;
}

/** The number of reviews in the small block that holds the stars. */
function countAround(element: Element): number | null {
  for (
    let up: Element | null = element, level = 0;
    up && level < 4;
    up = parentOf(up), level += 1
  ) {
    const text = `${up.attribs['aria-label'] ?? ''} ${seenTextOf(up, LONGEST_TEXT * 4)}`;
    if (text.length > LONGEST_TEXT * 3) return null;
    const count = COUNT.exec(text)?.[1]?.replace(/[,.]/g, '');
    if (count) return Number(count) > 0 ? Number(count) : null;
  }
  return null;
}

const ROW_LIMIT = 60;
const SMALLEST_TABLE = 3;
const LONGEST_LABEL = 60;
const LONGEST_VALUE = 300;

/** The page's largest table of two columns, or list of terms, as label and value; empty when it prints none. */
export function readPrintedSpecifications(
  page: PageDocument,
  isForeign: (element: Element) => boolean,
): Record<string, string> {
  const tables = page.elements
    .filter(({ name }) => name === 'table' || name === 'dl')
    .filter((element) => regionOf(element) === 'main' && !isForeign(element))
    .map(rowsOf);
  const largest = tables.reduce<[string, string][]>(
    (best, rows) => (rows.length > best.length ? rows : best),
    [],
  );
  return largest.length >= SMALLEST_TABLE ? Object.fromEntries(largest) : {};
}

function rowsOf(table: Element): [string, string][] {
  const cells = elementsIn(table).filter(({ name }) => /^(?:tr|dt|dd)$/.test(name));
  const rows: [string, string][] = [];
  for (const [index, element] of cells.entries()) {
    const next = cells[index + 1];
    if (element.name === 'tr') add(rows, cellsOf(element));
    else if (element.name === 'dt' && next?.name === 'dd') add(rows, [element, next]);
    if (rows.length >= ROW_LIMIT) break;
  }
  return rows;
}

/** Looked for once: of tables in tables, each holds the rows of all within it. */
const knownCells = new WeakMap<Element, Element[]>();

function cellsOf(row: Element): Element[] {
  const known = knownCells.get(row);
  if (known) return known;
  const cells = elementsIn(row).filter(({ name }) => name === 'td' || name === 'th');
  knownCells.set(row, cells);
  return cells;
}

/** A row of exactly two cells; amounts of money are prices of sizes or deliveries, no properties. */
function add(rows: [string, string][], cells: readonly Element[]): void {
  const [first, second, third] = cells;
  if (!first || !second || third) return;
  const label = seenTextOf(first, LONGEST_LABEL * 2).replace(/\s*:$/, '');
  const value = seenTextOf(second, LONGEST_VALUE * 2);
  const isProperty =
    /\p{L}/u.test(label) && label.length <= LONGEST_LABEL && value && value.length <= LONGEST_VALUE;
  if (isProperty && !/[$€£]\s?\d/.test(value) && label !== '__proto__') rows.push([label, value]);
}
