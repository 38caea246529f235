import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { priceMentions } from '#domain/price-text/mentions.ts';
import { parentOf, shownText } from '../../page/element.ts';
import type { PriceMark, PriceMarks } from './holders.ts';

/** True for a price per kilogram or metre. */
function isPerKilogramOrMetre({ role, element }: PriceMark): boolean {
  // "$7.25" above "per metre".
  const line = shownText(parentOf(element) ?? element, LONGEST_LINE + 1);
  const said = line.length > LONGEST_LINE ? shownText(element) : line;
  const unit = role === 'other' ? parseUnitPrice(said) : null;
  return (unit?.unit === 'kg' || unit?.unit === 'm') && unit.quantity === 1;
}

/** Returns the only price per kilogram or metre that is labelled as a price, or the only amount at all; null for two, as one may be old. */
export function pricePerMeasure(marks: PriceMarks): PriceMark | null {
  const [, another] = marks.filter(({ role }) => role !== 'was');
  const all = marks.filter((mark) => (mark.isLabelled || !another) && isPerKilogramOrMetre(mark));
  return new Set(all.map(({ amount }) => amount)).size === 1 ? (all[0] ?? null) : null;
}

/** Labels of cases and packs; shoppers compare the single piece. */
const LOT_LABEL = /^(?:(?:six|four|\d+)[- ]?pack|(?:half )?dozen|case(?: of \d+)?|carton)\b/i;
/** May follow the amount without a space: "$119.94per case of 6". */
const PER_LOT = new RegExp(
  `(?<![a-z])per (?:case|carton|dozen|pallet)\\b|${LOT_LABEL.source}`,
  'i',
);

/** True for the price of a case, a carton or a dozen. */
export function isPerLot({ element, text, amount }: PriceMark): boolean {
  if (PER_LOT.test(text)) return true;
  const line = shownText(parentOf(element) ?? element, LONGEST_LINE + 1);
  if (line.length > LONGEST_LINE || !LOT_LABEL.test(line)) return false;
  // The label belongs to the first amount in the line.
  return priceMentions(line)[0]?.amount === amount;
}

/** Longest line with a label of a lot: "Dozen price $180.00 ($15.00/bottle)". */
const LONGEST_LINE = 60;
