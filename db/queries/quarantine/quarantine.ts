/*
 * Quarantines as a crawl meets them: begin, hold pages, probe, heal. What operators decide: quarantine-decision.ts;
 * what they are shown: quarantine-view.ts. The rule: db/domain/offers/run-quarantine.ts.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type BadVerdict,
  badReadings,
  type JudgedReading,
  READINGS_REMEMBERED,
  type ReadingVerdict,
} from '#domain/offers/run-quarantine.ts';
import type { RunStatus } from '../../entities/run.ts';
import { IS_WITNESS } from '../crawl/pages.ts';
import { closeRun } from '../crawl/runs.ts';
import type { OfferToStore } from '../offers/offers.ts';

/** A quarantined shop is probed after 10 minutes, as a host that refuses rests, doubling to 4 hours. */
const FIRST_PROBE_MINUTES = 10;
const LONGEST_PROBE_MINUTES = 4 * 60;
/** An approval holds for this long: every page is due within it (next-check.ts), so the whole shop has been read anew. */
const APPROVAL_HOURS = 24;

/** How a run stands; its row stays locked until the transaction ends. */
export interface RunStanding {
  status: RunStatus;
  recent: JudgedReading[];
  /** The run under which the retailer's readings are held; null when they may be stored. */
  heldIn: string | null;
}

/** Locks a run and says how it stands. */
export async function lockRun(tx: EntityManager, runId: string): Promise<RunStanding> {
  const [run] = await tx.execute<(Omit<RunStanding, 'heldIn'> & { retailerId: string })[]>(
    'select status, recent, retailer_id as "retailerId" from run where id = ? for update',
    [runId],
  );
  if (!run) throw new Error(`there is no run ${runId}`);
  const { retailerId, ...standing } = run;
  // A statement of its own: after a wait for the lock it must see what the other transaction did.
  return { ...standing, heldIn: (await openQuarantine(tx, retailerId))?.runId ?? null };
}

/** Remembers a run's newest judged readings. */
export async function rememberInRun(
  tx: EntityManager,
  runId: string,
  recent: readonly JudgedReading[],
): Promise<void> {
  await tx.execute('update run set recent = ?::jsonb where id = ?', [
    JSON.stringify(recent.slice(-READINGS_REMEMBERED)),
    runId,
  ]);
}

/** True when an operator approved what this retailer shows lately: it is not quarantined again for now. */
export async function isApproved(em: EntityManager, retailerId: string): Promise<boolean> {
  const rows = await em.execute<{ found: 1 }[]>(
    `select 1 as found from quarantine q join run on run.id = q.run_id and run.status <> 'undone'
     where q.retailer_id = ? and q.ending = 'approved' and q.ended_at > now() - interval '${APPROVAL_HOURS} hours'
     limit 1`,
    [retailerId],
  );
  return rows.length > 0;
}

/**
 * Quarantines a retailer: closes the run that raised suspicion, whose row must be locked, and begins the one under
 * which everything is held from now on, so that undoing it takes nothing back that was read before. Returns its id.
 */
export async function beginQuarantine(
  tx: EntityManager,
  retailerId: string,
  suspectedIn: string,
  kind: BadVerdict,
  recent: readonly JudgedReading[],
): Promise<string> {
  await closeRun(tx, suspectedIn);
  const [run] = await tx.execute<{ id: string }[]>(
    `insert into run (retailer_id, kind, status) values (?, 'crawl', 'quarantined') returning id`,
    [retailerId],
  );
  if (!run) throw new Error('a run was not added');
  await tx.execute(
    `insert into quarantine (run_id, retailer_id, suspected_in_id, kind, judged, bad, next_probe_at)
     values (?, ?, ?, ?, ?, ?, now() + interval '${FIRST_PROBE_MINUTES} minutes')`,
    [run.id, retailerId, suspectedIn, kind, recent.length, badReadings(recent)],
  );
  return run.id;
}

/** What a page said while its retailer is quarantined; a later reading takes the place of an earlier one. */
export async function holdPage(
  tx: EntityManager,
  runId: string,
  page: {
    id: string;
    observedAt: Date;
    verdict: ReadingVerdict;
    reason: string | null;
    offers: OfferToStore[];
  },
): Promise<void> {
  await tx.execute(
    `insert into held_page (run_id, page_id, observed_at, verdict, reason, offers) values (?, ?, ?, ?, ?, ?::jsonb)
     on conflict (run_id, page_id) do update set observed_at = excluded.observed_at, verdict = excluded.verdict,
       reason = excluded.reason, offers = excluded.offers`,
    [runId, page.id, page.observedAt, page.verdict, page.reason, JSON.stringify(page.offers)],
  );
}

