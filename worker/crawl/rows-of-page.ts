import type { EntityManager } from '@mikro-orm/postgresql';
import type { OfferIdentity, OfferToStore } from '#db/queries/offers/offers.ts';
import { productsOfOffers } from '#db/queries/offers/page-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { assignProducts } from './assign-products.ts';
import {
  type GuardedReading,
  identifiedOffers,
  identityOf,
  identityText,
} from './guarded-reading.ts';
import { offerToStore } from './offer-to-store.ts';

/** The rows of a page's offers, each with its product; products that are new are added. */
export async function rowsOf(
  em: EntityManager,
  retailer: RetailerRow,
  guarded: GuardedReading,
): Promise<OfferToStore[]> {
  const items = await identifiedOffers(em, retailer.id, guarded);
  const identities = items.map(({ reading, variant }) => identityOf(reading, variant));
  // Asked once a page, and of most pages never.
  let known: Promise<Map<string, string>> | undefined;
  const assignments = await assignProducts(
    em,
    items.map((item) => item.reading),
    {
      isDemo: retailer.kind === 'demo',
      async productOf(index) {
        known ??= productsByIdentity(em, retailer.id, identities);
        const identity = identities[index];
        return (identity && (await known).get(identityText(identity))) ?? null;
      },
    },
  );
  const source = retailer.kind === 'demo' ? 'demo' : retailer.kind === 'feed' ? 'feed' : 'live';
  return items.flatMap((item, index) => {
    const assignment = assignments[index];
    return assignment ? [offerToStore(item.guarded, item.variant, assignment, source)] : [];
  });
}

async function productsByIdentity(
  em: EntityManager,
  retailerId: string,
  identities: OfferIdentity[],
): Promise<Map<string, string>> {
  const known = await productsOfOffers(em, retailerId, identities);
  return new Map(known.map((offer) => [identityText(offer), offer.productId]));
}
