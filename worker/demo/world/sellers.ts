import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { WEEK_MS } from '#domain/time.ts';
import type { Listing } from './listing.ts';
import { priceAt, pricePoint } from './price-clock.ts';
import { chance, pick, reseed } from './seeded.ts';

const SELLERS =
  'Harbour Gadgets, Outpost Direct, Nullarbor Deals, Tin Shed Trading, Mallee Mart, ' +
  'Reef & Range, Coolamon Imports, Two Dogs Discounts';
const MOST_SELLERS = 3;

/** Another seller's offer on a marketplace's page. */
export interface SellerOffer {
  seller: string;
  priceCents: Cents;
  availability: Availability;
}

/** The offers of other sellers, if any; each is the shop's price times a factor that changes weekly. */
export function sellerOffers(listing: Listing, at: Date): SellerOffer[] {
  if (!listing.shop.traits.has('sellers')) return [];
  const own = priceAt(listing.shop, listing.product, at);
  const count = Math.floor(chance(listing.seed, 161) * (MOST_SELLERS + 1));
  const week = Math.floor(at.getTime() / WEEK_MS);
  const offers = new Map<string, SellerOffer>();
  for (let index = 0; index < count; index += 1) {
    const seed = reseed(listing.seed, 162, index);
    const seller = pick(SELLERS.split(', '), seed, 1);
    const factor = 0.94 + chance(seed, 2, week) * 0.2;
    offers.set(seller, {
      seller,
      priceCents: pricePoint(own.priceCents * factor, 'eighty-nine'),
      availability: chance(seed, 3, week) < 0.07 ? 'out_of_stock' : 'in_stock',
    });
  }
  return [...offers.values()];
}

/** The instants within (from, to] at which sellers change their factor. */
export function sellerTurns(from: Date, to: Date): Date[] {
  const first = Math.floor(from.getTime() / WEEK_MS) + 1;
  const last = Math.floor(to.getTime() / WEEK_MS);
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => new Date((first + index) * WEEK_MS),
  );
}
