import type { Availability } from '../offers/availability.ts';
import type { BuyWord } from '../prices/buy-verdict.ts';

/** Below this trust score (0–10), the specification's red band, a shop gives the pick only if no trusted shop can. */
const TRUSTED_FROM = 6;

/** The fields of an offer that the pick reads. Prices in dollars, as in the API. */
export interface Pickable {
  _id: string;
  currentPrice: number;
  availability: Availability;
  canBuy: boolean;
  retailer: { name: string; trustScore: number };
  buyVerdict?: { word: BuyWord; text: string } | undefined;
  /** How many shops can sell the product, when the caller holds only some of their offers. */
  shopsSelling?: number;
}

/** The recommended offer, with a one-line reason. */
export interface Pick<Offer> {
  offer: Offer;
  why: string;
}

/**
 * Picks an offer from several products, best product first, without those whose verdict is "wait": the cheapest offer of the first product
 * whose cheapest offer comes from a trusted shop, else of the first product. Null when none is left. The pick is never dearer than another
 * offer of its product.
 */
export function pickOf<Offer extends Pickable>(offers: readonly Offer[]): Pick<Offer> | null {
  const available = offers.filter(({ canBuy }) => canBuy);
  const cheapest = [...Map.groupBy(available, ({ _id }) => _id).values()].flatMap((group) => {
    const lowest = Math.min(...group.map(({ currentPrice }) => currentPrice));
    const equal = group.filter(({ currentPrice }) => currentPrice === lowest);
    return equal.toSorted((a, b) => b.retailer.trustScore - a.retailer.trustScore).slice(0, 1);
  });
  const worthIt = cheapest.filter(({ buyVerdict }) => buyVerdict?.word !== 'wait');
  const offer = worthIt.find(({ retailer }) => retailer.trustScore >= TRUSTED_FROM) ?? worthIt[0];
  if (!offer) return null;
  const known = new Set(
    available.filter(({ _id }) => _id === offer._id).map(({ retailer }) => retailer.name),
  ).size;
  return { offer, why: whyOf(offer, Math.max(known, offer.shopsSelling ?? 0)) };
}

/** 'Cheapest of 5 shops, at one with trust 8.2/10.' */
function whyOf({ retailer, availability }: Pickable, shops: number): string {
  const trust = `trust ${retailer.trustScore.toFixed(1)}/10`;
  const where =
    shops > 1 ? `Cheapest of ${shops} shops, ${trust}` : `The only shop with it, ${trust}`;
  return availability === 'unknown' ? `${where}; stock not stated.` : `${where}.`;
}
