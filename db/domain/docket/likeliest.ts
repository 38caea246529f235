import type { Cents } from '../money.ts';
import type { DocketLine } from './docket-lines.ts';
import { amountIn, type DocketOffer } from './line-options.ts';

/** An offer with how well its product matches the line, in points of a search. */
export interface MatchedLineOffer extends DocketOffer {
  points: number;
}

const MOST_CANDIDATES = 3;
/** A product that matches worse by this many points is as unlikely as a price e times the one paid. */
const POINTS_PER_PRICE = 8;
/** Tolerance for a stated size. */
const SAME_SIZE = 0.01;

/**
 * The offers of a shop that a line of a receipt may mean, likeliest first, at most three: of the stated size where there are any, by how
 * near their price is to `paidCents` for one pack and by how well they match. No size is assumed where the line states none.
 */
export function likeliestOffers<Offer extends MatchedLineOffer>(
  { size }: DocketLine,
  offers: readonly Offer[],
  paidCents: Cents | null,
): Offer[] {
  const sized = offers.filter(({ pack }) => {
    const held = size && amountIn(pack, size.unit);
    return held && Math.abs(held - size.amount) <= SAME_SIZE * size.amount;
  });
  const candidates = sized[0] ? sized : offers;
  const best = Math.max(...candidates.map(({ points }) => points));
  const unlikely = ({ priceCents, points }: Offer) =>
    (paidCents ? Math.abs(Math.log(priceCents / paidCents)) : 0) +
    (best - points) / POINTS_PER_PRICE;
  return candidates
    .toSorted(
      (a, b) =>
        unlikely(a) - unlikely(b) ||
        a.priceCents - b.priceCents ||
        (a.offerId < b.offerId ? -1 : 1),
    )
    .slice(0, MOST_CANDIDATES);
}
