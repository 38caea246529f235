import { useMemo } from 'react';
import { estimatedHistory, type PricePoint } from '#domain/price-history.ts';
import { type ProductDetail, priceHistory } from '#site/client/calls/products.ts';
import { toCents } from '#site/client/price-text.ts';
import { useCall } from '../shared/use-call.ts';

/** Days of history that the longest range of the chart shows. */
const YEAR_DAYS = 365;

/** The prices behind the chart. `estimate`: invented, because nothing was seen yet (spec §4). */
export interface KnownHistory {
  status: 'loading' | 'observed' | 'estimate';
  points: PricePoint[];
  nowMs: number;
}

/** The product's past prices; an invented past, labelled so, where there is none or it could not be read. */
export function usePriceHistory(product: ProductDetail): KnownHistory {
  const { state } = useCall(() => priceHistory(product.id), product.id);
  return useMemo(() => {
    const nowMs = Date.now();
    if (state.status === 'loading') return { status: 'loading', points: [], nowMs };
    const seen = state.status === 'success' ? state.data : [];
    if (seen.length > 0) {
      const points = seen.map(({ date, price }) => ({
        atMs: Date.parse(date),
        priceCents: toCents(price),
      }));
      return { status: 'observed', points, nowMs };
    }
    const currentCents = toCents(product.currentPrice);
    const invented = { seed: product.id, currentCents, days: YEAR_DAYS, nowMs };
    return { status: 'estimate', points: estimatedHistory(invented).points, nowMs };
  }, [state, product]);
}
