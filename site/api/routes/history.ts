import { z } from 'zod';
import { cents, dollars } from '#domain/money.ts';
import { backTestAlert } from '#domain/prices/best-price-series.ts';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  DEFAULT_CHART_RANGE,
} from '#domain/prices/price-history.ts';
import { findProduct } from '../answers/find-product.ts';
import { priceHistoryAnswer, toPriceHistory } from '../answers/price-history.ts';
import { productYear } from '../history/product-lines.ts';
import { type RouteTable, route, success } from '../route.ts';
import { SHARED_FOR_MS } from '../shared-answers.ts';

const id = z.object({ id: z.uuid() });

/** What stands behind the price chart and the alert modal (spec §7 "Not shown"). */
export const historyRoutes: RouteTable = {
  'GET /products/{id}/history': route({
    summary: 'Past prices of a product: the best, each shop, and whether the sale is one',
    access: 'public',
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.similar,
    params: id,
    query: z.object({
      range: z.enum(Object.keys(CHART_RANGE_DAYS) as [ChartRange]).default(DEFAULT_CHART_RANGE),
    }),
    answer: z.object({ success: z.literal(true), data: priceHistoryAnswer }),
    async handle({ services, params, query }) {
      const { best } = await findProduct(services, params.id);
      const nowMs = Date.now();
      const year = await productYear(services, params.id, nowMs);
      return success(toPriceHistory({ id: params.id, best }, year, query.range, nowMs));
    },
  }),

  'GET /products/{id}/alert-backtest': route({
    summary: 'What a price alert would have done in the last year',
    access: 'public',
    limit: 'search',
    params: id,
    query: z.object({ targetPrice: z.coerce.number().min(0.01).max(1_000_000) }),
    answer: z.object({
      success: z.literal(true),
      data: z.object({
        timesFired: z.number().int(),
        lastFiredAt: z.iso.datetime().nullable(),
        bestPrice: z.number().nullable(),
        bestAt: z.iso.datetime().nullable(),
        text: z.string(),
      }),
    }),
    async handle({ services, params, query }) {
      await findProduct(services, params.id);
      const year = await productYear(services, params.id, Date.now());
      const test = backTestAlert(year.best, cents(Math.round(query.targetPrice * 100)));
      const iso = (ms: number | null | undefined) => (ms ? new Date(ms).toISOString() : null);
      return success({
        timesFired: test.timesFired,
        lastFiredAt: iso(test.lastFiredMs),
        bestPrice: test.best ? dollars(test.best.priceCents) : null,
        bestAt: iso(test.best?.atMs),
        text: test.text,
      });
    },
  }),
};
