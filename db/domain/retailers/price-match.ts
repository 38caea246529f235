/*
 * Which shops promise to match or beat the lower price of another, and what their promise comes to. Every offer is of an Australian retailer
 * in Australian dollars (worker/offers/guard.ts), so that condition of promises needs no test here.
 */
import { type Kind, tag } from '../lexicon/lexicon.ts';
import { type Cents, cents } from '../money.ts';
import { type Availability, isInStock } from '../offers/availability.ts';
import { HOUR_MS } from '../time.ts';
import type { PriceMatchFact } from './retailer-facts.ts';

/** An offer of the product, as its shop shows it now. */
export interface ComparedOffer {
  offerId: string;
  name: string;
  retailerName: string;
  /** 'Marketplace', 'Electronics' … */
  retailerCategory: string;
  /** 'Online' for a shop without stores. */
  retailerRegion: string;
  /** The seller on a marketplace; '' for the shop itself. */
  seller: string;
  priceCents: Cents;
  availability: Availability;
  lastSeenAt: Date;
  priceMatch: PriceMatchFact | null;
}

/** What one shop would charge if shown the lower price of another. */
export interface PriceMatch<Offer extends ComparedOffer = ComparedOffer> {
  offer: Offer;
  fact: PriceMatchFact;
  /** The cheapest offer that the promise covers. */
  against: Offer;
  promisedCents: Cents;
}

/** A price read before that is no proof: staff look at the price of today. */
const PROOF_HOURS = 24;
const CONDITIONS: ReadonlySet<Kind> = new Set(['condition']);

/** Whether a name says neither that goods are not new nor that they are on clearance, which no promise covers. */
const isSoldNew = (name: string): boolean =>
  tag(name, CONDITIONS).length === 0 && !/\bclearance\b/i.test(name);

/** The promises that lower a price of this product, lowest first; one of each shop, against the cheapest offer that it covers. */
export function priceMatches<Offer extends ComparedOffer>(
  offers: readonly Offer[],
  nowMs: number,
): PriceMatch<Offer>[] {
  const sound = offers
    .filter((offer) => isProof(offer, nowMs))
    .toSorted((a, b) => a.priceCents - b.priceCents);
  const seen = new Set<string>();
  return sound
    .flatMap((offer) => {
      const { priceMatch: fact, retailerName, seller } = offer;
      // A promise is the shop's own, not that of sellers on its site.
      if (!fact || fact.promise === 'none' || seller !== '' || seen.has(retailerName)) return [];
      seen.add(retailerName);
      const against = sound.find(
        (other) => other.retailerName !== retailerName && isCovered(other, fact),
      );
      if (!against || against.priceCents >= offer.priceCents) return [];
      return { offer, fact, against, promisedCents: promised(fact, offer, against) };
    })
    .toSorted((a, b) => a.promisedCents - b.promisedCents);
}

/** In stock as its shop states, new, not on clearance, and read within a day. */
function isProof({ name, availability, lastSeenAt }: ComparedOffer, nowMs: number): boolean {
  const ageMs = nowMs - lastSeenAt.getTime();
  return isInStock(availability) && isSoldNew(name) && ageMs <= PROOF_HOURS * HOUR_MS;
}

function isCovered(offer: ComparedOffer, { excludes }: PriceMatchFact): boolean {
  const isOfMarketplace = offer.seller !== '' || offer.retailerCategory === 'Marketplace';
  const isOnline = offer.retailerRegion === 'Online' || offer.availability === 'online_only';
  return !(
    (excludes.includes('marketplace') && isOfMarketplace) ||
    (excludes.includes('online-only') && isOnline)
  );
}

/** Parts of a cent go to the shop: a promise never sounds better than it is. */
function promised(
  { promise, percent }: PriceMatchFact,
  { priceCents }: ComparedOffer,
  { priceCents: lowerCents }: ComparedOffer,
): Cents {
  const share = (percent ?? 0) / 100;
  const off = promise === 'beat' ? lowerCents : promise === 'match' ? 0 : priceCents - lowerCents;
  return cents(lowerCents - Math.floor(off * share + 1e-6));
}
