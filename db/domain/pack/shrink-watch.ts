import type { Cents } from '../money.ts';
import { type OfferPoint, usualOver } from '../prices/best-price-series.ts';
import { DAY_MS } from '../time.ts';
import { type PackSize, parsePackSize } from './pack-size.ts';
import {
  type EarlierPack,
  type Shrinkflation,
  shrinkflation,
  TOLD_FOR_DAYS,
} from './shrinkflation.ts';

/** A pack that shrank at one shop, measured by what it usually cost before and after. */
export interface ShrunkPack extends Shrinkflation {
  before: { pack: PackSize; priceCents: Cents };
  after: { pack: PackSize; priceCents: Cents };
  /** When the larger pack was last read, UTC ms. */
  lastSeenMs: number;
}

/** Days around the change from which a pack's usual price is taken; a year of inflation is no shrinkage. */
const USUAL_DAYS = 84;
/** Fewer days prove no usual price, because a sale may fill them. */
const LEAST_DAYS_BEFORE = 42;
const LEAST_DAYS_AFTER = 14;

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
  const lastSeenMs = earlier ? Date.parse(earlier.seenAt) : Number.NaN;
  if (!earlier || !(lastSeenMs > nowMs - TOLD_FOR_DAYS * DAY_MS)) return null;
  const [larger, smaller] = [parsePackSize(earlier.name), parsePackSize(now.name)];
  if (!larger || !smaller) return null;
  const [first] = prices;
  if (!first || first.atMs > lastSeenMs - LEAST_DAYS_BEFORE * DAY_MS) return null;
  if (nowMs < lastSeenMs + LEAST_DAYS_AFTER * DAY_MS) return null;
  const usual = usualOver(prices, lastSeenMs - USUAL_DAYS * DAY_MS, lastSeenMs);
  const since = usualOver(prices, lastSeenMs, Math.min(nowMs, lastSeenMs + USUAL_DAYS * DAY_MS));
  if (usual === null || since === null) return null;
  const before = { pack: larger, priceCents: usual };
  const after = { pack: smaller, priceCents: since };
  const judged = shrinkflation({ ...before, atMs: lastSeenMs }, { ...after, atMs: nowMs });
  return judged && { ...judged, before, after, lastSeenMs };
}
