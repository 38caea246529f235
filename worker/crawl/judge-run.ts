import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageOutcome } from '#db/entities/page.ts';
import { type ClaimedPage, finishPage } from '#db/queries/crawl/pages.ts';
import { addToRun } from '#db/queries/crawl/runs.ts';
import type { OfferToStore } from '#db/queries/offers/offer-columns.ts';
import {
  beginQuarantine,
  findLiveOffer,
  holdPage,
  isApproved,
  type RunStanding,
  rememberInRun,
} from '#db/queries/quarantine/quarantine.ts';
import { StaleAttempt } from '#domain/errors.ts';
import {
  badReadings,
  type JudgedReading,
  pageVerdict,
  quarantineReason,
  READINGS_REMEMBERED,
  type ReadingVerdict,
  rememberReadings,
} from '#domain/offers/run-quarantine.ts';
import { type Letterhead, tellOfQuarantine } from '../mail/operator-mails.ts';

/** What one page says about its shop, and what follows from it. */
export interface Judgement {
  /** Null when the page says nothing about the shop. */
  verdict: ReadingVerdict | null;
  /** The run under which the page must be held; null when it may be stored. */
  heldIn: string | null;
}

/** Adds a page's readings to its locked run; too many bad ones quarantine the retailer. Throws StaleAttempt for an undone run. */
export async function judgeInRun(
  tx: EntityManager,
  retailerId: string,
  run: RunStanding,
  readings: readonly JudgedReading[],
  letterhead: Letterhead,
): Promise<Judgement> {
  const verdict = pageVerdict(readings);
  if (run.heldIn) return { verdict, heldIn: run.heldIn };
  if (run.status === 'undone') throw new StaleAttempt('its run was undone');
  if (verdict === null) return { verdict, heldIn: null };
  const recent = rememberReadings(run.recent, readings);
  const reason = badReadings(readings) > 0 ? quarantineReason(recent) : null;
  if (reason !== null && !(await isApproved(tx, retailerId))) {
    const heldIn = await beginQuarantine(tx, retailerId, run.id, reason, recent);
    await tellOfQuarantine(tx, heldIn, letterhead);
    return { verdict, heldIn };
  }
  // One window of sane readings is as good as another: most pages write nothing here.
  const isNews = badReadings(recent) > 0 || run.recent.length < READINGS_REMEMBERED;
  if (isNews || badReadings(run.recent) > 0) await rememberInRun(tx, run.id, recent);
  return { verdict, heldIn: null };
}

const WELL: ReadonlySet<PageOutcome | null> = new Set(['stored', 'unchanged', 'held']);

/** True when the last reading of the page succeeded. */
export function wasReadWell({ lastOutcome }: ClaimedPage): boolean {
  return WELL.has(lastOutcome);
}

/** The judged reading of a page without a price, if its last reading gave prices: pages of sold-out products often lose theirs. */
export async function judgeLoss(
  tx: EntityManager,
  claim: ClaimedPage,
  verdict: 'vanished' | 'failed',
): Promise<JudgedReading[]> {
  if (!wasReadWell(claim)) return [];
  const offerId = await findLiveOffer(tx, claim.id);
  return offerId === null ? [] : [{ of: offerId, verdict }];
}

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
