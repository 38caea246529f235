import { type Cents, centsFromDecimal } from '#domain/money.ts';
import type { OfferReading, ReadingRefusal } from '#domain/page-reading.ts';

/** Nothing that our shops sell to a household costs more: $1,000,000. */
export const MAX_PLAUSIBLE_CENTS = 100_000_000;

/** An offer that passed: its price is a real amount of Australian money. */
export interface GuardedOffer extends Omit<OfferReading, 'price' | 'originalPrice' | 'currency'> {
  /** 1 to 100,000,000. */
  priceCents: Cents;
  /** Above `priceCents`, or null. */
  originalPriceCents: Cents | null;
}

export interface GuardOptions {
  /** Upper bound of the product's category in cents, when the profile knows one. */
  categoryMaxCents?: Cents;
  /** The currency of a shop that states none on its pages; from its profile, never guessed. */
  defaultCurrency?: string | null;
}

/**
 * The last gate before matching and storage: refuses an offer without a name, without a price, with a price that is
 * not above 0, not finite or beyond what is plausible, or whose currency is not proven to be Australian.
 */
export function guardOffer(
  reading: OfferReading,
  options: GuardOptions = {},
): { offer: GuardedOffer } | { refused: ReadingRefusal } {
  if (reading.name.trim() === '') return { refused: 'name-missing' };
  if (reading.price === null) return { refused: 'no-price' };
  if ((reading.currency ?? options.defaultCurrency ?? null) !== 'AUD')
    return { refused: 'currency-not-aud' };
  const priceCents = centsFromDecimal(reading.price);
  if (priceCents === null || priceCents < 1) return { refused: 'price-not-positive' };
  const maxCents = Math.min(options.categoryMaxCents ?? MAX_PLAUSIBLE_CENTS, MAX_PLAUSIBLE_CENTS);
  if (priceCents > maxCents) return { refused: 'price-implausible' };
  const was = reading.originalPrice === null ? null : centsFromDecimal(reading.originalPrice);
  const isRealWas = was !== null && was > priceCents && was <= MAX_PLAUSIBLE_CENTS;
  const { price: _price, originalPrice: _original, currency: _currency, ...rest } = reading;
  return { offer: { ...rest, priceCents, originalPriceCents: isRealWas ? was : null } };
}
