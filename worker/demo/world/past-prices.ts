import { type PastPrice, slotOf } from '#db/queries/offers/price-points.ts';
import type { Listing } from './listing.ts';
import { listingAt } from './offer-truth.ts';
import { priceChanges } from './price-clock.ts';
import { sellerOffers, sellerTurns } from './sellers.ts';

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
      slot: slotOf(change.at),
      priceCents: change.priceCents,
      originalPriceCents: change.wasCents,
      availability: change.availability,
    }));
  }
  const turns = [...own.map(({ at }) => at), ...sellerTurns(from, to)];
  return sellerPast(
    listing,
    seller,
    turns.sort((one, other) => one.getTime() - other.getTime()),
  );
}

function sellerPast(listing: Listing, seller: string, turns: Date[]): PastPrice[] {
  const past: PastPrice[] = [];
  for (const at of turns) {
    const offer = sellerOffers(listing, at).find((other) => other.seller === seller);
    const last = past.at(-1);
    if (
      !offer ||
      (offer.priceCents === last?.priceCents && offer.availability === last.availability)
    )
      continue;
    const { priceCents, availability } = offer;
    past.push({ slot: slotOf(at), priceCents, originalPriceCents: null, availability });
  }
  return past;
}
