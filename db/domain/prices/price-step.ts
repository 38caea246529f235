import type { Cents } from '../money.ts';

/**
 * A price that falls by more than this share, or rises beyond this factor, between two readings is first taken for a
 * misread: sales end at 60 % nearly always (storewide ones at 50 %), while a lost decimal point, a price in cents, an
 * instalment or a unit price read in its place lie beyond.
 */
const LARGEST_FALL = 0.6;
const LARGEST_RISE = 3;

/** True when a price is beyond a plausible step from the one known. */
export function isBeyondStep(knownCents: Cents, priceCents: Cents): boolean {
  return priceCents < knownCents * (1 - LARGEST_FALL) || priceCents > knownCents * LARGEST_RISE;
}
