import type { EntityManager } from '@mikro-orm/postgresql';
import { type ClaimedPage, finishPage } from '#db/queries/crawl/pages.ts';
import { addToRun } from '#db/queries/crawl/runs.ts';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import { holdPage } from '#db/queries/quarantine/quarantine.ts';
import type { Judgement } from './judge-run.ts';

/** The content of a page that is held. */
interface HeldReading {
  observedAt: Date;
  reason: string | null;
  offers: OfferToStore[];
  /** Reason → how many. */
  refusals: Record<string, number>;
  nextIntervalMinutes: number;
  retryAfterMs: number | null;
}

/** Holds a page under its quarantined run; offers, points and shown prices do not change. Throws StaleAttempt. */
export async function holdReading(
  tx: EntityManager,
  claim: ClaimedPage,
  { heldIn, verdict }: Judgement,
  { observedAt, reason, offers, refusals, ...wait }: HeldReading,
): Promise<void> {
  if (heldIn === null) throw new Error('the page is not to be held');
  const held = { id: claim.id, observedAt, verdict: verdict ?? 'sane', reason, offers };
  await holdPage(tx, heldIn, held);
  const end = { outcome: 'held', reason: reason ?? 'quarantined', validators: null } as const;
  await finishPage(tx, claim, { ...end, ...wait });
  await addToRun(tx, heldIn, { pagesDone: 1, refusals: { ...refusals, held: 1 } });
}
