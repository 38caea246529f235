import { type Cents, cents } from '../money.ts';
import { DAY_MS } from '../time.ts';

/** A price from this moment (UTC, ms) until the next point: history stores changes only. */
export interface PricePoint {
  atMs: number;
  priceCents: Cents;
}

/** The ranges of the price chart, in days (spec §9). */
export const CHART_RANGE_DAYS = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 } as const;
export type ChartRange = keyof typeof CHART_RANGE_DAYS;
export const DEFAULT_CHART_RANGE: ChartRange = '30d';

export type PriceTrend = 'up' | 'down' | 'stable';
export type PriceAnalysis = 'great-deal' | 'fair' | 'high';

/** A change beyond this percentage either way is a trend (spec §4). */
const TREND_PERCENT = 2;
/** Spread of an invented history around the current price, either way (spec §4). */
const ESTIMATE_SPREAD = 0.2;

/** Last price against the first: above +2 % up, below −2 % down, else stable. Oldest first, any one unit. */
export function priceTrend(prices: readonly number[]): PriceTrend {
  const first = prices[0];
  const last = prices.at(-1);
  if (!first || last === undefined) return 'stable';
  // Multiplied out so that rounding cannot push exactly 2 % over the edge.
  const change = (last - first) * 100;
  if (change > TREND_PERCENT * first) return 'up';
  return change < -TREND_PERCENT * first ? 'down' : 'stable';
}

/** The points after `fromMs`, preceded by the price in force then, dated `fromMs`. Oldest first. */
export function pointsFrom<Point extends { atMs: number }>(
  points: readonly Point[],
  fromMs: number,
): Point[] {
  const held = points.findLast(({ atMs }) => atMs <= fromMs);
  const inside = points.filter(({ atMs }) => atMs > fromMs);
  return held ? [{ ...held, atMs: fromMs }, ...inside] : inside;
}

/** The points of the last `days` up to `nowMs`, extended to both ends; empty if none is known. */
export function pointsInRange(
  points: readonly PricePoint[],
  days: number,
  nowMs: number,
): PricePoint[] {
  const known = points.filter((point) => point.atMs <= nowMs);
  const drawn = pointsFrom(known, nowMs - days * DAY_MS);
  const last = drawn.at(-1);
  return last && last.atMs < nowMs ? [...drawn, { ...last, atMs: nowMs }] : drawn;
}

/** A stretch of time. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** How long each price held between two moments. Points and result oldest first. */
export function heldSpans<Point extends { atMs: number; priceCents: Cents | null }>(
  points: readonly Point[],
  fromMs: number,
  toMs: number,
): (Span & Pick<Point, 'priceCents'>)[] {
  return points
    .map(({ atMs, priceCents }, nth) => ({
      priceCents,
      fromMs: Math.max(fromMs, atMs),
      toMs: Math.min(toMs, points[nth + 1]?.atMs ?? toMs),
    }))
    .filter((span) => span.toMs > span.fromMs);
}

/**
 * Lowest, highest and time-weighted average of a range's points (see `pointsInRange`); null when empty. Gaps, in which no shop sold the
 * product, do not count towards the average, as in the verdict.
 */
export function priceStatistics(
  points: readonly PricePoint[],
  gaps: readonly Span[] = [],
): { lowestCents: Cents; highestCents: Cents; averageCents: Cents } | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  let weighted = 0;
  let durationMs = 0;
  for (const { fromMs, toMs, priceCents } of heldSpans(points, first.atMs, last.atMs)) {
    const heldMs = gaps.reduce(
      (ms, gap) => ms - Math.max(0, Math.min(toMs, gap.toMs) - Math.max(fromMs, gap.fromMs)),
      toMs - fromMs,
    );
    weighted += priceCents * heldMs;
    durationMs += heldMs;
  }
  const average = durationMs > 0 ? weighted / durationMs : first.priceCents;
  const sorted = points.map(({ priceCents }) => priceCents).sort((a, b) => a - b);
  return {
    lowestCents: sorted[0] ?? first.priceCents,
    highestCents: sorted.at(-1) ?? first.priceCents,
    averageCents: cents(Math.round(average)),
  };
}

/** One invented price a day within ±20 % of the current one (spec §4), repeatable by seed; labelled, never stored, never judged. */
export function estimatedHistory(input: {
  seed: string;
  currentCents: Cents;
  days: number;
  nowMs: number;
}) {
  const { seed, currentCents, days, nowMs } = input;
  const random = seededRandom(seed);
  const points: PricePoint[] = [];
  for (let day = Math.max(0, Math.floor(days)); day > 0; day -= 1) {
    const factor = 1 + (random() * 2 - 1) * ESTIMATE_SPREAD;
    const priceCents = cents(Math.round(currentCents * factor));
    points.push({ atMs: nowMs - day * DAY_MS, priceCents });
  }
  points.push({ atMs: nowMs, priceCents: currentCents });
  return { label: 'estimate' as const, points };
}

/** FNV-1a hash into mulberry32: small and identical in every browser. Values in [0, 1). */
function seededRandom(seed: string): () => number {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