/** The pages held under a run. */
export async function heldPageUrls(
  em: EntityManager,
  runId: string,
): Promise<{ id: string; url: string; observedAt: Date }[]> {
  return em.execute<{ id: string; url: string; observedAt: Date }[]>(
    `select p.id, p.url, h.observed_at as "observedAt" from held_page h join page p on p.id = h.page_id
     where h.run_id = ? order by p.id`,
    [runId],
  );
}

/** An offer of ours that rests on this page: then a page without a price is a loss. Null where none does. */
export async function findLiveOffer(em: EntityManager, pageId: string): Promise<string | null> {
  const [offer] = await em.execute<{ id: string }[]>(
    `select id from offer where page_id = ? and availability <> 'discontinued' order by id limit 1`,
    [pageId],
  );
  return offer?.id ?? null;
}

/** A quarantine that has not ended. */
export interface OpenQuarantine {
  runId: string;
  kind: BadVerdict;
  /** Probes so far. */
  probes: number;
  heldPages: number;
}

/** The retailer's open quarantine; null when its prices may be stored. */
export async function openQuarantine(
  em: EntityManager,
  retailerId: string,
): Promise<OpenQuarantine | null> {
  const rows = await em.execute<OpenQuarantine[]>(
    `select run_id as "runId", kind, probes, (select count(*)::int from held_page where run_id = q.run_id) as "heldPages"
     from quarantine q where retailer_id = ? and ended_at is null`,
    [retailerId],
  );
  return rows[0] ?? null;
}

/** Takes the probe that is due, for one worker only, and sets the time of the next. False when none is due. */
export async function claimProbe(em: EntityManager, runId: string): Promise<boolean> {
  const rows = await em.execute<{ runId: string }[]>(
    `update quarantine set probes = least(probes + 1, 1000), next_probe_at = now() + interval '1 minute' *
       least(${LONGEST_PROBE_MINUTES}, ${FIRST_PROBE_MINUTES} * power(2, least(probes, 10)))
     where run_id = ? and ended_at is null and next_probe_at <= now() returning run_id as "runId"`,
    [runId],
  );
  return rows.length === 1;
}

/** Makes the next probe due. False when the run is in no open quarantine. */
export async function probeNow(em: EntityManager, runId: string): Promise<boolean> {
  const rows = await em.execute<{ runId: string }[]>(
    `update quarantine set next_probe_at = now() where run_id = ? and ended_at is null
     returning run_id as "runId"`,
    [runId],
  );
  return rows.length === 1;
}

/** The shop is sane again: what was held is thrown away, its pages are due. False when the quarantine has ended. */
export async function healQuarantine(em: EntityManager, runId: string): Promise<boolean> {
  return em.transactional(async (tx) => {
    await lockRun(tx, runId);
    const ended = await tx.execute<{ runId: string }[]>(
      `update quarantine set ended_at = now(), ending = 'healed' where run_id = ? and ended_at is null
       returning run_id as "runId"`,
      [runId],
    );
    if (ended.length === 0) return false;
    await tx.execute(
      `update page set next_check_at = least(next_check_at, now())
       where id in (select page_id from held_page where run_id = ?)`,
      [runId],
    );
    await tx.execute('delete from held_page where run_id = ?', [runId]);
    await tx.execute(`update run set status = 'undone', finished_at = now() where id = ?`, [runId]);
    return true;
  });
}

/** Has the pages that are next in turn, and told us prices before, read now: they say whether the whole shop is so. */
export async function callWitnesses(
  em: EntityManager,
  retailerId: string,
  pages: number,
): Promise<void> {
  await em.execute(
    `update page set next_check_at = now() where id in (
       select id from page where retailer_id = ? and next_check_at > now() and kind in ('product', 'list')
         and last_outcome in ('stored', 'unchanged', 'held') and ${IS_WITNESS}
       order by next_check_at limit ? for update skip locked)`,
    [retailerId, pages],
  );
}
