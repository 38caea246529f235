import type { EntityManager } from '@mikro-orm/postgresql';
import { type ClaimedPage, finishPage } from '#db/queries/crawl/pages.ts';
import { addToRun } from '#db/queries/crawl/runs.ts';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { holdPage } from '#db/queries/quarantine/quarantine.ts';
import type { Judgement } from './judge-run.ts';

/**
 * Keeps what a page said under its quarantined run instead of storing it: offers, price points and the shopper's
 * prices stay as they are. Throws StaleAttempt when a later attempt holds the page.
 */
export async function holdReading(
  tx: EntityManager,
  claim: ClaimedPage,
  { heldIn, verdict }: Judgement,
  reading: {
    observedAt: Date;
    reason: string | null;
    offers: OfferToStore[];
    refusals: Record<string, number>;
    nextIntervalMinutes: number;
    retryAfterMs?: number | null;
  },
): Promise<void> {
  if (heldIn === null) throw new Error('the page is not to be held');
  const { observedAt, reason, offers, refusals } = reading;
  await holdPage(tx, heldIn, {
    id: claim.id,
    observedAt,
    verdict: verdict ?? 'sane',
    reason,
    offers,
  });
  await finishPage(tx, claim, {
    outcome: 'held',
    reason: reason ?? 'quarantined',
    // A 304 must not prove what was not stored.
    etag: null,
    lastModified: null,
    nextIntervalMinutes: reading.nextIntervalMinutes,
    retryAfterMs: reading.retryAfterMs ?? null,
  });
  await addToRun(tx, heldIn, { pagesDone: 1, refusals: { ...refusals, held: 1 } });
}
