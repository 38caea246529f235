import type { EntityManager } from '@mikro-orm/postgresql';
import { identityText, type OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { findKnownOffers, knownVariantLabels } from '#db/queries/offers/offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { assignProducts, type LinkChanges } from './assign-products.ts';
import type { GuardedReading } from './guard-reading.ts';
import { offerToStore } from './offer-to-store.ts';

/** The rows of a page's offers with their products, and the changes to stored links; adds new products. */
export async function rowsOf(
  em: EntityManager,
  retailer: RetailerRow,
  guarded: GuardedReading,
): Promise<{ rows: OfferToStore[]; changes: LinkChanges }> {
  const items = await identifiedOffers(em, retailer.id, guarded);
  const contents = items.map(({ content }) => content);
  const known = await findKnownOffers(em, retailer.id, contents);
  const readings = items.map((item) => item.reading);
  const isDemo = retailer.kind === 'demo';
  const { assignments, ...changes } = await assignProducts(em, readings, {
    isDemo,
    shop: retailer.id,
    known,
  });
  const rows = items.flatMap((item, index) => {
    const assignment = assignments[index];
    return assignment ? [offerToStore(item, assignment)] : [];
  });
  return { rows, changes };
}

/** The offers of a page without duplicates, under their known identities. */
export async function identifiedOffers(
  em: EntityManager,
  retailerId: string,
  guarded: GuardedReading,
): Promise<GuardedReading['offers']> {
  return withKnownLabels(em, retailerId, withoutRepeats(guarded.offers));
}

/** A variant that once shared its address keeps its label when the other variants are gone. */
async function withKnownLabels(
  em: EntityManager,
  retailerId: string,
  offers: GuardedReading['offers'],
): Promise<GuardedReading['offers']> {
  const unlabelled = offers.filter(
    ({ reading, content }) => content.variant === '' && reading.variant,
  );
  if (unlabelled.length === 0) return offers;
  const urls = unlabelled.map(({ reading }) => reading.url);
  const labels = await knownVariantLabels(em, retailerId, urls);
  return offers.map((item) => {
    const { url, variant } = item.reading;
    const known = labels.find((label) => label.url === url && label.variant === variant);
    return known ? { ...item, content: { ...item.content, variant: known.variant } } : item;
  });
}

/** Keeps the first of equal offers on a page, for example in a carousel and a list. */
function withoutRepeats(offers: GuardedReading['offers']): GuardedReading['offers'] {
  const seen = new Set<string>();
  return offers.filter(({ content }) => {
    const text = identityText(content);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
