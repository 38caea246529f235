import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import type { KnownOffer } from '#db/queries/offers/offers.ts';
import type { Cents } from '#domain/money.ts';
import type { JudgedReading } from '#domain/offers/run-quarantine.ts';
import { isBeyondStep } from '#domain/prices/price-change.ts';
import { identityText } from './offer-to-store.ts';

/** Prices that differ by at most this share count as the same. */
const SAME_SHARE = 0.02;

/** True if a price is too far from the last one and the previous reading did not state the same price. */
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

/** The rows of a page or feed, split by the size of their price change. */
export interface Split {
  accepted: OfferToStore[];
  /** Too far from the known price: accepted when a second reading confirms it. */
  doubted: { offer: KnownOffer; priceCents: Cents; row: OfferToStore }[];
  /** For each known offer, whether its price changed more than plausible, even if confirmed. */
  judged: JudgedReading[];
}

/** Separates rows whose price is too far from the known one. Without `acceptsConfirmed`, a confirmed price is doubted too. */
export function splitByJump(
  rows: readonly OfferToStore[],
  known: readonly KnownOffer[],
  acceptsConfirmed = true,
): Split {
  const byIdentity = new Map(known.map((offer) => [identityText(offer), offer]));
  const split: Split = { accepted: [], doubted: [], judged: [] };
  for (const row of rows) {
    const { priceCents } = row;
    const offer = byIdentity.get(identityText(row));
    const isFar = offer !== undefined && isBeyondStep(offer.priceCents, priceCents);
    if (offer) split.judged.push({ of: offer.id, verdict: isFar ? 'moved' : 'sane' });
    const isDoubted = isFar && (!acceptsConfirmed || needsSecondFetch(offer, priceCents));
    if (isDoubted) split.doubted.push({ offer, priceCents, row });
    else split.accepted.push(row);
  }
  return split;
}
