import type { EntityManager } from '@mikro-orm/postgresql';
import { knownVariantLabels, type OfferIdentity } from '#db/queries/offers/offers.ts';
import type { RefusedOffer } from '#db/queries/offers/refused-offers.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import type { GuardedOffer } from '../extract/guard.ts';

/** A page's offers that passed the guard, and why the others did not. */
export interface GuardedReading {
  /** `variant` is the part of the offer's identity that its address does not tell. */
  offers: { reading: OfferReading; guarded: GuardedOffer; variant: string }[];
  /** Offers that a product's own page calls sold out without a price. */
  soldOut: { reading: OfferReading; variant: string }[];
  /** Reason → how many. */
  refusals: Record<string, number>;
  /** The first of the offers that did not pass, for operators. */
  refused: RefusedOffer[];
}

/** Each offer of a page once, under the identity by which it is known. */
export async function identifiedOffers(
  em: EntityManager,
  retailerId: string,
  guarded: GuardedReading,
): Promise<GuardedReading['offers']> {
  return withKnownLabels(em, retailerId, withoutRepeats(guarded.offers));
}

/** The identity of an offer as a page names it. */
export function identityOf(
  { url, seller }: { url: string; seller: string | null },
  variant: string,
): OfferIdentity {
  return { url, variant, seller: seller ?? '', zone: 'national' };
}

/** An offer's identity as text, to be compared and looked up. */
export function identityText(identity: OfferIdentity): string {
  return JSON.stringify([identity.url, identity.variant, identity.seller, identity.zone]);
}

/** A variant that shared its address when it was first read keeps its label after its siblings are gone. */
async function withKnownLabels(
  em: EntityManager,
  retailerId: string,
  offers: GuardedReading['offers'],
): Promise<GuardedReading['offers']> {
  const unlabelled = offers.filter(({ reading, variant }) => variant === '' && reading.variant);
  if (unlabelled.length === 0) return offers;
  const urls = unlabelled.map(({ reading }) => reading.url);
  const labels = await knownVariantLabels(em, retailerId, urls);
  return offers.map((item) => {
    const { url, variant } = item.reading;
    const isKnown = labels.some((label) => label.url === url && label.variant === variant);
    return isKnown ? { ...item, variant: variant ?? '' } : item;
  });
}

/** A page that names one offer twice (a carousel beside the list) is read once: the first stands. */
function withoutRepeats(offers: GuardedReading['offers']): GuardedReading['offers'] {
  const seen = new Set<string>();
  return offers.filter(({ reading, variant }) => {
    const text = identityText(identityOf(reading, variant));
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
