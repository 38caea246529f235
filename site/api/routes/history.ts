import { z } from 'zod';
import { productYear } from '#db/queries/products/product-history.ts';
import { dollarsOrNull, toCents } from '#domain/money.ts';
import { backTestAlert } from '#domain/prices/best-price-series.ts';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  DEFAULT_CHART_RANGE,
} from '#domain/prices/price-history.ts';
import { byId, topic } from '../core/call.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { productObservations, toObservations } from '../responses/observations.ts';
import {
  type PriceHistoryAnswer,
  priceHistoryAnswer,
  toPriceHistory,
} from '../responses/price-history.ts';
import { findProduct } from '../responses/product-detail.ts';

/** The changes of each shop's price, as rows. */
const pointRows = ({ productId, retailers }: PriceHistoryAnswer) =>
  retailers.flatMap(({ offerId, retailer, points }) =>
    points.map((point) => ({ productId, offerId, retailer, ...point })),
  );

const iso = (ms: number | null | undefined) => (ms ? new Date(ms).toISOString() : null);

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
    async run({ env, em, param: { id: asked }, query: { range } }) {
      const { found, best } = await findProduct(env, asked);
      const { id } = found.product;
      const nowMs = Date.now();
      return toPriceHistory({ id, best }, await productYear(em, id, nowMs), range, nowMs);
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
      async run({ env, em, param: { id: asked } }) {
        const known = await findProduct(env, asked);
        const { id } = known.found.product;
        const nowMs = Date.now();
        const year = await productYear(em, id, nowMs);
        const history = toPriceHistory({ id, best: known.best }, year, '1y', nowMs);
        return toObservations({ known, year, history, nowMs }, env.config.siteUrl);
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
    async run({ env, em, param: { id }, query: { targetPrice } }) {
      const { found } = await findProduct(env, id);
      const year = await productYear(em, found.product.id, Date.now());
      const test = backTestAlert(year.best, toCents(targetPrice));
      return {
        timesFired: test.timesFired,
        lastFiredAt: iso(test.lastFiredMs),
        bestPrice: dollarsOrNull(test.best?.priceCents ?? null),
        bestAt: iso(test.best?.atMs),
        text: test.text,
      };
    },
  });
