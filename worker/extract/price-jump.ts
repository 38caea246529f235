import type { Cents } from '#domain/money.ts';

/** A fall of more than this share, or a rise beyond this factor, is believed only when read twice. */
const LARGEST_DROP = 0.6;
const LARGEST_RISE = 3;

/** True when a price is too far from the last one and was not read so just before. */
export function needsSecondFetch(
  known: { priceCents: Cents; suspectPriceCents: Cents | null },
  priceCents: Cents,
): boolean {
  if (known.suspectPriceCents === priceCents) return false;
  return (
    priceCents < known.priceCents * (1 - LARGEST_DROP) ||
    priceCents > known.priceCents * LARGEST_RISE
  );
}
