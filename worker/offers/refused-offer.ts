import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import type { KnownOffer } from '#db/queries/offers/offers.ts';
import type { RefusedOffer } from '#db/queries/offers/refused-offers.ts';
import type { OfferRefusal } from '#domain/offers/offer-refusal.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { type GuardOptions, plausibleCeiling } from './guard.ts';

/** What operators are shown of a reading that was refused. `variant` is the part of its identity, `options` are the guard's. */
export function refusedReading(
  { url, name, seller, price, currency, availability }: OfferReading,
  variant: string,
  reason: OfferRefusal,
  options: GuardOptions = {},
): RefusedOffer {
  return {
    ...{ reason, url, variant, name, price, availability },
    // As the guard took it: what the page leaves unsaid its profile says.
    currency: currency ?? options.defaultCurrency ?? null,
    seller: seller ?? '',
    lastPriceCents: null,
    ceilingCents: reason === 'price-implausible' ? plausibleCeiling(options) : null,
    feedRow: null,
  };
}

/** What a page or feed says of an offer that is known at another price. */
interface DoubtedOffer {
  offer: KnownOffer;
  row: OfferToStore;
}

/** What operators are shown of an offer whose price waits for a second reading. */
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
