import { type Cents, formatAud } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { contentText } from './content-text.ts';
import { type PackSize, parsePackSize } from './pack-size.ts';

/** A shelf price within this share of the earlier one counts as flat. */
const FLAT_SHARE = 0.02;
/** A pack must lose at least this share to be flagged: rounding on labels is no shrinkage. */
const SHRUNK_SHARE = 0.03;

export interface PackObservation {
  atMs: number;
  priceCents: Cents;
  pack: PackSize;
}

export interface Shrinkflation {
  /** Percent of the earlier content that is gone, one decimal. */
  shrunkPercent: number;
  /** Percent by which a unit of it became dearer, one decimal. */
  unitPricePercent: number;
  text: string;
}

/** Compares two sightings of an article: a smaller pack at the same or a higher price. Null when it is no shrinkflation. */
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

/** An offer as it was last seen before the figures in its name changed. */
export interface EarlierPack {
  name: string;
  priceCents: Cents;
  /** ISO, UTC. */
  seenAt: string;
}

/** How long a smaller pack is told of, days: a year, as far as the chart goes. */
export const TOLD_FOR_DAYS = 365;

/** Whether the pack of an offer shrank within the past year, by its name then and now; null when it did not, or cannot be told. */
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
