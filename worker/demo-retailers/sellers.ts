import type { Availability } from '#domain/availability.ts';
import type { Cents } from '#domain/money.ts';
import type { Listing } from './listing.ts';
import { priceAt } from './price-clock.ts';
import { pricePoint } from './price-point.ts';
import { chance, pick, reseed } from './seeded.ts';

const SELLERS = [
  'Harbour Gadgets',
  'Outpost Direct',
  'Nullarbor Deals',
  'Tin Shed Trading',
  'Mallee Mart',
  'Reef & Range',
  'Coolamon Imports',
  'Two Dogs Discounts',
] as const;
const MOST_SELLERS = 3;
const HALF_DAY_MS = 12 * 3_600_000;

/** Another seller's offer on a marketplace's page. */
export interface SellerOffer {
  seller: string;
  priceCents: Cents;
  availability: Availability;
}

/** The offers of other sellers, distinct by seller; empty where the shop has none. They follow the shop's own price twice a day. */
export function sellerOffers(listing: Listing, at: Date): SellerOffer[] {
  if (!listing.shop.traits.has('sellers')) return [];
  const own = priceAt(listing.shop, listing.product, at);
  const count = Math.floor(chance(listing.seed, 161) * (MOST_SELLERS + 1));
  const halfDay = Math.floor(at.getTime() / HALF_DAY_MS / 14);
  const offers = new Map<string, SellerOffer>();
  for (let index = 0; index < count; index += 1) {
    const seed = reseed(listing.seed, 162, index);
    const seller = pick(SELLERS, seed, 1);
    const factor = 0.94 + chance(seed, 2, halfDay) * 0.2;
    offers.set(seller, {
      seller,
      priceCents: pricePoint(own.priceCents * factor, 'eighty-nine'),
      availability: chance(seed, 3, halfDay) < 0.07 ? 'out_of_stock' : 'in_stock',
    });
  }
  return [...offers.values()];
}
