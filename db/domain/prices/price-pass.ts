import { dayText } from '../calendar.ts';
import { type Cents, formatAud } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { type OfferPoint, usualOver } from './best-price-series.ts';
import { pointsFrom } from './price-history.ts';

/** Duration of a pass, days: shops match their own later price for a week to three months. */
export const PASS_DAYS = { least: 7, most: 90, usual: 30 } as const;
/** Most purchases judged in one call; a guest's browser keeps as many. */
export const MOST_PURCHASES = 40;
/** The median starts this many days before the purchase. */
const MEDIAN_DAYS = 90;

interface PassOutcome {
  /** 'cheaper' once the shop charged less while the pass ran; 'over' when it ended without that. */
  state: 'cheaper' | 'watching' | 'over';
  /** The lowest price while the pass ran, and when it began; null when none was read. */
  lowest: { priceCents: Cents; atMs: number } | null;
  /** The time-weighted median price from 90 days before the purchase; null when none is known. */
  medianCents: Cents | null;
  text: string;
}

/** Compares the price paid with the shop's later prices; `prices` are oldest first. */
export function passOutcome(
  pass: { paidCents: Cents; boughtMs: number; endsMs: number },
  prices: readonly OfferPoint[],
  nowMs: number,
): PassOutcome {
  const { paidCents, boughtMs, endsMs } = pass;
  const untilMs = Math.min(nowMs, endsMs);
  // A price that ended within a day of the purchase may have ended before it.
  const isLater = (next: OfferPoint | undefined) => !next || next.atMs > boughtMs + DAY_MS;
  const running = pointsFrom(prices, boughtMs).filter(
    ({ atMs }, index, points) => atMs <= untilMs && isLater(points[index + 1]),
  );
  const lowest = running.reduce<PassOutcome['lowest']>(
    (low, { atMs, priceCents }) =>
      priceCents !== null && (low === null || priceCents < low.priceCents)
        ? { priceCents, atMs }
        : low,
    null,
  );
  const medianCents = usualOver(prices, boughtMs - MEDIAN_DAYS * DAY_MS, untilMs);
  const isCheaper = lowest !== null && lowest.priceCents < paidCents;
  const state = isCheaper ? 'cheaper' : nowMs >= endsMs ? 'over' : 'watching';
  return { state, lowest, medianCents, text: textOf(state, pass, lowest) };
}

function textOf(
  state: PassOutcome['state'],
  { paidCents, endsMs }: { paidCents: Cents; endsMs: number },
  lowest: PassOutcome['lowest'],
): string {
  if (state === 'cheaper' && lowest) {
    const less = formatAud((paidCents - lowest.priceCents) as Cents);
    return `${formatAud(lowest.priceCents)} there since ${dayText(lowest.atMs)}: ${less} less than you paid. Ask the shop for the difference.`;
  }
  if (state === 'over') {
    const outcome = lowest ? 'It was never cheaper there.' : 'We read no price there.';
    return `The time is over. ${outcome}`;
  }
  return `Not cheaper there so far. We look until ${dayText(endsMs)}.`;
}
