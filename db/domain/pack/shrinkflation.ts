import { type Cents, formatAud } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { contentText } from './content-text.ts';
import { type PackSize, parsePackSize } from './pack-size.ts';

/** A shelf price within this share of the earlier one counts as flat. */
const FLAT_SHARE = 0.02;
/** A pack must lose at least this share to be flagged: rounding on labels is not shrinkage. */
const SHRUNK_SHARE = 0.03;

export interface PackObservation {
  atMs: number;
  priceCents: Cents;
  pack: PackSize;
}

export interface Shrinkflation {
  /** Percent of the earlier content that was removed, one decimal. */
  shrunkPercent: number;
  /** Percent by which its unit price rose, one decimal. */
  unitPricePercent: number;
  text: string;
}

/** Compares two observations of an article: a smaller pack at the same or a higher price is shrinkflation, else null. */
export function shrinkflation(
  before: PackObservation,
  after: PackObservation,
): Shrinkflation | null {
  const from = before.pack;
  const to = after.pack;
  if (from.unit !== to.unit || !(before.priceCents > 0) || !(from.total > 0) || !(to.total > 0))
    return null;
  const kept = to.total / from.total;
  const priceRatio = after.priceCents / before.priceCents;
  if (kept > 1 - SHRUNK_SHARE || priceRatio < 1 - FLAT_SHARE) return null;
  const shrunkPercent = oneDecimal((1 - kept) * 100);
  const unitPricePercent = oneDecimal((priceRatio / kept - 1) * 100);
  const paid =
    after.priceCents === before.priceCents
      ? `still costs ${formatAud(after.priceCents)}`
      : `now costs ${formatAud(after.priceCents)}, was ${formatAud(before.priceCents)}`;
  const text = `Pack shrank from ${contentText(from)} to ${contentText(to)} (${shrunkPercent}% less) and ${paid}.`;
  return { shrunkPercent, unitPricePercent, text };
}

/** An offer as last seen before the digits in its name changed. */
export interface EarlierPack {
  name: string;
  priceCents: Cents;
  /** ISO, UTC. */
  seenAt: string;
}

/** Days for which a smaller pack is reported: a year, like the chart. */
export const TOLD_FOR_DAYS = 365;

/** The shrinkage of an offer's pack within the past year, by its names then and now; null when it did not shrink or is unknown. */
export function shrunkSince(
  earlier: EarlierPack | null,
  now: { name: string; priceCents: Cents },
  nowMs: number,
): Shrinkflation | null {
  const atMs = earlier ? Date.parse(earlier.seenAt) : Number.NaN;
  if (!earlier || !(atMs > nowMs - TOLD_FOR_DAYS * DAY_MS)) return null;
  const before = parsePackSize(earlier.name);
  const after = parsePackSize(now.name);
  if (!before || !after) return null;
  return shrinkflation(
    { atMs, priceCents: earlier.priceCents, pack: before },
    { atMs: nowMs, priceCents: now.priceCents, pack: after },
  );
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
