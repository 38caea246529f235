import type { Cents } from '../money.ts';

/** A larger fall or rise is first taken for a misread: sales end at 60 %; misplaced decimal points and unit prices lie beyond. */
const LARGEST_FALL = 0.6;
const LARGEST_RISE = 3;

/** True when a price is beyond a plausible step from the one known. */
export function isBeyondStep(knownCents: Cents, priceCents: Cents): boolean {
  return priceCents < knownCents * (1 - LARGEST_FALL) || priceCents > knownCents * LARGEST_RISE;
}
