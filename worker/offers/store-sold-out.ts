import type { EntityManager } from '@mikro-orm/postgresql';
import { markSoldOut, type SoldOutOffer } from '#db/queries/offers/page-offers.ts';
import { addPricePoints } from '#db/queries/offers/price-points.ts';

/** Marks offers as sold out, and adds a point with the last price for each that was in stock. */
export async function storeSoldOut(
  tx: EntityManager,
  at: { retailerId: string; runId: string; observedAt: Date },
  soldOut: readonly SoldOutOffer[],
): Promise<{ id: string; productId: string; changed: boolean }[]> {
  const known = await markSoldOut(tx, at.retailerId, at.observedAt, soldOut);
  const ended = known.filter((offer) => offer.changed).map((offer) => offer.id);
  await addPricePoints(tx, ended, at.observedAt, at.runId);
  return known;
}
