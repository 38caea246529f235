import type { EntityManager } from '@mikro-orm/postgresql';
import { Offer, PricePoint } from '#db/entities/offer.ts';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { slotOf } from '#db/queries/offers/price-points.ts';
import type { ShopDatabase } from './shop-database.ts';

const BATCH_ROWS = 1_000;
const IDENTITY = ['retailer', 'url', 'variant', 'seller', 'zone'] as const;

/** As an ORM suggests it: known prices read, upsertMany of all rows, and points for those that moved; batches of 1,000. */
export async function upsertWithOrm(
  shop: ShopDatabase,
  offers: readonly OfferToStore[],
  observedAt: Date,
): Promise<void> {
  for (let from = 0; from < offers.length; from += BATCH_ROWS) {
    const batch = offers.slice(from, from + BATCH_ROWS);
    await shop.em().transactional(async (em) => {
      const retailer = shop.retailer.id;
      const known = await em.find(
        Offer,
        { retailer, url: { $in: batch.map(({ url }) => url) } },
        { fields: ['url', 'priceCents'], disableIdentityMap: true },
      );
      const priceOf = new Map(known.map((offer) => [offer.url, offer.priceCents]));
      const rows = batch.map((offer) => rowOf(offer, retailer, observedAt));
      const stored = await em.upsertMany(Offer, rows, {
        onConflictFields: [...IDENTITY],
        onConflictAction: 'merge',
        onConflictMergeFields: [
          'name',
          'imageUrl',
          'priceCents',
          'originalPriceCents',
          'memberPriceCents',
          'deliveryCents',
          'availability',
          'lastSeenAt',
        ],
        disableIdentityMap: true,
      });
      const offerOf = new Map(batch.map((offer) => [offer.url, offer]));
      const points = stored.flatMap(({ id, url }) => {
        const offer = offerOf.get(url);
        const moved = offer && offer.priceCents !== priceOf.get(url);
        return moved ? [pointOf(shop, id, offer, observedAt)] : [];
      });
      await em.insertMany(PricePoint, points);
    });
  }
}

/** One row after the other: found, changed, flushed in a transaction of its own. */
export async function storeOneByOne(
  shop: ShopDatabase,
  offers: readonly OfferToStore[],
  observedAt: Date,
): Promise<void> {
  for (const offer of offers) {
    await shop.em().transactional(async (em: EntityManager) => {
      const { url, variant, seller, zone } = offer;
      const retailer = shop.retailer.id;
      const known = await em.findOneOrFail(Offer, { retailer, url, variant, seller, zone });
      const moved = known.priceCents !== offer.priceCents;
      const { name, imageUrl, priceCents, originalPriceCents, availability } = offer;
      em.assign(known, { name, imageUrl, priceCents, originalPriceCents, availability });
      known.lastSeenAt = observedAt;
      if (moved) em.create(PricePoint, pointOf(shop, known.id, offer, observedAt));
    });
  }
}

function rowOf(offer: OfferToStore, retailer: string, observedAt: Date) {
  const { productId, ...row } = offer;
  return {
    ...row,
    retailer,
    product: productId,
    priceChangedAt: observedAt,
    lastSeenAt: observedAt,
  };
}

function pointOf(
  { runId }: ShopDatabase,
  offerId: string,
  { priceCents, originalPriceCents, availability }: OfferToStore,
  observedAt: Date,
) {
  const slot = slotOf(observedAt);
  return { offer: offerId, slot, priceCents, originalPriceCents, availability, run: runId };
}
