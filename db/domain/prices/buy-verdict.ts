import { type Cents, cents, formatAud } from '../money.ts';
import { counted } from '../text/counted.ts';
import { DAY_MS, FULL_YEAR_DAYS } from '../time.ts';
import type { OfferPoint } from './best-price-series.ts';
import { genuineSaving, percentAbove, REAL_MARGIN_PERCENT } from './price-change.ts';
import { isDeeper, type Rhythm } from './rhythm.ts';
import { daysText } from './rhythm-text.ts';

/*
 * Is today a good day to buy? The one judge of a price: `yearStanding`, a number from 0 to 100. Verdict, price analysis and the price part
 * of the AI score are that number.
 */

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
/** The bands of a standing: its highest fifth is "buy", its lowest "wait" (spec §4), the first green as a score (spec §9). */
export const BUY_FROM = 80;
export const WAIT_TO = 20;
/** The standing of a price that tells nothing. */
const MIDDLE = 50;
/** Standings by the share of the year's time that cost more. */
const BY_DAYS: Curve = [
  [0.5, MIDDLE],
  [0.9, BUY_FROM],
  [1, 100],
];
/** Standings by whole percent above the average. */
const BY_DEPTH: Curve = [
  [-30, 100],
  [-REAL_MARGIN_PERCENT, BUY_FROM],
  [0, MIDDLE],
  [REAL_MARGIN_PERCENT, WAIT_TO],
  [30, 0],
];
/** The overall AI score of a price with the verdict "wait" is below "good" (spec §9). */
const MOST_OF_WAIT = 59;

export interface YearFigures {
  averageCents: Cents;
  lowestCents: Cents;
  highestCents: Cents;
  days: number;
  stretches: readonly Stretch[];
  /** A special that is due soon; null for none. */
  due: Pick<Rhythm, 'specialCents' | 'next'> | null;
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

/** Figures of `series` (oldest first) up to `nowMs`; null while it was never buyable. */
export function yearFigures(
  series: readonly OfferPoint[],
  nowMs: number,
  due: YearFigures['due'] = null,
): YearFigures | null {
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
    stretches,
    due,
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

/**
 * Where a price stands in its year, in whole numbers from 0 (far above the average) to 100 (far below it, and below the price of every
 * other day): the lower of two readings, by days and by depth. A deeper special that is due soon lowers it. Never rises with the price. Null
 * without enough history.
 */
export function yearStanding(year: YearFigures | null, priceCents: Cents): number | null {
  if (year === null || year.days < MIN_DAYS) return null;
  const { averageCents, due } = year;
  const isLow = genuineSaving(priceCents, averageCents) > 0;
  const byDepth = along(BY_DEPTH, percentAbove(priceCents, averageCents));
  const standing = Math.min(along(BY_DAYS, shareAbove(year, priceCents)), byDepth);
  const isUndercut = due !== null && isDeeper(due, priceCents);
  return Math.floor(isUndercut ? Math.min(standing, isLow ? MIDDLE : WAIT_TO) : standing);
}

export function wordOf(standing: number | null): BuyWord {
  if (standing === null) return 'not-enough-history';
  if (standing >= BUY_FROM) return 'buy';
  return standing <= WAIT_TO ? 'wait' : 'fair';
}

/** An overall AI score, 0–100, beside the standing of its price: never "good" beside "wait". */
export function scoreBeside(standing: number | null, overall: number): number {
  return wordOf(standing) === 'wait' ? Math.min(overall, MOST_OF_WAIT) : overall;
}

/** Judges `priceCents`, the current best price of `shops` shops, against its year. */
export function buyVerdict(priceCents: Cents, year: YearFigures | null, shops: number): BuyVerdict {
  const standing = yearStanding(year, priceCents);
  const word = wordOf(standing);
  const price = formatAud(priceCents);
  if (year === null || standing === null) {
    const days = year?.days ?? 0;
    const known = days === 0 ? 'since today' : `for ${counted(days, 'day')}`;
    const text = `We have followed its price only ${known}, too short to judge ${price}.`;
    return { word, text };
  }
  const { averageCents, lowestCents } = year;
  const isYear = year.days >= FULL_YEAR_DAYS;
  const ofShops = shops > 1 ? ` and the lowest of ${shops} shops` : '';
  const place = placeText(priceCents, year);
  const better = betterText(word, priceCents, year);
  if (better !== null) return { word, text: `${price} is ${place}; ${better}.` };
  if (word === 'buy') {
    const lowest =
      priceCents <= lowestCents ? `${isYear ? 'Its lowest in a year' : 'Its lowest so far'}: ` : '';
    return { word, text: `${lowest}${price} is ${place}${ofShops}.` };
  }
  if (year.highestCents - lowestCents <= HARDLY_SHARE * averageCents) {
    const usual = isYear ? 'costs all year' : `has cost for ${year.days} days`;
    return { word, text: `${price} is what it ${usual}${ofShops}.` };
  }
  return { word, text: `${price} is ${place}.` };
}

/** Why a price that is no "buy" is none, where there is more to say than its distance from the average. */
function betterText(word: BuyWord, priceCents: Cents, year: YearFigures): string | null {
  const { due, lowestCents, averageCents } = year;
  if (due !== null && isDeeper(due, priceCents))
    return `a special at about ${formatAud(due.specialCents)} is likely ${daysText(due.next)}`;
  if (word === 'wait') return `it has been as low as ${formatAud(lowestCents)}`;
  if (word === 'buy' || genuineSaving(priceCents, averageCents) === 0) return null;
  const days = Math.max(1, Math.round((1 - shareAbove(year, priceCents)) * 10));
  return `it cost no more on ${counted(days, 'day')} in 10`;
}

/** '20% below its average of $4.00 over the past year', or close to it. */
function placeText(priceCents: Cents, year: YearFigures): string {
  const average = `its average of ${formatAud(year.averageCents)} over ${periodText(year)}`;
  const percent = percentAbove(priceCents, year.averageCents);
  if (Math.abs(percent) < REAL_MARGIN_PERCENT) return `close to ${average}`;
  return `${Math.abs(percent)}% ${percent > 0 ? 'above' : 'below'} ${average}`;
}

/** The share of the year's time, 0 to 1, at a higher price. */
function shareAbove({ stretches }: YearFigures, priceCents: Cents): number {
  let [above, all] = [0, 0];
  for (const { priceCents: then, lastedMs } of stretches) {
    all += lastedMs;
    if (then > priceCents) above += lastedMs;
  }
  return above / all;
}

/** Corners of a line, in the order of their first figures. */
type Curve = readonly (readonly [at: number, value: number])[];

/** The value of a curve between its corners; at either end, that of the end. */
function along(curve: Curve, at: number): number {
  const nth = curve.findIndex(([corner]) => at <= corner);
  const [to = 0, high = 0] = curve.at(nth) ?? [];
  const [from = to, low = high] = curve[nth - 1] ?? [];
  return to === from || nth < 0 ? high : low + (high - low) * ((at - from) / (to - from));
}
