import type { Cents } from '#domain/money.ts';

type Price = Cents | number | null | undefined;

/** ((current − saved) / saved) × 100, to 2 decimals; 0 when either is missing (spec §4). Both in the same unit, cents or dollars. */
export function priceChangePercent(current: Price, saved: Price): number {
  if (!current || !saved || !Number.isFinite(current) || !Number.isFinite(saved)) return 0;
  return roundTo2(((current - saved) / saved) * 100);
}

/** 'Price dropped 12.5%', 'Price increased +3.1%' (spec §2, favourites); null when it did not change. */
export function priceChangeText(percent: number): string | null {
  if (!Number.isFinite(percent) || percent === 0) return null;
  return percent < 0 ? `Price dropped ${Math.abs(percent)}%` : `Price increased +${percent}%`;
}

/** Whole percent off an original price, 0–99; 0 when the original is missing or not above the current price. */
export function discountPercent(current: Price, original: Price): number {
  if (!current || !original || !(original > current && current > 0) || !Number.isFinite(original))
    return 0;
  return Math.min(99, Math.round(((original - current) / original) * 100));
}

/** Whole percent below the average that make a genuine saving, or above it that make waiting worthwhile. */
export const REAL_MARGIN_PERCENT = 5;
/** A genuinely reduced price is at most this share of the usual price. */
export const MOST_OF_USUAL = 1 - REAL_MARGIN_PERCENT / 100;

/** Whole percent by which a price exceeds another, such as an average; negative below it. */
export function percentAbove(priceCents: Cents, otherCents: Cents): number {
  return Math.round((priceCents / otherCents - 1) * 100);
}

/** The share, 0 to 1, by which a price undercuts its year's average; 0 without a genuine saving or average. */
export function genuineSaving(priceCents: Cents | null, averageCents: Cents | null): number {
  if (priceCents === null || !averageCents) return 0;
  const isGenuine = percentAbove(priceCents, averageCents) <= -REAL_MARGIN_PERCENT;
  return isGenuine ? 1 - priceCents / averageCents : 0;
}

/** Rounds half away from zero and never to −0. */
function roundTo2(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 100 + 1e-9)) / 100 || 0;
}

/** A larger fall or rise is first treated as a misreading: sales end at 60 %; misplaced decimal points and unit prices lie beyond. */
const LARGEST_FALL = 0.6;
const LARGEST_RISE = 3;
/** A price below this share of the usual price is more likely a misreading than a drop, even when read twice. */
export const LEAST_OF_USUAL = 1 - LARGEST_FALL;

/** True when a price is implausibly far from the known one. */
export function isBeyondStep(knownCents: Cents, priceCents: Cents): boolean {
  return priceCents < knownCents * (1 - LARGEST_FALL) || priceCents > knownCents * LARGEST_RISE;
}

/**
 * A misplaced decimal point, or cents read as dollars, changes a price by about this factor or more: less than ten, since the misread price
 * may be rounded or a little newer. A shop's own sale hardly ever does.
 */
const OTHER_UNIT = 9;

/** True when a price is so far from the known one that the same page cannot confirm it: an operator decides. */
export function isOtherUnit(knownCents: Cents, priceCents: Cents): boolean {
  return priceCents * OTHER_UNIT <= knownCents || priceCents >= knownCents * OTHER_UNIT;
}
