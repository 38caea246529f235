import type { EntityManager } from '@mikro-orm/postgresql';
import { invalidateScores } from './invalidate-scores.ts';
import { type OfferToStore, type StoredOffer, upsertOffers } from './offers.ts';
import { addPricePoints } from './price-points.ts';

/**
 * Writes offers and a price point for each that changed, and invalidates the scores that no longer hold. To be called in the transaction that knows they may be
 * believed: that of a page, or of an operator's approval.
 */
export async function storeOffers(
  tx: EntityManager,
  at: {
    retailerId: string;
    page: { id: string; url: string; fence: number; isProductPage: boolean } | null;
    runId: string;
    observedAt: Date;
  },
  offers: OfferToStore[],
): Promise<StoredOffer[]> {
  const stored = await upsertOffers(tx, at.retailerId, at.page, at.observedAt, offers);
  const changed = stored.filter((offer) => offer.changed).map((offer) => offer.id);
  const stale = stored.filter((offer) => offer.oldPriceCents !== null && needsScore(offer));
  await invalidateScores(
    tx,
    stale.map((offer) => offer.id),
  );
  await addPricePoints(tx, changed, at.observedAt, at.runId);
  return stored;
}

/** True when the scores of the offer's product no longer hold. */
export function needsScore({ changed, isBack }: StoredOffer): boolean {
  return changed || isBack;
}
