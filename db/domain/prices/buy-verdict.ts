import { type Cents, cents, formatAud } from '../money.ts';
import { counted } from '../text/counted.ts';
import { DAY_MS, FULL_YEAR_DAYS } from '../time.ts';
import type { OfferPoint } from './best-price-series.ts';
import { genuineSaving, percentAbove, REAL_MARGIN_PERCENT } from './price-change.ts';

/* Is today a good day to buy? One word and one sentence per product, from its best price against its own year and the other shops. */

export const BUY_WORDS = ['buy', 'fair', 'wait', 'not-enough-history'] as const;
export type BuyWord = (typeof BUY_WORDS)[number];

export interface BuyVerdict {
  word: BuyWord;
  /** One sentence for shoppers, of observed figures only. */
  text: string;
}

/** Fewer days of prices are not enough history. */
const MIN_DAYS = 28;
/** A year whose range is at most this share of its average has hardly moved. */
const HARDLY_SHARE = 0.05;
/** Prices in the lowest or highest fifth of the year's range also count as low or high. */
const EDGE_SHARE = 0.2;

export interface YearFigures {
  averageCents: Cents;
  lowestCents: Cents;
  highestCents: Cents;
  days: number;
}

/** A stretch at one best price; the last one still holds. */
interface Stretch {
  atMs: number;
  priceCents: Cents;
  lastedMs: number;
  isLast: boolean;
}

/** The stretches of `series` (oldest first, without glitches) in which a shop could sell it. */
export function stretchesOf(series: readonly OfferPoint[], nowMs: number): Stretch[] {
  return series.flatMap(({ atMs, priceCents }, index) => {
    const lastedMs = Math.max(0, (series[index + 1]?.atMs ?? nowMs) - atMs);
    return priceCents === null ? [] : [{ atMs, priceCents, lastedMs, isLast: !series[index + 1] }];
  });
}

/** Time-weighted average, lowest and highest of `series` (oldest first) up to `nowMs`; null while it was never buyable. */
export function yearFigures(series: readonly OfferPoint[], nowMs: number): YearFigures | null {
  const stretches = stretchesOf(series, nowMs);
  const prices = stretches.map((one) => one.priceCents);
  const [first] = prices;
  if (first === undefined) return null;
  const totalMs = stretches.reduce((sum, one) => sum + one.lastedMs, 0);
  const weighted = stretches.reduce((sum, one) => sum + one.priceCents * one.lastedMs, 0);
  return {
    averageCents: totalMs > 0 ? cents(Math.round(weighted / totalMs)) : first,
    lowestCents: cents(Math.min(...prices)),
    highestCents: cents(Math.max(...prices)),
    days: Math.floor(totalMs / DAY_MS),
  };
}

/** A product's usual price, the average of its year; null without enough history. */
export function usualPrice(year: YearFigures | null): Cents | null {
  return year === null || year.days < MIN_DAYS ? null : year.averageCents;
}

/** 'the past year', or 'the 40 days we saw it for sale'. */
export function periodText({ days }: YearFigures): string {
  return days >= FULL_YEAR_DAYS ? 'the past year' : `the ${days} days we saw it for sale`;
}

/** Judges `priceCents`, the current best price of `shops` shops, against its year. */
export function buyVerdict(priceCents: Cents, year: YearFigures | null, shops: number): BuyVerdict {
  const price = formatAud(priceCents);
  const ofShops = shops > 1 ? ` and the lowest of ${shops} shops` : '';
  if (year === null || year.days < MIN_DAYS) {
    const days = year?.days ?? 0;
    const known = days === 0 ? 'since today' : `for ${counted(days, 'day')}`;
    const text = `We have followed its price only ${known}, too short to judge ${price}.`;
    return { word: 'not-enough-history', text };
  }
  const { averageCents, lowestCents, highestCents } = year;
  const isYear = year.days >= FULL_YEAR_DAYS;
  const average = `its average of ${formatAud(averageCents)} over ${periodText(year)}`;
  const percent = Math.abs(percentAbove(priceCents, averageCents));
  const word = wordFor(priceCents, year);
  if (word === 'wait') {
    const low = `it has been as low as ${formatAud(lowestCents)}`;
    return { word, text: `${price} is ${percent}% above ${average}; ${low}.` };
  }
  if (word === 'buy') {
    const lowest =
      priceCents <= lowestCents ? `${isYear ? 'Its lowest in a year' : 'Its lowest so far'}: ` : '';
    return { word, text: `${lowest}${price} is ${percent}% below ${average}${ofShops}.` };
  }
  const hardly = highestCents - lowestCents <= HARDLY_SHARE * averageCents;
  return {
    word,
    text: hardly
      ? `${price} is what it ${isYear ? 'costs all year' : `has cost for ${year.days} days`}${ofShops}.`
      : `${price} is close to ${average}.`,
  };
}

/** True when `priceCents` would get the verdict "buy". */
export function isGoodBuy(priceCents: Cents, year: YearFigures): boolean {
  return wordFor(priceCents, year) === 'buy';
}

function wordFor(priceCents: Cents, { averageCents, lowestCents, highestCents }: YearFigures) {
  const edge = EDGE_SHARE * (highestCents - lowestCents);
  // In a narrow range the edges are cents apart.
  const isWide = highestCents - lowestCents > HARDLY_SHARE * averageCents;
  const isLow = isWide && priceCents <= lowestCents + edge;
  const isHigh = isWide && priceCents >= highestCents - edge;
  const percent = percentAbove(priceCents, averageCents);
  if (genuineSaving(priceCents, averageCents) > 0 || (percent < 0 && isLow)) return 'buy';
  return percent > 0 && (isHigh || percent >= REAL_MARGIN_PERCENT) ? 'wait' : 'fair';
}
