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

/** What a pack usually cost is taken from so many days beside the change, on either side: a year of inflation is no shrinking. */
const USUAL_DAYS = 84;
/** Fewer days prove no usual price: a sale may fill them. */
const LEAST_DAYS_BEFORE = 42;
const LEAST_DAYS_AFTER = 14;

/**
 * Judges a shrunken pack by the price that held for half of the time or longer before and after: a special on either side proves nothing.
 * `asked` are the offer's prices, oldest first. Null where it did not shrink within a year, its price fell with it, or too little of
 * its past is known.
 */
export function shrunkPack(
  earlier: EarlierPack | null,
  now: { name: string },
  asked: readonly OfferPoint[],
  nowMs: number,
): ShrunkPack | null {
  const lastSeenMs = earlier ? Date.parse(earlier.seenAt) : Number.NaN;
  if (!earlier || !(lastSeenMs > nowMs - TOLD_FOR_DAYS * DAY_MS)) return null;
  const [larger, smaller] = [parsePackSize(earlier.name), parsePackSize(now.name)];
  if (!larger || !smaller) return null;
  const [first] = asked;
  if (!first || first.atMs > lastSeenMs - LEAST_DAYS_BEFORE * DAY_MS) return null;
  if (nowMs < lastSeenMs + LEAST_DAYS_AFTER * DAY_MS) return null;
  const usual = usualOver(asked, lastSeenMs - USUAL_DAYS * DAY_MS, lastSeenMs);
  const since = usualOver(asked, lastSeenMs, Math.min(nowMs, lastSeenMs + USUAL_DAYS * DAY_MS));
  if (usual === null || since === null) return null;
  const before = { pack: larger, priceCents: usual };
  const after = { pack: smaller, priceCents: since };
  const judged = shrinkflation({ ...before, atMs: lastSeenMs }, { ...after, atMs: nowMs });
  return judged && { ...judged, before, after, lastSeenMs };
}
