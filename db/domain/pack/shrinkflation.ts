import { statedMoment } from '../calendar.ts';
import { type Cents, formatAud } from '../money.ts';
import { type OfferPoint, usualOver } from '../prices/best-price-series.ts';
import { DAY_MS } from '../time.ts';
import { contentText } from './content-text.ts';
import { type PackSize, parsePackSize } from './pack-size.ts';

/** A shelf price within this share of the earlier one counts as flat. */
const FLAT_SHARE = 0.02;
/** A pack must lose at least this share to be flagged: rounding on labels is not shrinkage. */
const SHRUNK_SHARE = 0.03;
/** Days for which a smaller pack is reported: a year, like the chart. */
const REPORTED_DAYS = 365;
/** Days around the change from which a pack's usual price is taken; a year of inflation is no shrinkage. */
const USUAL_DAYS = 84;
/** Fewer days prove no usual price, because a sale may fill them. */
const LEAST_DAYS_BEFORE = 42;
const LEAST_DAYS_AFTER = 14;

/** An offer as last seen before the digits in its name changed. */
export interface EarlierPack {
  name: string;
  /** ISO, UTC. */
  seenAt: string;
}

/** A pack that shrank at one shop, by its usual price before and after. */
export interface ShrunkPack {
  before: { priceCents: Cents; pack: PackSize };
  after: { priceCents: Cents; pack: PackSize };
  /** When the larger pack was last read, UTC ms. */
  lastSeenMs: number;
  /** Percent of the earlier content that was removed, one decimal. */
  shrunkPercent: number;
  /** Percent by which its unit price rose, one decimal. */
  unitPricePercent: number;
  text: string;
}

/**
 * Judges a shrunken pack by the median price before and after, which ignores specials. `prices` are the offer's, oldest first. Null
 * when the pack did not shrink within a year, its price fell with it, or too little of its past is known.
 */
export function shrunkPack(
  earlier: EarlierPack | null,
  now: { name: string },
  prices: readonly OfferPoint[],
  nowMs: number,
): ShrunkPack | null {
  const lastSeenMs = statedMoment(earlier?.seenAt ?? '');
  const packs = earlier && isProven(lastSeenMs, prices, nowMs) ? comparable(earlier, now) : null;
  if (!packs) return null;
  const { from, to } = packs;
  const kept = to.total / from.total;
  const usual = usualOver(prices, lastSeenMs - USUAL_DAYS * DAY_MS, lastSeenMs);
  const since = usualOver(prices, lastSeenMs, Math.min(nowMs, lastSeenMs + USUAL_DAYS * DAY_MS));
  if (usual === null || since === null || !(usual > 0)) return null;
  if (kept > 1 - SHRUNK_SHARE || since / usual < 1 - FLAT_SHARE) return null;
  const shrunkPercent = oneDecimal((1 - kept) * 100);
  const paid =
    since === usual
      ? `still usually costs ${formatAud(since)}`
      : `now usually costs ${formatAud(since)}, was ${formatAud(usual)}`;
  return {
    before: { pack: from, priceCents: usual },
    after: { pack: to, priceCents: since },
    lastSeenMs,
    shrunkPercent,
    unitPricePercent: oneDecimal((since / usual / kept - 1) * 100),
    text: `Pack shrank from ${contentText(from)} to ${contentText(to)} (${shrunkPercent}% less) and ${paid}.`,
  };
}

/** True when the change lies within a year, with enough days of prices before and after it. */
function isProven(lastSeenMs: number, [first]: readonly OfferPoint[], nowMs: number): boolean {
  return (
    first !== undefined &&
    lastSeenMs > nowMs - REPORTED_DAYS * DAY_MS &&
    lastSeenMs <= nowMs - LEAST_DAYS_AFTER * DAY_MS &&
    lastSeenMs >= first.atMs + LEAST_DAYS_BEFORE * DAY_MS
  );
}

/** The packs that both names state in one unit; else null. */
function comparable(earlier: { name: string }, now: { name: string }) {
  const [from, to] = [parsePackSize(earlier.name), parsePackSize(now.name)];
  return from && to && from.unit === to.unit ? { from, to } : null;
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
