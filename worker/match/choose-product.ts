import type { OfferReading } from '#domain/page-reading.ts';
import { productKey } from './identity.ts';

/** Interim choice: same GTIN or same title. */
export function chooseProduct(
  reading: OfferReading,
  candidates: { id: string; gtin: string | null; titleKey: string | null }[],
): { productId: string; method: 'gtin' | 'model' | 'title'; confidence: number; because: string[] } | null {
  const key = productKey(reading);
  const hit = candidates.find((c) => (key.gtin && c.gtin === key.gtin) || c.titleKey === key.titleKey);
  return hit ? { productId: hit.id, method: 'title', confidence: 0.8, because: ['same title'] } : null;
}
