import type { RefusedOffer } from '#db/queries/offers/refused-offers.ts';
import type { OfferRefusal } from '#domain/offers/offer-refusal.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { type GuardOptions, plausibleCeiling } from './guard.ts';
import type { Split } from './price-jump.ts';

/** A refused reading in the form that operators see. `variant` is part of its identity; `options` are the guard's. */
export function refusedReading(
  { url, name, seller, price, currency, availability }: OfferReading,
  variant: string,
  reason: OfferRefusal,
  options: GuardOptions = {},
): RefusedOffer {
  return {
    reason,
    url,
    variant,
    name,
    price,
    availability,
    // Like the guard, use the profile's currency if the page omits it.
    currency: currency ?? options.defaultCurrency ?? null,
    seller: seller ?? '',
    lastPriceCents: null,
    ceilingCents: reason === 'price-implausible' ? plausibleCeiling(options) : null,
    feedRow: null,
  };
}

/** An offer with a doubted price in the form that operators see. */
export function refusedByStep({ row, offer }: Split['doubted'][number]): RefusedOffer {
  const { url, variant, seller, name, availability, priceCents, feedRow = null } = row;
  return {
    url,
    variant,
    seller,
    name,
    availability,
    reason: 'price-doubted',
    price: (priceCents / 100).toFixed(2),
    currency: 'AUD',
    lastPriceCents: offer.priceCents,
    ceilingCents: null,
    feedRow,
  };
}
