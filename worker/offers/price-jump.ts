import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import type { KnownOffer } from '#db/queries/offers/offers.ts';
import type { Cents } from '#domain/money.ts';
import type { JudgedReading } from '#domain/offers/run-quarantine.ts';
import { isBeyondStep } from '#domain/prices/price-change.ts';
import { identityText } from './offer-to-store.ts';

/** Two prices within this share of each other count as the same. */
const SAME_SHARE = 0.02;

/** True when a price is too far from the last one and the reading before did not give the same. */
function needsSecondFetch(
  known: { priceCents: Cents; suspectPriceCents: Cents | null },
  priceCents: Cents,
): boolean {
  const { suspectPriceCents } = known;
  if (suspectPriceCents !== null && isNear(priceCents, suspectPriceCents)) return false;
  return isBeyondStep(known.priceCents, priceCents);
}

function isNear(one: Cents, other: Cents): boolean {
  return Math.abs(one - other) <= other * SAME_SHARE;
}

/** The rows of a page or feed, split by their step from the known price. */
export interface Split {
  accepted: OfferToStore[];
  /** Too far from the known price: accepted once a second reading says the same. */
  doubted: { offer: KnownOffer; priceCents: Cents; row: OfferToStore }[];
  /** For each known offer, whether its price moved beyond a plausible step, doubted or not. */
  judged: JudgedReading[];
}

/** Splits off the rows whose price is too far from the known one. Without `believesSecond` a second reading is doubted too. */
export function splitByJump(
  rows: readonly OfferToStore[],
  known: readonly KnownOffer[],
  believesSecond = true,
): Split {
  const byIdentity = new Map(known.map((offer) => [identityText(offer), offer]));
  const split: Split = { accepted: [], doubted: [], judged: [] };
  for (const row of rows) {
    const { priceCents } = row;
    const offer = byIdentity.get(identityText(row));
    const isFar = offer !== undefined && isBeyondStep(offer.priceCents, priceCents);
    if (offer) split.judged.push({ of: offer.id, verdict: isFar ? 'moved' : 'sane' });
    const isDoubted = isFar && (!believesSecond || needsSecondFetch(offer, priceCents));
    if (isDoubted) split.doubted.push({ offer, priceCents, row });
    else split.accepted.push(row);
  }
  return split;
}
