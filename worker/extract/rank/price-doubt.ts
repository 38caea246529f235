import type { PriceMark } from '../sources/printed/marks.ts';
import type { VisibleProduct } from '../sources/printed/product.ts';
import { printsPercentOff, REACH, reducedBeside } from '../sources/printed/was-price.ts';
import { isAbove } from '../values/amount.ts';
import type { Candidate } from '../values/candidate.ts';

const CENT = 0.011;
/** The Goods and Services Tax on top of a price before it (GST Act 1999, s 9-70). */
const WITH_GST = 1.1;

/**
 * A candidate whose price the page itself explains away, with the printed price instead: shops forget their data when a sale
 * begins, or state cents, a member's price, an instalment or the price before GST. State that shoppers see nowhere, a cost or a
 * price of yesterday, is explained by any printed price. Otherwise the candidate as it is.
 */
export function withPrintedPrice(
  candidate: Candidate,
  visible: VisibleProduct | null,
  marks: readonly PriceMark[],
): Candidate {
  const { mark } = visible ?? {};
  const stated = candidate.price;
  if (!mark || stated === null || candidate.source === 'selectors') return candidate;
  if (Number(stated) === Number(mark.amount) || mark.region !== 'main') return candidate;
  const places = marks.filter(
    (each) => Number(each.amount) === Number(stated) && each.region === 'main',
  );
  const isUnseen = candidate.source === 'embedded-state';
  const isBeforeSale = places.some((place) => isReducedTo(mark, place));
  const isExplained =
    places.length > 0
      ? places.every(
          (place) =>
            isOtherPrice(place, mark) ||
            isReducedTo(mark, place) ||
            (isUnseen && reducedBeside(place, marks) === mark),
        )
      : (isUnseen && isCalledPrice(mark)) ||
        (isMarkup(candidate) &&
          isCalledPrice(mark) &&
          isAbove(String(Math.floor(Number(stated))), mark.amount)) ||
        isMisstated(Number(stated), Number(mark.amount)) ||
        printsPercentOff(mark, Number(stated));
  if (!isExplained) return candidate;
  const originalPrice = isBeforeSale ? (visible?.wasFor(mark.amount) ?? stated) : null;
  return { ...candidate, price: mark.amount, originalPrice, fromPrice: false };
}

/** Markup that a template wrote once: where nothing prints its price, but a lower one, a sale began since. */
function isMarkup({ source }: Candidate): boolean {
  return source === 'microdata' || source === 'rdfa';
}

/** True for "$79.00 $59.00" of which only the lower one is called today's, sale or special price. */
function isReducedTo(today: PriceMark, place: PriceMark): boolean {
  return (
    today.isNamed &&
    today.role === 'price' &&
    place.role === 'price' &&
    !place.isNamed &&
    isAbove(place.amount, today.amount) &&
    Math.abs(place.order - today.order) <= REACH / 8
  );
}

/** A bare amount may be of anything, delivery or a gift box: it does not speak against the state of a page that prints no price. */
function isCalledPrice({ isLabelled, isNamed }: PriceMark): boolean {
  return isLabelled || isNamed;
}

/** True when the place prints the amount as a "was" above today's price, or as a condition below it. */
function isOtherPrice(place: PriceMark, today: PriceMark): boolean {
  if (place.role === 'price' || Math.abs(place.order - today.order) > REACH) return false;
  return place.role === 'was'
    ? isAbove(place.amount, today.amount)
    : isAbove(today.amount, place.amount);
}

/** Cents written as dollars, or the price before GST: neither is printed, and both fit the printed price to the cent. */
function isMisstated(stated: number, printed: number): boolean {
  return stated === Math.round(printed * 100) || Math.abs(stated * WITH_GST - printed) < CENT;
}
