import type { EarlierPack } from '#domain/pack/shrinkflation.ts';
import { listingAt } from './offer-truth.ts';
import { priceAt, shelfShrankAt } from './price-clock.ts';
import { titleOf } from './titles.ts';

/**
 * What a demo shop called an offer on the last day of its larger pack, when that lies between two instants; null for
 * a pack that did not shrink then, and for other sellers' offers.
 */
export function pastPack(url: string, seller: string, from: Date, to: Date): EarlierPack | null {
  const listing = seller === '' ? listingAt(url) : null;
  const shrankAt = listing && shelfShrankAt(listing.shop, listing.product);
  if (!listing || !shrankAt || shrankAt <= from.getTime() || shrankAt > to.getTime()) return null;
  const at = new Date(shrankAt - 1);
  const { priceCents, packSize } = priceAt(listing.shop, listing.product, at);
  return { name: titleOf(listing, packSize), priceCents, seenAt: at.toISOString() };
}
