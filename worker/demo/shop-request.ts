import type { Place } from './world/addresses.ts';
import type { BreakKind } from './world/breaks.ts';
import type { Listing, Shelf } from './world/listing.ts';
import { priceAt } from './world/price-clock.ts';
import type { Moment } from './world/product-view.ts';
import { seedOf } from './world/seeded.ts';
import { sellerOffers } from './world/sellers.ts';

/** A request to a shop, its place already taken off the path. */
export interface ShopRequest {
  shelf: Shelf;
  place: Place;
  url: URL;
  moment: Moment;
  broken: BreakKind | null;
}

/** Raised when the look of pages changes, so that old ETags die. */
const EDITION = 1;

/** An ETag from what the labels say, so that a 304 costs no page; `more` tells pages apart. */
export function etagOf(request: ShopRequest, listings: readonly Listing[], more: string): string {
  const { place, moment, broken } = request;
  const labels = listings.map((listing) => {
    const { shop, product } = listing;
    const price = priceAt(shop, product, moment.at);
    const sellers = sellerOffers(listing, moment.at).map(
      (offer) => `${offer.priceCents}${offer.availability}`,
    );
    return `${price.priceCents}/${price.wasCents}/${price.availability}/${price.packSize?.amount}/${sellers}`;
  });
  const text = [EDITION, place.origin, broken, more, ...labels].join('|');
  return `W/"${seedOf(text).toString(36)}${seedOf(`${text}#`).toString(36)}"`;
}
