import type { Cents } from '#domain/money.ts';

/** A fall of more than this share, or a rise beyond this factor, is believed only when read twice. */
const LARGEST_DROP = 0.6;
const LARGEST_RISE = 3;
/** Two readings this near each other say the same. */
const SAME_SHARE = 0.02;

/** True when a price is too far from the last one and was not read so just before. */
export function needsSecondFetch(
  known: { priceCents: Cents; suspectPriceCents: Cents | null },
  priceCents: Cents,
): boolean {
  const { suspectPriceCents } = known;
  if (suspectPriceCents !== null && isNear(priceCents, suspectPriceCents)) return false;
  return (
    priceCents < known.priceCents * (1 - LARGEST_DROP) ||
    priceCents > known.priceCents * LARGEST_RISE
  );
}

function isNear(one: Cents, other: Cents): boolean {
  return Math.abs(one - other) <= other * SAME_SHARE;
}
