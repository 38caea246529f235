import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import type { KnownOffer } from '#db/queries/offers/offers.ts';
import type { Cents } from '#domain/money.ts';
import type { JudgedReading } from '#domain/offers/run-quarantine.ts';
import { isBeyondStep, isOtherUnit } from '#domain/prices/price-change.ts';

/** Prices that differ by at most this share count as the same. */
const SAME_SHARE = 0.02;

function isNear(one: Cents, other: Cents | null): boolean {
  return other !== null && Math.abs(one - other) <= other * SAME_SHARE;
}

/** An offer of a page, or of a row of a feed. */
export type ReadOffer = OfferToStore & { feedRow?: number };

/** The offers of a page or feed, split by the size of their price change. */
export interface Split {
  accepted: ReadOffer[];
  /** Too far from the known price: accepted when a second reading confirms it. */
  doubted: { offer: KnownOffer; row: ReadOffer }[];
  /** For each known offer, whether its price changed more than plausible, even if confirmed. */
  judged: JudgedReading[];
}

/** Which far prices a repeated reading confirms: none, those of the same unit, or all, where an operator says so. */
export type Confirming = 'none' | 'same-unit' | 'all';

/** Separates the rows whose price is too far from that of their `known` offer, in the same order, unless a reading confirms them. */
export function splitByJump(
  rows: readonly ReadOffer[],
  known: readonly (KnownOffer | undefined)[],
  confirming: Confirming = 'same-unit',
): Split {
  const split: Split = { accepted: [], doubted: [], judged: [] };
  for (const [nth, row] of rows.entries()) {
    const offer = known[nth];
    const isFar = offer !== undefined && isBeyondStep(offer.priceCents, row.priceCents);
    if (offer) split.judged.push({ of: offer.id, verdict: isFar ? 'moved' : 'sane' });
    if (isFar && !isConfirmed(offer, row, confirming)) split.doubted.push({ offer, row });
    else split.accepted.push(row);
  }
  return split;
}

/**
 * True when the previous reading said nearly the same. A misplaced decimal point repeats itself, so it confirms no other unit, unless
 * that is the unit of the offer's first price: then the known price is the misreading.
 */
function isConfirmed(offer: KnownOffer, { priceCents }: ReadOffer, confirming: Confirming) {
  if (confirming === 'none' || !isNear(priceCents, offer.suspectPriceCents)) return false;
  const { firstPriceCents: first } = offer;
  const isReturn = first !== null && !isOtherUnit(first, priceCents);
  return confirming === 'all' || isReturn || !isOtherUnit(offer.priceCents, priceCents);
}
