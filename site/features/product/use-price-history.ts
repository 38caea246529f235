import { useMemo } from 'react';
import { toCents } from '#domain/money.ts';
import { estimatedHistory, type PricePoint } from '#domain/prices/price-history.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { dataOf } from '#site/client/api.ts';
import { useCall } from '#site/ui/use-call.ts';

/** Days of history that the longest range of the chart shows. */
const YEAR_DAYS = 365;

/** The prices behind the chart. `estimate`: invented, because nothing was seen yet (spec §4); never because a call failed. */
export interface KnownHistory {
  status: 'loading' | 'observed' | 'estimate' | 'failed';
  points: PricePoint[];
  /** On the best offer's claimed "was" price, from that offer's own past; null when nothing can be said. */
  verdict: PriceHistoryAnswer['verdict'];
  nowMs: number;
  /** Asks once more. */
  retry(): void;
}

/** The product's past prices; an invented past, labelled so, where there is none. */
export function usePriceHistory(product: ProductDetail): KnownHistory {
  const { state, run } = useCall(
    () =>
      dataOf((api) =>
        api.products[':id'].history.$get({ param: { id: product.id }, query: { range: '1y' } }),
      ),
    product.id,
  );
  return useMemo(() => {
    const nowMs = Date.now();
    const retry = () => void run();
    if (state.status !== 'success') {
      const status = state.status === 'error' ? 'failed' : 'loading';
      return { status, points: [], verdict: null, nowMs, retry };
    }
    if (!state.data.isEstimate) {
      const points = state.data.points.map(({ date, price }) => ({
        atMs: Date.parse(date),
        priceCents: toCents(price),
      }));
      return { status: 'observed', points, verdict: state.data.verdict, nowMs, retry };
    }
    const currentCents = toCents(product.currentPrice);
    const invented = { seed: product.id, currentCents, days: YEAR_DAYS, nowMs };
    const { points } = estimatedHistory(invented);
    return { status: 'estimate', points, verdict: null, nowMs, retry };
  }, [state, run, product]);
}
