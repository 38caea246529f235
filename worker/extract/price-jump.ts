import type { Cents } from '#domain/money.ts';
import { isBeyondStep } from '#domain/prices/price-step.ts';

/** Two readings this near each other say the same. */
const SAME_SHARE = 0.02;

/** True when a price is too far from the last one and was not read so just before. */
export function needsSecondFetch(
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
