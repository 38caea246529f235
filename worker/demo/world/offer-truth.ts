import { demoShopOfHost } from '#domain/demo-shops.ts';
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { skuInPath } from './addresses.ts';
import { demoShelves, type Listing } from './listing.ts';
import { priceAt } from './price-clock.ts';
import { sellerOffers } from './sellers.ts';
import type { PageStyle } from './shops.ts';

/** What a demo shop asked for one offer at an instant. */
export interface OfferTruth {
  pageStyle: PageStyle;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  availability: Availability;
}

/** The listing behind an offer's address; null when no demo shop has it. */
export function listingAt(url: string): Listing | null {
  const { hostname, pathname, searchParams } = new URL(url);
  const shelf = demoShelves().get(demoShopOfHost(hostname) ?? '');
  const sku = searchParams.get('variant') ?? skuInPath(pathname);
  return (sku && shelf?.bySku.get(sku)) || null;
}

/** The truth of one offer at an instant; null when it is no offer of a demo shop. `seller` '' is the shop itself. */
export function offerTruth(url: string, seller: string, at: Date): OfferTruth | null {
  const listing = listingAt(url);
  if (!listing) return null;
  const { pageStyle } = listing.shop;
  if (seller === '') {
    const { priceCents, wasCents, availability } = priceAt(listing.shop, listing.product, at);
    return { pageStyle, priceCents, originalPriceCents: wasCents, availability };
  }
  const offer = sellerOffers(listing, at).find((other) => other.seller === seller);
  return offer ? { pageStyle, ...offer, originalPriceCents: null } : null;
}
