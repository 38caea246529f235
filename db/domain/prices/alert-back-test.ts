import { type Cents, formatPlainDollars } from '../money.ts';
import type { BestPoint } from './best-price-series.ts';

/** What an alert would have done with the prices that were seen. */
export interface AlertBackTest {
  timesFired: number;
  lastFiredMs: number | null;
  /** The lowest price of the time and when it was first reached; null when nothing could be bought. */
  best: { priceCents: Cents; atMs: number } | null;
  /** One sentence for shoppers. */
  text: string;
}

const dateFormat = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'long',
  timeZone: 'Australia/Sydney',
});

/**
 * Runs a target over a year of best prices (oldest first, each holding until the next). It fires when the price
 * reaches the target and again only after it was above: like worker/alerts. A gap in stock changes nothing.
 */
export function backTestAlert(series: readonly BestPoint[], targetCents: Cents): AlertBackTest {
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
  return { timesFired, lastFiredMs, best, text: sentence(timesFired, lastFiredMs, best) };
}

function sentence(
  timesFired: number,
  lastFiredMs: number | null,
  best: AlertBackTest['best'],
): string {
  if (best === null) return 'We have not seen this product for sale in the last year.';
  const price = formatPlainDollars(best.priceCents).replace(/\.00$/, '');
  if (lastFiredMs === null) {
    return `Would not have fired in the last year: the best price was ${price}, on ${dateFormat.format(best.atMs)}.`;
  }
  const times = timesFired === 1 ? 'once' : `${timesFired} times`;
  return `Would have fired ${times} in the last year, best ${price}, last on ${dateFormat.format(lastFiredMs)}.`;
}
