import type { EntityManager } from '@mikro-orm/postgresql';
import { markSoldOut } from '#db/queries/offers/page-offers.ts';
import { addPricePoints } from '#db/queries/offers/price-points.ts';
import type { GuardedReading } from './guard-reading.ts';
import { identityOf } from './offer-to-store.ts';

/** Marks offers as sold out, and adds a point with the last price for each that was in stock. */
export async function storeSoldOut(
  tx: EntityManager,
  at: { retailerId: string; runId: string; observedAt: Date },
  soldOut: GuardedReading['soldOut'],
): Promise<{ id: string; productId: string; changed: boolean }[]> {
  const readings = soldOut.map(({ reading, variant }) => {
    return { ...identityOf(reading, variant), availability: reading.availability };
  });
  const known = await markSoldOut(tx, at.retailerId, at.observedAt, readings);
  const ended = known.filter((offer) => offer.changed).map((offer) => offer.id);
  await addPricePoints(tx, ended, at.observedAt, at.runId);
  return known;
}
