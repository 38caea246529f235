import type { PastPrice } from '#db/queries/price-points.ts';
import { listingAt } from './offer-truth.ts';
import { priceChanges } from './price-clock.ts';
import { sellerOffers } from './sellers.ts';

/**
 * What a demo shop asked for an offer between two instants: the state at `from` and every change after it. Empty for
 * an address that is no offer of a demo shop. `seller` '' is the shop itself.
 */
export function pastPrices(url: string, seller: string, from: Date, to: Date): PastPrice[] {
  const listing = listingAt(url);
  if (!listing) return [];
  const own = priceChanges(listing.shop, listing.product, from, to);
  if (seller === '') {
    return own.map((change) => ({
      slot: slot(change.at),
      priceCents: change.priceCents,
      originalPriceCents: change.wasCents,
      availability: change.availability,
    }));
  }
  return own.flatMap(({ at }) => {
    const offer = sellerOffers(listing, at).find((other) => other.seller === seller);
    if (!offer) return [];
    const { priceCents, availability } = offer;
    return [{ slot: slot(at), priceCents, originalPriceCents: null, availability }];
  });
}

function slot(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}
