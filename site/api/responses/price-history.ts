import { z } from 'zod';
import type { ProductYear } from '#db/queries/products/product-history.ts';
import type { FoundOffer } from '#db/queries/search/search.ts';
import { dollars, dollarsOrNull } from '#domain/money.ts';
import {
  dailyLowest,
  type OfferPoint,
  pricedPoints,
  pricedPointsFrom,
  unbuyableStretches,
} from '#domain/prices/best-price-series.ts';
import type { BuyWord } from '#domain/prices/buy-verdict.ts';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  estimatedHistory,
  type PriceAnalysis,
  pointsFrom,
  pointsInRange,
  priceStatistics,
  priceTrend,
} from '#domain/prices/price-history.ts';
import { VERDICTS, wasPrice } from '#domain/prices/price-verdict.ts';
import { DAY_MS, iso } from '#domain/time.ts';
import { buyVerdictShape, claimOf } from './search-product.ts';

const moment = z.iso.datetime();
const point = z.object({ date: moment, price: z.number() });
const span = z.object({ from: moment, to: moment });

/** A product's past prices for the chart, in dollars; each price holds until the next point. */
export const priceHistoryAnswer = z.object({
  productId: z.uuid(),
  range: z.enum(Object.keys(CHART_RANGE_DAYS) as [ChartRange]),
  from: moment,
  to: moment.describe('End of the current hour, until which the price now is taken to hold'),
  isEstimate: z.boolean().describe('True for synthetic data, because nothing was observed yet'),
  today: z.number().nullable().describe('The best price now; null while no shop sells it'),
  low: z.number(),
  high: z.number(),
  average: z.number(),
  trend: z.enum(['up', 'down', 'stable']).nullable().describe('Null without a price today'),
  analysis: z
    .enum(['great-deal', 'fair', 'high'])
    .nullable()
    .describe('The verdict’s band of the year; null with less than 28 days of prices'),
  points: z.array(point).describe('The best price over all shops, changes only'),
  daily: z.array(z.object({ date: z.iso.date(), price: z.number() })),
  gaps: z.array(span).describe('Periods in which no shop sold it'),
  retailers: z.array(
    z.object({
      offerId: z.uuid(),
      retailer: z.string(),
      points: z.array(point.extend({ price: z.number().nullable() })),
    }),
  ),
  verdict: z
    .object({
      verdict: z.enum(VERDICTS),
      text: z.string(),
      retailer: z.string(),
      claimedWas: z.number(),
      daysAtWas: z.number().int(),
      daysObserved: z.number().int(),
      highest: z.number().nullable(),
      charged: z.array(span),
    })
    .nullable()
    .describe('Whether the claimed former price was charged; null without a claim'),
  buyVerdict: buyVerdictShape
    .nullable()
    .describe('Whether to buy today; null while no shop sells it'),
});
export type PriceHistoryAnswer = z.infer<typeof priceHistoryAnswer>;

const ANALYSES: Partial<Record<BuyWord, PriceAnalysis>> = {
  buy: 'great-deal',
  fair: 'fair',
  wait: 'high',
};

/** Converts a product's year to the chart's answer for one range. */
export function toPriceHistory(
  { best, year }: { best: FoundOffer; year: ProductYear },
  range: ChartRange,
): PriceHistoryAnswer {
  const { untilMs } = year;
  const days = CHART_RANGE_DAYS[range];
  const fromMs = untilMs - days * DAY_MS;
  const seen = pricedPoints(year.best);
  // One price first observed today is not a history; two prices are.
  const isEstimate = seen.length < 2 && !seen.some((one) => one.atMs <= untilMs - DAY_MS);
  const current = best.priceCents;
  const invented = { seed: best.productId, currentCents: current, days, nowMs: untilMs };
  const points = isEstimate
    ? estimatedHistory(invented).points
    : pointsInRange(pricedPointsFrom(year.best, fromMs), days, untilMs);
  const series: readonly OfferPoint[] = isEstimate ? points : year.best;
  const prices = points.map((one) => one.priceCents);
  const gaps = isEstimate ? [] : unbuyableStretches(year.best, fromMs, untilMs);
  const statistics = priceStatistics(points, gaps);
  const today = year.best.at(-1)?.priceCents ?? null;
  return {
    productId: best.productId,
    range,
    from: iso(fromMs),
    to: iso(untilMs),
    isEstimate,
    today: dollarsOrNull(today),
    low: dollars(statistics?.lowestCents ?? current),
    high: dollars(statistics?.highestCents ?? current),
    average: dollars(statistics?.averageCents ?? current),
    trend: isEstimate || today === null ? null : priceTrend(prices),
    analysis: (year.verdict && ANALYSES[year.verdict.word]) ?? null,
    points: points.map(({ atMs, priceCents }) => ({ date: iso(atMs), price: dollars(priceCents) })),
    daily: dailyLowest(series, fromMs, untilMs).map(({ day, priceCents }) => ({
      date: day,
      price: dollars(priceCents),
    })),
    gaps: gaps.map(toSpan),
    retailers: isEstimate
      ? []
      : year.lines.map(({ offerId, retailerName, points: all }) => ({
          offerId,
          retailer: retailerName,
          points: pointsFrom(all, fromMs).map(({ atMs, priceCents }) => ({
            date: iso(atMs),
            price: dollarsOrNull(priceCents),
          })),
        })),
    verdict: verdictOf(best, year),
    buyVerdict: year.verdict,
  };
}

function verdictOf(best: FoundOffer, year: ProductYear): PriceHistoryAnswer['verdict'] {
  const claim = claimOf(best, year);
  if (!claim) return null;
  const { highestCents, chargedSpans, ...verdict } = claim;
  return {
    ...verdict,
    retailer: best.retailerName,
    claimedWas: dollars(wasPrice(best) ?? best.priceCents),
    highest: dollarsOrNull(highestCents),
    charged: chargedSpans.map(toSpan),
  };
}

function toSpan({ fromMs, toMs }: { fromMs: number; toMs: number }): { from: string; to: string } {
  return { from: iso(fromMs), to: iso(toMs) };
}
