import { z } from 'zod';
import { dollarsOrNull, toCents } from '#domain/money.ts';
import { backTestAlert } from '#domain/prices/best-price-series.ts';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  DEFAULT_CHART_RANGE,
} from '#domain/prices/price-history.ts';
import { iso } from '#domain/time.ts';
import { byId, topic } from '../core/call.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { productObservations, toObservations } from '../responses/observations.ts';
import {
  type PriceHistoryAnswer,
  priceHistoryAnswer,
  toPriceHistory,
} from '../responses/price-history.ts';
import { productWithYear } from '../responses/product-detail.ts';

/** The changes of each shop's price, as rows. */
const pointRows = ({ productId, retailers }: PriceHistoryAnswer) =>
  retailers.flatMap(({ offerId, retailer, points }) =>
    points.map((point) => ({ productId, offerId, retailer, ...point })),
  );

/** The calls behind the price chart and the alert modal (spec §7 "Not shown"). */
export const historyRoutes = topic()
  .shared('GET /products/{id}/history', 'Past prices, by shop, and if the sale is one', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    params: byId,
    query: z.object({
      range: z
        .enum(Object.keys(CHART_RANGE_DAYS) as [ChartRange])
        .default(DEFAULT_CHART_RANGE)
        .describe('How far back'),
    }),
    data: priceHistoryAnswer,
    rows: pointRows,
    async run({ env, param, query: { range } }) {
      const { known, year } = await productWithYear(env, param.id);
      return toPriceHistory({ id: known.found.product.id, best: known.best }, year, range);
    },
  })
  .shared(
    'GET /products/{id}/observations',
    'The readings that each figure of a product rests on',
    {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.similar,
      params: byId,
      data: productObservations,
      async run({ env, param }) {
        const { known, year } = await productWithYear(env, param.id);
        const product = { id: known.found.product.id, best: known.best };
        const history = toPriceHistory(product, year, '1y');
        return toObservations(known, year, history, env.config.siteUrl);
      },
    },
  )
  .anyone('GET /products/{id}/alert-backtest', 'What an alert would have done in a year', {
    limit: 'search',
    params: byId,
    query: z.object({
      targetPrice: z.coerce.number().min(0.01).max(1_000_000).describe('In dollars'),
    }),
    data: z.object({
      timesFired: z.number().int(),
      lastFiredAt: z.iso.datetime().nullable(),
      bestPrice: z.number().nullable(),
      bestAt: z.iso.datetime().nullable(),
      text: z.string(),
    }),
    async run({ env, param, query: { targetPrice } }) {
      const { year } = await productWithYear(env, param.id);
      const { timesFired, lastFiredMs, best, text } = backTestAlert(
        year.best,
        toCents(targetPrice),
      );
      return {
        ...{ timesFired, text, lastFiredAt: lastFiredMs === null ? null : iso(lastFiredMs) },
        bestPrice: dollarsOrNull(best?.priceCents ?? null),
        bestAt: best && iso(best.atMs),
      };
    },
  });
