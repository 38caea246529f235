import { z } from 'zod';
import { cents, dollars } from '#domain/money.ts';
import { backTestAlert } from '#domain/prices/best-price-series.ts';
import {
  CHART_RANGE_DAYS,
  type ChartRange,
  DEFAULT_CHART_RANGE,
} from '#domain/prices/price-history.ts';
import { call, ok } from '../core/call.ts';
import { success, topic } from '../core/env.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { productYear } from '../history/product-lines.ts';
import { findProduct } from '../responses/find-product.ts';
import { priceHistoryAnswer, toPriceHistory } from '../responses/price-history.ts';

const id = z.object({ id: z.uuid() });

/** What stands behind the price chart and the alert modal (spec §7 "Not shown"). */
export const historyRoutes = topic()
  .openapi(
    call('GET /products/{id}/history', {
      summary: 'Past prices of a product: the best, each shop, and whether the sale is one',
      access: 'public',
      limit: 'search',
      sharedForMs: SHARED_FOR_MS.similar,
      params: id,
      query: z.object({
        range: z.enum(Object.keys(CHART_RANGE_DAYS) as [ChartRange]).default(DEFAULT_CHART_RANGE),
      }),
      answer: ok(priceHistoryAnswer),
    }),
    async (c) => {
      const { services } = c.env;
      const { id } = c.req.valid('param');
      const { best } = await findProduct(services, id);
      const nowMs = Date.now();
      const year = await productYear(services, id, nowMs);
      return c.json(
        success(toPriceHistory({ id, best }, year, c.req.valid('query').range, nowMs)),
        200,
      );
    },
  )
  .openapi(
    call('GET /products/{id}/alert-backtest', {
      summary: 'What a price alert would have done in the last year',
      access: 'public',
      limit: 'search',
      params: id,
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
    async (c) => {
      const { services } = c.env;
      const { id } = c.req.valid('param');
      const { targetPrice } = c.req.valid('query');
      await findProduct(services, id);
      const year = await productYear(services, id, Date.now());
      const test = backTestAlert(year.best, cents(Math.round(targetPrice * 100)));
      const iso = (ms: number | null | undefined) => (ms ? new Date(ms).toISOString() : null);
      const answer = {
        timesFired: test.timesFired,
        lastFiredAt: iso(test.lastFiredMs),
        bestPrice: test.best ? dollars(test.best.priceCents) : null,
        bestAt: iso(test.best?.atMs),
        text: test.text,
      };
      return c.json(success(answer), 200);
    },
  );
