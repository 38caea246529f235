import { type PastPrice, slotOf } from '#db/queries/offers/price-points.ts';
import { demoShopOfHost } from '#domain/demo-shops.ts';
import type { EarlierPack } from '#domain/pack/shrinkflation.ts';
import { skuIn } from './addresses.ts';
import { demoShelves, type Listing } from './listing.ts';
import { priceAt, priceChanges, shelfShrankAt } from './price-clock.ts';
import { sellerOffers, sellerTurns } from './sellers.ts';
import { titleOf } from './titles.ts';

/** The listing at an offer's address; null if no demo shop has it. */
export function listingAt(url: string): Listing | null {
  const address = new URL(url);
  const shelf = demoShelves().get(demoShopOfHost(address.hostname) ?? '');
  const sku = address.searchParams.get('variant') ?? skuIn(address);
  return (sku && shelf?.bySku.get(sku)) || null;
}

/** A demo offer just before its pack shrank, if that happened between two instants; otherwise, and for other sellers, null. */
export function pastPack(url: string, seller: string, from: Date, to: Date): EarlierPack | null {
  const listing = seller === '' ? listingAt(url) : null;
  const shrankAt = listing && shelfShrankAt(listing.shop, listing.product);
  if (!listing || !shrankAt || shrankAt <= from.getTime() || shrankAt > to.getTime()) return null;
  const at = new Date(shrankAt - 1);
  const { packSize } = priceAt(listing.shop, listing.product, at);
  return { name: titleOf(listing, packSize), seenAt: at.toISOString() };
}

/** A demo offer's prices between two instants: the state at `from` and every change; empty for other addresses. */
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
