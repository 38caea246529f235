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
import { type Letterhead, mailQuarantine } from '../mail/operator-mails.ts';

/** The verdict on a shop from one page, and its consequence. */
export interface Judgement {
  /** Null when the page gives no evidence about the shop. */
  verdict: ReadingVerdict | null;
  /** The run that must hold the page; null when the page may be stored. */
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
    await mailQuarantine(tx, heldIn, letterhead);
    return { verdict, heldIn };
  }
  // A full window of sane readings need not be replaced by another: most pages write nothing here.
  const isChange = badReadings(recent) > 0 || run.recent.length < READINGS_REMEMBERED;
  if (isChange || badReadings(run.recent) > 0) await rememberInRun(tx, run.id, recent);
  return { verdict, heldIn: null };
}

const WELL: ReadonlySet<PageOutcome | null> = new Set(['stored', 'unchanged', 'held']);

/** True when the last reading of the page succeeded. */
export function wasReadWell({ lastOutcome }: ClaimedPage): boolean {
  return WELL.has(lastOutcome);
}

/** The judged reading of a page that lost its price; empty when its last reading had none, as sold-out products often have none. */
export async function judgeLoss(
  tx: EntityManager,
  claim: ClaimedPage,
  verdict: 'vanished' | 'failed',
): Promise<JudgedReading[]> {
  if (!wasReadWell(claim)) return [];
  const offerId = await findLiveOffer(tx, claim.id);
  return offerId === null ? [] : [{ of: offerId, verdict }];
}

/** The content of a held page. */
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
  if (heldIn === null) throw new Error('the page must not be held');
  const held = { id: claim.id, observedAt, verdict: verdict ?? 'sane', reason, offers };
  await holdPage(tx, heldIn, held);
  const end = { outcome: 'held', reason: reason ?? 'quarantined', validators: null } as const;
  await finishPage(tx, claim, { ...end, ...wait });
  await addToRun(tx, heldIn, { pagesDone: 1, refusals: { ...refusals, held: 1 } });
}
