import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import type { KnownOffer } from '#db/queries/offers/offers.ts';
import type { Cents } from '#domain/money.ts';
import type { JudgedReading } from '#domain/offers/run-quarantine.ts';
import { isBeyondStep } from '#domain/prices/price-step.ts';
import { identityText } from './offer-to-store.ts';

/** Two readings this near each other say the same. */
const SAME_SHARE = 0.02;

/** True when a price is too far from the last one and was not read so just before. */
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

/**
 * Parts the rows whose price is too far from the known one: those wait until it is read a second time. `judged` says of
 * each known offer whether its price moved beyond a plausible step, waiting or not. Without `believesSecond` a second reading
 * waits too.
 */
export function splitByJump(
  rows: OfferToStore[],
  known: KnownOffer[],
  believesSecond = true,
): {
  accepted: OfferToStore[];
  doubted: { offer: KnownOffer; priceCents: Cents; row: OfferToStore }[];
  judged: JudgedReading[];
} {
  const byIdentity = new Map(known.map((offer) => [identityText(offer), offer]));
  const accepted: OfferToStore[] = [];
  const doubted: { offer: KnownOffer; priceCents: Cents; row: OfferToStore }[] = [];
  const judged: JudgedReading[] = [];
  for (const row of rows) {
    const offer = byIdentity.get(identityText(row));
    const isFar = offer !== undefined && isBeyondStep(offer.priceCents, row.priceCents);
    if (offer) judged.push({ of: offer.id, verdict: isFar ? 'moved' : 'sane' });
    if (offer && isFar && (!believesSecond || needsSecondFetch(offer, row.priceCents))) {
      doubted.push({ offer, priceCents: row.priceCents, row });
    } else {
      accepted.push(row);
    }
  }
  return { accepted, doubted, judged };
}
