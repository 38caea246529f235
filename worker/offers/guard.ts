import { type Cents, cents, centsFromDecimal } from '#domain/money.ts';
import type { OfferReading, ReadingRefusal } from '#domain/offers/page-reading.ts';
import { isSameSite } from '#domain/text/same-site.ts';
import { LONGEST_ADDRESS } from '../extract/values/nodes.ts';

/** Upper bound of any price, in cents: $1,000,000. */
export const MAX_PLAUSIBLE_CENTS = 100_000_000;

/** An offer that passed the guard: its price is a plausible amount of Australian dollars. */
export interface GuardedOffer extends Omit<OfferReading, 'price' | 'originalPrice' | 'currency'> {
  /** 1 to 100,000,000. */
  priceCents: Cents;
  /** Above `priceCents`, or null. */
  originalPriceCents: Cents | null;
}

export interface GuardOptions {
  /** Upper bound of the product's category in cents, if known. */
  categoryMaxCents?: Cents;
  /** The currency in the shop's profile, for pages that state none; never guessed. */
  defaultCurrency?: string | null;
  /** The shop's website; offers must link to it. */
  website?: string;
}

/** Reasons to refuse an offer; other refusals concern a whole page. */
export type GuardRefusal =
  | Exclude<ReadingRefusal, 'blocked' | 'needs-script' | 'not-a-product'>
  | 'link-elsewhere';

/** The highest plausible price of an offer. */
export function plausibleCeiling({ categoryMaxCents }: GuardOptions): Cents {
  return cents(Math.min(categoryMaxCents ?? MAX_PLAUSIBLE_CENTS, MAX_PLAUSIBLE_CENTS));
}

/**
 * The last check before storing. Refuses an offer without a name, with an address that is too long or not the shop's, without a
 * plausible price above 0, or in a currency that is not proven to be Australian dollars.
 */
export function guardOffer(
  reading: OfferReading,
  options: GuardOptions = {},
): { offer: GuardedOffer } | { refused: GuardRefusal } {
  if (reading.name.trim() === '') return { refused: 'name-missing' };
  if (reading.url.length > LONGEST_ADDRESS) return { refused: 'too-complex' };
  if (options.website && !isOwnPage(reading.url, options.website))
    return { refused: 'link-elsewhere' };
  if (reading.price === null) return { refused: 'no-price' };
  if ((reading.currency ?? options.defaultCurrency ?? null) !== 'AUD')
    return { refused: 'currency-not-aud' };
  const priceCents = centsFromDecimal(reading.price) ?? cents(0);
  if (priceCents < 1) return { refused: 'price-not-positive' };
  if (priceCents > plausibleCeiling(options)) return { refused: 'price-implausible' };
  const was = centsFromDecimal(reading.originalPrice ?? '') ?? cents(0);
  const isRealWas = was > priceCents && was <= MAX_PLAUSIBLE_CENTS;
  const { price: _price, originalPrice: _original, currency: _currency, ...rest } = reading;
  const prices = { priceCents, originalPriceCents: isRealWas ? was : null };
  return { offer: { ...rest, ...possibleExtras(reading), ...prices } };
}

/** True for an address on the shop's site without credentials. */
function isOwnPage(address: string, website: string): boolean {
  const url = URL.parse(address);
  return !!url && !url.username && !url.password && isSameSite(url, new URL(website));
}

/** Larger numbers of reviews, or of pieces in a multi-buy, are errors of the shop. */
const MOST_RATINGS = 100_000_000;
const MOST_PIECES = 1_000;

/** The offer's other facts without implausible ones, which do not refuse the offer. */
function possibleExtras({ memberPrice, deliveryCost, multiBuy, rating }: OfferReading) {
  const isDeal =
    isCount(multiBuy?.quantity, 2, MOST_PIECES) && isAmount(multiBuy?.total ?? null, 1);
  const isRated = rating !== null && rating.value > 0 && rating.value <= 5;
  const count = isCount(rating?.count, 0, MOST_RATINGS) ? (rating?.count ?? null) : null;
  return {
    memberPrice: isAmount(memberPrice, 1) ? memberPrice : null,
    deliveryCost: isAmount(deliveryCost, 0) ? deliveryCost : null,
    multiBuy: isDeal ? multiBuy : null,
    rating: isRated ? { value: rating.value, count } : null,
  };
}

/** True for dollars from `leastCents` to the highest plausible price. */
function isAmount(decimal: string | null, leastCents: number): boolean {
  const amount = centsFromDecimal(decimal ?? '') ?? -1;
  return amount >= leastCents && amount <= MAX_PLAUSIBLE_CENTS;
}

function isCount(count: number | null | undefined, least: number, most: number): boolean {
  return Number.isInteger(count) && (count ?? -1) >= least && (count ?? 0) <= most;
}
