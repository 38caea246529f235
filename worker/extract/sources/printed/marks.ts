import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { priceMentions } from '#domain/price-text/mentions.ts';
import { type Element, isElement, type PageDocument, seenTextOf } from '../../page/document.ts';
import type { Region } from '../../page/parse-page.ts';
import { labelOf, parentOf, regionOf } from '../../page/region.ts';
import { isBuyButton } from '../../words/texts.ts';
import { findHolders, type Holder } from './holders.ts';
import { type MarkRole, roleOf } from './roles.ts';

/** One printed amount of money and where it stands. */
export interface PriceMark {
  element: Element;
  /** Position in document order. */
  order: number;
  amount: string;
  currency: string | null;
  role: MarkRole;
  /** The text or its markup says which of the roles it is, rather than standing alone. */
  isNamed: boolean;
  /** The author calls the element a price. */
  isLabelled: boolean;
  region: Region;
  text: string;
}

const MARK_LIMIT = 1_500;

/** All amounts of money that the page prints, in document order; hidden ones are left out. */
export function findPriceMarks(page: PageDocument, currencyHint: string | null): PriceMark[] {
  const marks: PriceMark[] = [];
  const seen = new Set<Element>();
  const taken: Element[] = [];
  for (const element of page.elements) {
    if (!element.hasDigit) continue;
    if (marks.length >= MARK_LIMIT) break;
    for (const holder of findHolders(element, currencyHint)) {
      if (seen.has(holder.element)) continue;
      for (const part of [holder.element, ...holder.parts]) taken.push(part);
      const region = regionOf(holder.element);
      if (region !== 'hidden' && !isOption(holder)) marks.push(markOf(holder, region));
    }
    for (const part of taken.splice(0)) seen.add(part);
  }
  return marks;
}

/** True for the price of a kilogram or metre: that of goods sold by weight or length, where their block prints no other. */
export function isPerKilogramOrMetre({ role, text }: PriceMark): boolean {
  const unit = role === 'other' ? parseUnitPrice(text) : null;
  return (unit?.unit === 'kg' || unit?.unit === 'm') && unit.quantity === 1;
}

/** Of a case and its bottles or pieces, shoppers ask for the piece. */
const LOT_LABEL = /^(?:(?:six|four|\d+)[- ]?pack|(?:half )?dozen|case(?: of \d+)?|carton)\b/i;
/** Also glued to the amount: "$119.94per case of 6". */
const PER_LOT = new RegExp(
  `(?<![a-z])per (?:case|carton|dozen|pallet)\\b|${LOT_LABEL.source}`,
  'i',
);

/** True when the amount is what a case, a carton or a dozen costs. */
export function isPerLot({ element, text, amount }: PriceMark): boolean {
  if (PER_LOT.test(text)) return true;
  const up = parentOf(element);
  const line = up ? seenTextOf(up, LONGEST_LINE + 1) : '';
  if (line.length > LONGEST_LINE || !LOT_LABEL.test(line)) return false;
  // Of the amounts in the line the label's is the first.
  return priceMentions(line)[0]?.amount === amount;
}

/** "Dozen price $180.00 ($15.00/bottle)": the words before a price in its line. */
const LONGEST_LINE = 60;

/** "Built for travel. Holds kit worth $5,000 safely": an amount in a sentence about the product. */
export function isProse({ isLabelled, element, text }: PriceMark): boolean {
  if (isLabelled || element.children.some(isElement)) return false;
  return (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= PROSE_WORDS;
}

const PROSE_WORDS = 7;

function markOf(holder: Holder, region: Region): PriceMark {
  const { element, mention, text, isLabelled } = holder;
  return {
    ...roleOf(holder),
    element,
    order: element.order,
    amount: mention.amount,
    currency: mention.currency,
    isLabelled,
    region,
    text,
  };
}

/** Prices on buttons belong to the option that the button chooses, unless the button buys. */
function isOption({ element, number, text }: Holder): boolean {
  for (let up: Element | null = number; up && up !== element; up = parentOf(up))
    if (up.name === 'button' || isExtra(up)) return !isBuyButton(text, labelOf(up));
  for (
    let up: Element | null = element, level = 0;
    up && level < 4;
    up = parentOf(up), level += 1
  ) {
    const isChoice =
      up.name === 'button' ||
      up.name === 'label' ||
      up.attribs['role'] === 'radio' ||
      /(?:^|[\s_-])(?:swatch|variant-?option|option-?item|a-button)(?:$|[\s_-])/i.test(labelOf(up));
    if (isChoice)
      return !isBuyButton(text, labelOf(up)) && !isBuyButton(seenTextOf(up, 80), labelOf(up));
  }
  return false;
}

/** A box to tick: "Add gift wrap $4.95", alone in its block. */
function isExtra({ name, children }: Element): boolean {
  return (
    name === 'label' &&
    children.some((child) => child.type === 'tag' && child.attribs['type'] === 'checkbox')
  );
}
