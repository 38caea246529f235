import type { Availability } from '../offers/availability.ts';
import type { BuyWord } from '../prices/buy-verdict.ts';

/** A shop below this trust score (0–10) is never the pick: the specification's red band. */
const TRUSTED_FROM = 6;

/** What the pick reads of an offer. Prices in dollars, as the API speaks. */
export interface Pickable {
  _id: string;
  currentPrice: number;
  availability: Availability;
  canBuy: boolean;
  retailer: { name: string; trustScore: number };
  buyVerdict?: { word: BuyWord; text: string } | undefined;
  /** How many shops have the product, where not all of their offers are at hand. */
  shopsOfProduct?: number;
}

/** The offer to buy, and one line that says why. */
export interface Pick<Offer> {
  offer: Offer;
  why: string;
}

/**
 * The pick among the offers of several products, the best product first: the first product whose cheapest offer is at a trusted
 * shop. Where no shop is trusted, the cheapest offer of the first product that has one. Never dearer than another offer of its product.
 */
export function pickOf<Offer extends Pickable>(offers: readonly Offer[]): Pick<Offer> | null {
  const available = offers.filter(({ canBuy }) => canBuy);
  const cheapest = [...Map.groupBy(available, ({ _id }) => _id).values()].flatMap((group) => {
    const lowest = Math.min(...group.map(({ currentPrice }) => currentPrice));
    const equal = group.filter(({ currentPrice }) => currentPrice === lowest);
    return equal.toSorted((a, b) => b.retailer.trustScore - a.retailer.trustScore).slice(0, 1);
  });
  const offer = cheapest.find(isTrusted) ?? cheapest[0];
  if (!offer) return null;
  const known = new Set(
    available.filter(({ _id }) => _id === offer._id).map(({ retailer }) => retailer.name),
  ).size;
  return { offer, why: whyOf(offer, Math.max(known, offer.shopsOfProduct ?? 0)) };
}

const isTrusted = ({ retailer }: Pickable) => retailer.trustScore >= TRUSTED_FROM;

/** 'Cheapest of 5 shops, at one with trust 8.2 of 10.' */
function whyOf({ retailer, availability }: Pickable, shops: number): string {
  const trust = `trust ${retailer.trustScore.toFixed(1)} of 10`;
  const where =
    shops > 1 ? `Cheapest of ${shops} shops, ${trust}` : `The only shop with it, ${trust}`;
  return availability === 'unknown' ? `${where}; stock not stated.` : `${where}.`;
}
