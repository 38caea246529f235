import { useMemo } from 'react';
import { toCents } from '#domain/money.ts';
import type { PricePoint } from '#domain/prices/price-history.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import { dataOf } from '#site/client/api.ts';
import { type CallState, useCall } from '#site/ui/use-call.ts';

/** The last year's prices behind the chart. */
export interface KnownHistory {
  state: CallState<PriceHistoryAnswer>;
  /** Oldest first; empty until loaded. */
  points: readonly PricePoint[];
  /** Loads again. */
  retry(): void;
}

/** Loads a product's price history once. */
export function usePriceHistory(id: string): KnownHistory {
  const { state, run } = useCall(
    () =>
      dataOf((api) => api.products[':id'].history.$get({ param: { id }, query: { range: '1y' } })),
    id,
  );
  const points = useMemo(
    () => (state.status === 'success' ? pricePoints(state.data) : []),
    [state],
  );
  return { state, points, retry: () => void run() };
}

/** Converts response points for the chart rules. */
export function pricePoints({ points }: Pick<PriceHistoryAnswer, 'points'>): PricePoint[] {
  return points.map(({ date, price }) => ({ atMs: Date.parse(date), priceCents: toCents(price) }));
}
