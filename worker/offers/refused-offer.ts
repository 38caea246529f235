import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import type { KnownOffer } from '#db/queries/offers/offers.ts';
import type { RefusedOffer } from '#db/queries/offers/refused-offers.ts';
import type { OfferRefusal } from '#domain/offers/offer-refusal.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { type GuardOptions, plausibleCeiling } from './guard.ts';

/** A refused reading as operators see it. `variant` is part of its identity; `options` are those of the guard. */
export function refusedReading(
  { url, name, seller, price, currency, availability }: OfferReading,
  variant: string,
  reason: OfferRefusal,
  options: GuardOptions = {},
): RefusedOffer {
  return {
    ...{ reason, url, variant, name, price, availability },
    // As for the guard: the shop's profile states the currency that a page omits.
    currency: currency ?? options.defaultCurrency ?? null,
    seller: seller ?? '',
    lastPriceCents: null,
    ceilingCents: reason === 'price-implausible' ? plausibleCeiling(options) : null,
    feedRow: null,
  };
}

/** A known offer and the row with a doubted price. */
interface DoubtedOffer {
  offer: KnownOffer;
  row: OfferToStore;
}

/** An offer with a doubted price as operators see it. */
export function refusedByStep({
  row: { url, variant, seller, name, availability, priceCents },
  offer,
}: DoubtedOffer): RefusedOffer {
  return {
    ...{ url, variant, seller, name, availability },
    reason: 'price-doubted',
    price: (priceCents / 100).toFixed(2),
    currency: 'AUD',
    lastPriceCents: offer.priceCents,
    ceilingCents: null,
    feedRow: null,
  };
}
