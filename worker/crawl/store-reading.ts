import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type KnownOffer,
  knownVariantLabels,
  lockKnownOffers,
  type OfferIdentity,
  type OfferToStore,
  suspectPrice,
  upsertOffers,
} from '#db/queries/offers.ts';
import { type ClaimedPage, finishPage } from '#db/queries/pages.ts';
import { addPricePoints } from '#db/queries/price-points.ts';
import type { RetailerRow } from '#db/queries/retailers.ts';
import { addToRun } from '#db/queries/runs.ts';
import { StaleAttempt } from '#domain/errors.ts';
import type { Cents } from '#domain/money.ts';
import type { OfferReading } from '#domain/page-reading.ts';
import type { GuardedOffer } from '../extract/guard.ts';
import { needsSecondFetch } from '../extract/price-jump.ts';
import { assignProducts } from './assign-products.ts';
import { nextIntervalMinutes } from './next-check.ts';
import { offerToStore } from './offer-to-store.ts';

/** A page's offers that passed the guard, and why the others did not. */
export interface GuardedReading {
  /** `variant` is the part of the offer's identity that its address does not tell. */
  offers: { reading: OfferReading; guarded: GuardedOffer; variant: string }[];
  refusals: Record<string, number>;
}

/** What one page changed. `productIds` are those whose scores are out of date. */
export interface StoreOutcome {
  productIds: string[];
  offersSeen: number;
  pricesChanged: number;
}

/** A doubted price is read again after a minute. */
const SECOND_FETCH_AFTER_MS = 60_000;

/**
 * Writes what a page said: offers, price points where something changed, the page's next check and the run's
 * counters, in one transaction. Throws StaleAttempt, and writes nothing, when a later attempt holds the page.
 */
export async function storeReading(
  em: EntityManager,
  retailer: RetailerRow,
  claim: ClaimedPage,
  runId: string,
  guarded: GuardedReading,
  validators: { etag: string | null; lastModified: string | null },
  options: { observedAt: Date; recheckMinutes: number; isProductPage: boolean },
): Promise<StoreOutcome> {
  const readings = await withKnownLabels(em, retailer.id, withoutRepeats(guarded.offers));
  const assignments = await assignProducts(
    em,
    readings.map((item) => item.reading),
  );
  const rows = readings.flatMap((item, index) => {
    const assignment = assignments[index];
    const source = retailer.kind === 'demo' ? 'demo' : retailer.kind === 'feed' ? 'feed' : 'live';
    return assignment ? [offerToStore(item.guarded, item.variant, assignment, source)] : [];
  });
  return em.transactional(async (tx) => {
    const known = await lockKnownOffers(tx, retailer.id, rows);
    const { accepted, doubted } = splitByJump(rows, known);
    for (const { offer, priceCents } of doubted) await suspectPrice(tx, offer.id, priceCents);
    const { id, url, fence } = claim;
    const page = { id, url, fence, isProductPage: options.isProductPage };
    const stored = await upsertOffers(tx, retailer.id, page, options.observedAt, accepted);
    const changed = stored.filter((offer) => offer.changed);
    await addPricePoints(
      tx,
      changed.map((offer) => offer.id),
      options.observedAt,
      runId,
    );
    const refusals = { ...guarded.refusals };
    if (doubted.length > 0) refusals['price-doubted'] = doubted.length;
    const reason = Object.keys(refusals)[0] ?? null;
    const moved = changed.some((offer) => offer.oldPriceCents !== null);
    const current = await finishPage(tx, claim, {
      outcome: rows.length === 0 && reason ? 'refused' : 'stored',
      reason,
      ...validators,
      ...(doubted.length > 0 && { etag: null, lastModified: null }),
      nextIntervalMinutes: nextIntervalMinutes(claim, moved, options.recheckMinutes),
      // Only a first doubt is worth a quick second look; a price that keeps wavering waits its turn.
      retryAfterMs: doubted.some(({ offer }) => offer.suspectPriceCents === null)
        ? SECOND_FETCH_AFTER_MS
        : null,
    });
    if (!current) throw new StaleAttempt(`page ${claim.url} was taken over by a later attempt`);
    await addToRun(tx, runId, {
      pagesDone: 1,
      pagesUnchanged: 0,
      offersSeen: stored.length,
      pricesChanged: changed.length,
      refusals,
    });
    return {
      productIds: [...new Set(changed.map((offer) => offer.productId))],
      offersSeen: stored.length,
      pricesChanged: changed.length,
    };
  });
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

/** Parts the rows whose price is too far from the known one: those wait until it is read a second time. */
export function splitByJump(
  rows: OfferToStore[],
  known: KnownOffer[],
): {
  accepted: OfferToStore[];
  doubted: { offer: KnownOffer; priceCents: Cents; row: OfferToStore }[];
} {
  const byIdentity = new Map(known.map((offer) => [identityText(offer), offer]));
  const accepted: OfferToStore[] = [];
  const doubted: { offer: KnownOffer; priceCents: Cents; row: OfferToStore }[] = [];
  for (const row of rows) {
    const offer = byIdentity.get(identityText(row));
    if (offer && needsSecondFetch(offer, row.priceCents)) {
      doubted.push({ offer, priceCents: row.priceCents, row });
    } else {
      accepted.push(row);
    }
  }
  return { accepted, doubted };
}

/** A page that names one offer twice (a carousel beside the list) is read once: the first stands. */
function withoutRepeats(offers: GuardedReading['offers']): GuardedReading['offers'] {
  const seen = new Set<string>();
  return offers.filter(({ reading, variant }) => {
    const text = identityText({
      url: reading.url,
      variant,
      seller: reading.seller ?? '',
      zone: 'national',
    });
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function identityText(identity: OfferIdentity): string {
  return JSON.stringify([identity.url, identity.variant, identity.seller, identity.zone]);
}
