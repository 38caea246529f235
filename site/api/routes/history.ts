import { z } from 'zod';
import { cents, dollars } from '#domain/money.ts';
import { backTestAlert } from '#domain/prices/best-price-series.ts';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  DEFAULT_CHART_RANGE,
} from '#domain/prices/price-history.ts';
import { byId, forAnyone, ok, success, topic } from '../core/call.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { productYear } from '../history/product-lines.ts';
import { priceHistoryAnswer, toPriceHistory } from '../responses/price-history.ts';
import { findProduct } from '../responses/product-detail.ts';

/** The calls behind the price chart and the alert modal (spec §7 "Not shown"). */
export const historyRoutes = topic()
  .openapi(
    forAnyone('GET /products/{id}/history', 'Past prices, by shop, and if the sale is one', {
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.similar,
      params: byId,
      query: z.object({
        range: z.enum(Object.keys(CHART_RANGE_DAYS) as [ChartRange]).default(DEFAULT_CHART_RANGE),
      }),
      answer: ok(priceHistoryAnswer),
    }),
    async ({ env, req, json }) => {
      const { found, best } = await findProduct(env, req.valid('param').id);
      const { id } = found.product;
      const nowMs = Date.now();
      const year = await productYear(env, id, nowMs);
      return json(
        success(toPriceHistory({ id, best }, year, req.valid('query').range, nowMs)),
        200,
      );
    },
  )
  .openapi(
    forAnyone('GET /products/{id}/alert-backtest', 'What an alert would have done in a year', {
      limit: 'search',
      params: byId,
      query: z.object({ targetPrice: z.coerce.number().min(0.01).max(1_000_000) }),
      answer: ok(
        z.object({
          timesFired: z.number().int(),
          lastFiredAt: z.iso.datetime().nullable(),
          bestPrice: z.number().nullable(),
          bestAt: z.iso.datetime().nullable(),
          text: z.string(),
        }),
      ),
    }),
    async ({ env, req, json }) => {
      const { targetPrice } = req.valid('query');
      const { found } = await findProduct(env, req.valid('param').id);
      const year = await productYear(env, found.product.id, Date.now());
      const test = backTestAlert(year.best, cents(Math.round(targetPrice * 100)));
      const iso = (ms: number | null | undefined) => (ms ? new Date(ms).toISOString() : null);
      const answer = {
        timesFired: test.timesFired,
        lastFiredAt: iso(test.lastFiredMs),
        bestPrice: test.best ? dollars(test.best.priceCents) : null,
        bestAt: iso(test.best?.atMs),
        text: test.text,
      };
      return json(success(answer), 200);
    },
  );
