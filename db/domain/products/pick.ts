import { formatAud, toCents } from '../money.ts';
import type { Availability } from '../offers/availability.ts';
import type { BuyWord } from '../prices/buy-verdict.ts';

/** Below this trust score (0–10), the specification's red band, the reason of a pick names a trusted shop as well. */
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
 * Picks an offer from several products, best product first: the cheapest of the first product whose verdict is not "wait", at the more
 * trusted shop where two are equal. Null when none is left.
 */
export function pickOf<Offer extends Pickable>(offers: readonly Offer[]): Pick<Offer> | null {
  const available = offers.filter(({ canBuy }) => canBuy);
  const first = available.find(({ buyVerdict }) => buyVerdict?.word !== 'wait');
  const [offer, ...dearer] = available
    .filter(({ _id }) => _id === first?._id)
    .toSorted(
      (a, b) => a.currentPrice - b.currentPrice || b.retailer.trustScore - a.retailer.trustScore,
    );
  if (!offer) return null;
  const known = new Set([offer, ...dearer].map(({ retailer }) => retailer.name)).size;
  const isTrusted = ({ retailer }: Offer) => retailer.trustScore >= TRUSTED_FROM;
  const safer = isTrusted(offer) ? undefined : dearer.find(isTrusted);
  return { offer, why: whyOf(offer, Math.max(known, offer.shopsSelling ?? 0), safer) };
}

/** 'Cheapest of 5 shops, trust 4.2/10; $99.00 at Harbour, trust 9.1/10.' */
function whyOf({ retailer, availability }: Pickable, shops: number, safer?: Pickable): string {
  const trust = trustText(retailer);
  const where =
    shops > 1 ? `Cheapest of ${shops} shops, ${trust}` : `The only shop with it, ${trust}`;
  const other =
    safer &&
    `${formatAud(toCents(safer.currentPrice))} at ${safer.retailer.name}, ${trustText(safer.retailer)}`;
  const stock = availability === 'unknown' ? 'stock not stated' : undefined;
  return `${[where, stock, other].filter(Boolean).join('; ')}.`;
}

const trustText = ({ trustScore }: Pickable['retailer']) => `trust ${trustScore.toFixed(1)}/10`;
