import { countText } from '#domain/count-text.ts';
import { cents, formatAud } from '#domain/money.ts';
import { ratingsOf } from '#domain/products/pooled-rating.ts';
import { type ScoredOffer, shopsOf } from './rule-score.ts';

const MAX_HIGHLIGHTS = 4;
/** Products with fewer ratings get no rating fact. */
const MIN_RATINGS = 5;
const GOOD_RATING = 4;
const GOOD_TRUST = 8;
/** Prices that differ by less than this share count as the same. */
const SAME_PRICE_SHARE = 0.01;

/** A one-sentence reason and up to 4 highlights for an offer. `group` is all offers of its product, itself included. */
export function recommendationOf(offer: ScoredOffer, group: readonly ScoredOffer[]) {
  const facts = [
    stockFact(offer),
    shopsFact(offer, group),
    ratingFact(group),
    trustFact(offer),
  ].filter((fact) => fact !== null);
  const [
    reason = `${formatAud(offer.priceCents)} at ${offer.retailerName}, the only shop we know for it`,
    ...rest
  ] = facts;
  return {
    reason: `${reason}.`,
    highlights: rest.slice(0, MAX_HIGHLIGHTS).map((fact) => `${fact}.`),
  };
}

function stockFact({ availability, canBuy }: ScoredOffer): string | null {
  return canBuy || availability === 'unknown' ? null : 'Cannot be bought right now';
}

/** 'Lowest of 5 shops, $30.00 under their average'. Only offers that can be bought are compared. */
function shopsFact(offer: ScoredOffer, group: readonly ScoredOffer[]): string | null {
  const others = group.filter((one) => one !== offer && one.canBuy);
  const compared = [offer, ...others];
  if (shopsOf(compared) < 2) return null;
  const byShop = [...Map.groupBy(compared, (one) => one.retailerName).values()];
  // A marketplace counts once, at its cheapest seller.
  const prices = byShop.map((own) => Math.min(...own.map((one) => one.priceCents)));
  const shops = `${shopsOf(compared)} shops`;
  const average = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  const cheapest = Math.min(...others.map((one) => one.priceCents));
  const dearer = offer.priceCents - cheapest;
  if (Math.abs(dearer) < SAME_PRICE_SHARE * cheapest) {
    return dearer <= 0
      ? `Lowest of ${shops}`
      : `Within ${formatAud(cents(dearer))} of the lowest of ${shops}`;
  }
  if (dearer > 0) return `${formatAud(cents(dearer))} above the lowest of ${shops}`;
  return `Lowest of ${shops}, ${formatAud(cents(Math.round(average - offer.priceCents)))} under their average`;
}

function ratingFact(group: readonly ScoredOffer[]): string | null {
  const { rated, count, stars } = ratingsOf(group);
  if (count < MIN_RATINGS) return null;
  const average = stars / count;
  // Pages show the shop's own rating too: state that this one covers several shops.
  const where = shopsOf(rated) > 1 ? ` at ${shopsOf(rated)} shops` : '';
  const only = average >= GOOD_RATING ? '' : ' only';
  return `Rated${only} ${average.toFixed(1)} of 5 in ${countText(count)} ratings${where}`;
}

function trustFact({ trustScore10 }: ScoredOffer): string | null {
  return trustScore10 >= GOOD_TRUST
    ? `Shop trust score ${Number(trustScore10.toFixed(1))} of 10`
    : null;
}
