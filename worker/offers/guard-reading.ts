import { MOST_REFUSED_OF_PAGE, type RefusedOffer } from '#db/queries/offers/refused-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { categoryCeiling, LOWEST_CEILING_DOLLARS } from '#domain/category.ts';
import type { Cents } from '#domain/money.ts';
import { isGone } from '#domain/offers/availability.ts';
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import { type GuardedOffer, guardOffer } from './guard.ts';
import { refusedReading } from './refused-offer.ts';

/** A page's offers that passed the guard, and why the others did not. */
export interface GuardedReading {
  /** `variant` is the part of the offer's identity that its address does not tell. */
  offers: { reading: OfferReading; guarded: GuardedOffer; variant: string }[];
  /** Offers that a product's own page calls sold out without a price. */
  soldOut: { reading: OfferReading; variant: string }[];
  /** Reason → how many. */
  refusals: Record<string, number>;
  /** The first of the offers that did not pass, for operators. */
  refused: RefusedOffer[];
}

/** True when a page states a price: it need not be rendered further. */
export function holdsOffers(reading: PageReading): boolean {
  return offersOf(reading).some((offer) => offer.price !== null);
}

/** The offers of a reading that may be believed, and those that were not, by reason. */
export function guardReading(
  reading: PageReading,
  retailer: Pick<RetailerRow, 'name' | 'currency'>,
): GuardedReading {
  const guarded: GuardedReading = { offers: [], soldOut: [], refusals: {}, refused: [] };
  if (reading.rejected) guarded.refusals[reading.rejected] = 1;
  const stated = offersOf(reading).map((offer) => ownSeller(offer, retailer.name));
  const at = new Map<string, number>();
  for (const offer of stated) at.set(placeOf(offer), (at.get(placeOf(offer)) ?? 0) + 1);
  for (const offer of stated) {
    // An offer with an address of its own is known by it; only where it is shared does a label count.
    const variant = (at.get(placeOf(offer)) ?? 0) > 1 ? labelOf(offer) : '';
    const options = { defaultCurrency: retailer.currency, ...categoryLimit(offer) };
    const verdict = guardOffer(offer, options);
    if ('refused' in verdict) {
      guarded.refusals[verdict.refused] = (guarded.refusals[verdict.refused] ?? 0) + 1;
      if (guarded.refused.length < MOST_REFUSED_OF_PAGE)
        guarded.refused.push(refusedReading(offer, variant, verdict.refused, options));
      // A tile of a list may leave out what the product's page says.
      if (offer.price === null && reading.items.length === 0 && isGone(offer.availability))
        guarded.soldOut.push({ reading: offer, variant });
    } else {
      guarded.offers.push({ reading: offer, guarded: verdict.offer, variant });
    }
  }
  return guarded;
}

/** The limit of an offer's category, for the guard; none where the price is below all of them. */
export function categoryLimit({ category, name, price }: OfferReading): {
  categoryMaxCents?: Cents;
} {
  if (Number(price) <= LOWEST_CEILING_DOLLARS) return {};
  const categoryMaxCents = categoryCeiling(category, name);
  return categoryMaxCents === null ? {} : { categoryMaxCents };
}

/** Where an offer stands: offers of one address and seller are told apart by their labels. */
function placeOf({ url, seller }: OfferReading): string {
  return JSON.stringify([url, seller]);
}

/** Tells offers apart that share their address: variants of a page, or a JSON list without links. */
function labelOf({ variant, sku, gtin, name }: OfferReading): string {
  return variant ?? sku ?? gtin ?? name;
}

/** A page of variants is about each of them; the product itself only stands for a page without variants. */
function offersOf(reading: PageReading): OfferReading[] {
  if (reading.variants.length > 0) return reading.variants;
  return reading.product ? [reading.product] : reading.items;
}

/** A retailer that names itself as the seller sells itself. */
function ownSeller(offer: OfferReading, retailerName: string): OfferReading {
  const isOwn = offer.seller?.trim().toLowerCase() === retailerName.toLowerCase();
  return isOwn ? { ...offer, seller: null } : offer;
}
