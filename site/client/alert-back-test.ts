import type { PricePoint } from '#domain/prices/price-history.ts';

/** What an alert would have done with the prices that were seen. */
export interface BackTest {
  /** Times the price fell to the target or below it. */
  fired: number;
  lastAtMs: number | null;
}

/** Runs a target over a history (oldest first, each price holding until the next); a price already there at the start does not count. */
export function backTest(points: readonly PricePoint[], targetCents: number): BackTest {
  const hits = points.filter((point, index) => {
    const before = points[index - 1];
    return (
      before !== undefined && before.priceCents > targetCents && point.priceCents <= targetCents
    );
  });
  return { fired: hits.length, lastAtMs: hits.at(-1)?.atMs ?? null };
}
