import { dayOf, dayText, isoDay } from '../calendar.ts';
import { type Cents, formatPlainDollars } from '../money.ts';
import { DAY_MS, FULL_YEAR_DAYS } from '../time.ts';
import { heldSpans, type PricePoint, type Span } from './price-history.ts';

/** The price of an offer or product from a moment until the next point; null: not buyable. */
export interface OfferPoint {
  atMs: number;
  priceCents: Cents | null;
}

/** The lowest of many offers' prices at every moment, changes only. Each line and the result are oldest first. */
export function bestPriceSeries(lines: readonly (readonly OfferPoint[])[]): OfferPoint[] {
  const events = lines
    .flatMap((line, offer) => line.map(({ atMs, priceCents }) => ({ atMs, priceCents, offer })))
    .sort((a, b) => a.atMs - b.atMs);
  const now: (Cents | null)[] = lines.map(() => null);
  const series: OfferPoint[] = [];
  for (const [index, { atMs, priceCents, offer }] of events.entries()) {
    now[offer] = priceCents;
    // Simultaneous changes of several offers are one change.
    if (events[index + 1]?.atMs === atMs) continue;
    const best = lowest(now);
    const last = series.at(-1);
    if (last ? last.priceCents !== best : best !== null) series.push({ atMs, priceCents: best });
  }
  return series;
}

/** A shorter stretch at one best price is a reading glitch or shops changing prices hours apart, and supports no figure. */
const MIN_STRETCH_MS = DAY_MS / 2;

/** The series without glitches, unless hardly anything else is known; the last price always counts. Changes only, oldest first. */
export function withoutGlitches(series: readonly OfferPoint[]): readonly OfferPoint[] {
  const lasting = series.filter(({ atMs, priceCents }, index) => {
    const next = series[index + 1];
    return priceCents === null || !next || next.atMs - atMs >= MIN_STRETCH_MS;
  });
  // Prices known for hours only are all there is.
  if (lasting.filter(({ priceCents }) => priceCents !== null).length < 2) return series;
  return lasting.filter(({ priceCents }, index) => priceCents !== lasting[index - 1]?.priceCents);
}

/** The lowest of many offers' prices as figures count it: bestPriceSeries without glitches. */
export const lastingBestPrices = (lines: readonly (readonly OfferPoint[])[]) =>
  withoutGlitches(bestPriceSeries(lines));

/** The points with a price; each then also covers stretches in which nothing was buyable. */
export function pricedPoints(series: readonly OfferPoint[]): PricePoint[] {
  return series.flatMap(({ atMs, priceCents }) =>
    priceCents === null ? [] : [{ atMs, priceCents }],
  );
}

/** pricedPoints from `fromMs` on; a price before a stockless stretch that reaches into the range counts only if it is alone. */
export function pricedPointsFrom(series: readonly OfferPoint[], fromMs: number): PricePoint[] {
  const points = pricedPoints(series);
  const held = series.findLast((point) => point.atMs <= fromMs);
  const inside = held?.priceCents === null ? points.filter((point) => point.atMs > fromMs) : points;
  return inside.length > 0 ? inside : points;
}

/** Stretches between `fromMs` and `toMs` in which no shop could sell it. */
export function unbuyableStretches(
  series: readonly OfferPoint[],
  fromMs: number,
  toMs: number,
): Span[] {
  return heldSpans(series, fromMs, toMs).flatMap(({ priceCents, ...span }) =>
    priceCents === null ? [span] : [],
  );
}

/** The lowest price of each day between two moments, oldest first; days without a price are left out. */
export function dailyLowest(
  series: readonly OfferPoint[],
  fromMs: number,
  toMs: number,
): { day: string; priceCents: Cents }[] {
  const byDay = new Map<number, Cents>();
  for (const [index, { atMs, priceCents }] of series.entries()) {
    const start = Math.max(fromMs, atMs);
    const next = series[index + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    // A price that ends exactly when a day or the range begins does not belong to it.
    if (priceCents === null || next <= start || start > toMs) continue;
    for (let day = dayOf(start); day <= dayOf(Math.min(toMs, next - 1)); day += 1) {
      const known = byDay.get(day);
      if (known === undefined || priceCents < known) byDay.set(day, priceCents);
    }
  }
  return [...byDay]
    .toSorted(([a], [b]) => a - b)
    .map(([day, priceCents]) => ({ day: isoDay(day), priceCents }));
}

/** The time-weighted median price of a period; null when none is known. Points oldest first. */
export function usualOver(
  points: readonly OfferPoint[],
  fromMs: number,
  toMs: number,
): Cents | null {
  const held: { priceCents: Cents; forMs: number }[] = [];
  let totalMs = 0;
  for (const { priceCents, ...span } of heldSpans(points, fromMs, toMs)) {
    const forMs = span.toMs - span.fromMs;
    if (priceCents === null) continue;
    held.push({ priceCents, forMs });
    totalMs += forMs;
  }
  held.sort((a, b) => a.priceCents - b.priceCents);
  let sumMs = 0;
  return (
    held.find(({ forMs }) => {
      sumMs += forMs;
      return sumMs >= totalMs / 2;
    })?.priceCents ?? null
  );
}

function lowest(prices: readonly (Cents | null)[]): Cents | null {
  let best: Cents | null = null;
  for (const price of prices) if (price !== null && (best === null || price < best)) best = price;
  return best;
}

interface AlertBackTest {
  timesFired: number;
  lastFiredMs: number | null;
  /** The lowest price of the year and when it was first reached; null when nothing was buyable. */
  best: { priceCents: Cents; atMs: number } | null;
  /** One sentence for shoppers. */
  text: string;
}

/**
 * Simulates a target alert over the best prices of the year up to `nowMs`, oldest first: it fires at the target and rearms after a rise.
 */
export function backTestAlert(
  series: readonly OfferPoint[],
  targetCents: Cents,
  nowMs: number,
): AlertBackTest {
  let isArmed = true;
  let timesFired = 0;
  let lastFiredMs: number | null = null;
  let best: AlertBackTest['best'] = null;
  for (const { atMs, priceCents } of series) {
    if (priceCents === null) continue;
    if (best === null || priceCents < best.priceCents) best = { priceCents, atMs };
    const isMet = priceCents <= targetCents;
    if (isMet && isArmed) {
      timesFired += 1;
      lastFiredMs = atMs;
    }
    isArmed = !isMet;
  }
  return {
    timesFired,
    lastFiredMs,
    best,
    text: sentence(timesFired, lastFiredMs, best, sinceWhen(series, nowMs)),
  };
}

/** 'in the past year', or since when a shorter series is known. */
function sinceWhen([first]: readonly OfferPoint[], nowMs: number): string {
  if (!first || nowMs - first.atMs >= FULL_YEAR_DAYS * DAY_MS) return 'in the past year';
  return `since ${dayText(first.atMs, nowMs)}`;
}

function sentence(
  timesFired: number,
  lastFiredMs: number | null,
  best: AlertBackTest['best'],
  period: string,
): string {
  if (best === null) return `We have not seen this product for sale ${period}.`;
  const price = formatPlainDollars(best.priceCents);
  if (lastFiredMs === null) {
    return `You’d have had no alert ${period}: the best price was ${price}, on ${dayText(best.atMs)}.`;
  }
  const last = dayText(lastFiredMs);
  const alerts =
    timesFired === 1
      ? `one alert ${period}, on ${last}`
      : `${timesFired} alerts ${period}, the last on ${last}`;
  return `You’d have had ${alerts}. The best price was ${price}.`;
}
