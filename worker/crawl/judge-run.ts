import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageOutcome } from '#db/entities/page.ts';
import type { ClaimedPage } from '#db/queries/crawl/pages.ts';
import {
  beginQuarantine,
  findLiveOffer,
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
import type { Letterhead } from './quarantine-mail.ts';
import { tellOperators } from './tell-operators.ts';

/** What one page says of its shop, and what follows. */
export interface Judgement {
  /** Null when the page says nothing of the shop. */
  verdict: ReadingVerdict | null;
  /** The run under which the page is to be held; null when it may be stored. */
  heldIn: string | null;
}

/**
 * Adds a page's readings to what its run remembers and quarantines the run when that is too much, with the mails that say
 * so. The run's row must be locked. Throws StaleAttempt when the run was undone while the page was read.
 */
export async function judgeInRun(
  tx: EntityManager,
  retailerId: string,
  runId: string,
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
    const heldIn = await beginQuarantine(tx, retailerId, runId, reason, recent);
    await tellOperators(tx, heldIn, letterhead);
    return { verdict, heldIn };
  }
  // Twenty sane readings are as good as twenty others: most pages write nothing here.
  const isNews = badReadings(recent) > 0 || run.recent.length < READINGS_REMEMBERED;
  if (isNews || badReadings(run.recent) > 0) await rememberInRun(tx, runId, recent);
  return { verdict, heldIn: null };
}

const WELL: ReadonlySet<PageOutcome | null> = new Set(['stored', 'unchanged', 'held']);

/** True when the page was read without fault the last time. */
export function wasReadWell({ lastOutcome }: ClaimedPage): boolean {
  return WELL.has(lastOutcome);
}

/**
 * The reading of a page that gave no price. It speaks against the shop only where the page did give prices when it was
 * last read: pages of things that are sold out often lose their price, one by one, and stay so.
 */
export async function judgeLoss(
  tx: EntityManager,
  claim: ClaimedPage,
  verdict: 'vanished' | 'failed',
): Promise<JudgedReading[]> {
  if (!wasReadWell(claim)) return [];
  const offerId = await findLiveOffer(tx, claim.id);
  return offerId === null ? [] : [{ of: offerId, verdict }];
}
