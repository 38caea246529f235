/* Quarantines from the crawl's side. Operators' decisions: decision.ts; their view: view.ts; the rule: #domain/offers/run-quarantine.ts. */
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import {
  type BadVerdict,
  badReadings,
  type JudgedReading,
  READINGS_REMEMBERED,
  type ReadingVerdict,
} from '#domain/offers/run-quarantine.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { Offer } from '../../entities/offer.ts';
import { HeldPage, Quarantine, Run } from '../../entities/run.ts';
import { IS_CONTROL } from '../crawl/pages.ts';
import { closeRuns } from '../crawl/runs.ts';
import type { OfferToStore } from '../offers/offer-columns.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { fromNow } from '../sql/moment.ts';
import { tables } from '../sql/tables.ts';

const NOW = sql<Date>`now()`;
/** A quarantined shop is probed after 10 minutes, like a resting host, doubling to 4 hours. */
const FIRST_PROBE_MINUTES = 10;
const LONGEST_PROBE_MINUTES = 4 * 60;
/** An approval holds for this long: every page is due within it (worker/crawl/store-reading.ts), so the whole shop is read again. */
const APPROVAL_HOURS = 24;

/** A run's state. `heldIn` is the run that holds the retailer's readings; null when they may be stored. */
export type RunStanding = Awaited<ReturnType<typeof lockRun>>;

/** Locks a run until the transaction ends and returns its state. */
export async function lockRun(tx: EntityManager, runId: string) {
  const { retailer, ...standing } = await tables(tx)
    .selectFrom('run')
    .select(['id', 'status', 'recent', 'retailer'])
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // A separate statement: after waiting for the lock it must see the other transaction's changes.
  return { ...standing, heldIn: (await openQuarantine(tx, retailer))?.runId ?? null };
}

/** Stores a run's newest judged readings. */
export async function rememberInRun(
  tx: EntityManager,
  runId: string,
  recent: readonly JudgedReading[],
): Promise<void> {
  await tx.nativeUpdate(Run, { id: runId }, { recent: recent.slice(-READINGS_REMEMBERED) });
}

/** True while an operator's approval exempts the retailer from quarantine. */
export async function isApproved(em: EntityManager, retailer: string): Promise<boolean> {
  const endedAt = { $gt: fromNow(-APPROVAL_HOURS * HOUR_MS) };
  const run = { status: { $ne: 'undone' } } as const;
  return (await em.count(Quarantine, { retailer, ending: 'approved', endedAt, run })) > 0;
}

/** Closes the suspected run, whose row must be locked, and opens the run that holds all further readings. Returns its id. */
export async function beginQuarantine(
  tx: EntityManager,
  retailer: string,
  suspectedIn: string,
  kind: BadVerdict,
  recent: readonly JudgedReading[],
): Promise<string> {
  await closeRuns(tx, { id: suspectedIn });
  const run = await tx.insert(Run, { retailer, kind: 'crawl', status: 'quarantined' });
  const decidedFrom = { judged: recent.length, bad: badReadings(recent) };
  const nextProbeAt = fromNow(FIRST_PROBE_MINUTES * MINUTE_MS);
  await tx.insert(Quarantine, { run, retailer, suspectedIn, kind, ...decidedFrom, nextProbeAt });
  return run;
}

/** Holds a page's reading during a quarantine; a later reading replaces an earlier one. */
export async function holdPage(
  tx: EntityManager,
  run: string,
  page: {
    id: string;
    observedAt: Date;
    verdict: ReadingVerdict;
    reason: string | null;
    offers: OfferToStore[];
  },
): Promise<void> {
  const { id, offers, ...rest } = page;
  const reading = { ...rest, offers: sql<OfferToStore[]>`${JSON.stringify(offers)}::jsonb` };
  await tables(tx)
    .insertInto('held_page')
    .values({ run, page: id, ...reading })
    .onConflict((earlier) => earlier.columns(['run', 'page']).doUpdateSet(reading))
    .execute();
}

/** The offers held for page p, one row x each; IS_SAME_OFFER finds the stored offer o with the same identity. */
export const HELD_OFFERS = sql<{ offer: OfferToStore }>`jsonb_array_elements(h.offers)`.as<'x'>(
  sql`x(offer)`,
);
export const IS_SAME_OFFER = sql<boolean>`(o.retailer_id = p.retailer_id and o.url = x.offer->>'url'
  and o.variant = x.offer->>'variant' and o.seller = x.offer->>'seller' and o.zone = x.offer->>'zone')`;

export async function heldPages(em: EntityManager, runId: string): Promise<string[]> {
  const ofRun = tables(em).selectFrom('held_page').select('page').where('run', '=', runId);
  return (await ofRun.orderBy('page').execute()).map(({ page }) => page);
}

/** Id of an offer of this page that is still sold, so that a page without a price is a loss; null when there is none. */
export async function findLiveOffer(em: EntityManager, page: string): Promise<string | null> {
  const live = { page, availability: { $ne: 'discontinued' } } as const;
  const first = { fields: ['id'], orderBy: { id: 'asc' } } as const;
  return (await em.findOne(Offer, live, first))?.id ?? null;
}

export type OpenQuarantine = NonNullable<Awaited<ReturnType<typeof openQuarantine>>>;

/** The retailer's open quarantine with its numbers of probes and held pages; null when prices may be stored. */
export async function openQuarantine(em: EntityManager, retailerId: string) {
  const open = await tables(em)
    .selectFrom('quarantine as q')
    .select(['q.run as runId', 'q.kind', 'q.probes'])
    .select(sql<number>`(select count(*) from held_page where run_id = q.run_id)`.as('heldPages'))
    .where('q.retailer', '=', retailerId)
    .where('q.endedAt', 'is', null)
    .executeTakeFirst();
  return open ?? null;
}

/** Claims the due probe for one worker and schedules the next. False when none is due. */
export async function claimProbe(em: EntityManager, run: string): Promise<boolean> {
  const minutes = `least(${LONGEST_PROBE_MINUTES}, ${FIRST_PROBE_MINUTES} * power(2, least(probes, 10)))`;
  const due = { run, endedAt: null, nextProbeAt: { $lte: fromNow() } };
  const next = {
    probes: raw('least(probes + 1, 1000)'),
    nextProbeAt: raw(`now() + interval '1 minute' * ${minutes}`),
  };
  return (await em.nativeUpdate(Quarantine, due, next)) > 0;
}

/** Makes the next probe due. False when the run is in no open quarantine. */
export async function probeNow(em: EntityManager, run: string): Promise<boolean> {
  const isDue = { nextProbeAt: fromNow() };
  return (await em.nativeUpdate(Quarantine, { run, endedAt: null }, isDue)) > 0;
}

/** Ends the quarantine of a shop that is sane again: discards held readings and makes their pages due. */
export async function healQuarantine(em: EntityManager, runId: string): Promise<void> {
  await inTransaction(em, async (tx) => {
    await lockRun(tx, runId);
    if (!(await endQuarantine(tx, runId, { ending: 'healed' }))) return;
    const held = tables(tx).selectFrom('held_page').select('page').where('run', '=', runId);
    await tables(tx)
      .updateTable('page')
      .set({ nextCheckAt: sql<Date>`least(next_check_at, now())` })
      .where('id', 'in', held)
      .execute();
    await endRun(tx, runId, 'undone');
  });
}

/** Ends a quarantine. False when the run is in no open quarantine. */
export async function endQuarantine(
  tx: EntityManager,
  run: string,
  end: { ending: 'healed' } | { ending: 'approved'; decidedBy: string },
): Promise<boolean> {
  const ended = { endedAt: fromNow(), ...end };
  return (await tx.nativeUpdate(Quarantine, { run, endedAt: null }, ended)) > 0;
}

/** Discards a run's held readings and ends the run. */
export async function endRun(tx: EntityManager, run: string, status: 'done' | 'undone') {
  await tx.nativeDelete(HeldPage, { run });
  const finishedAt = raw('coalesce(finished_at, now())');
  await tx.nativeUpdate(Run, { id: run }, { status, finishedAt });
}

/** Makes the next pages due that gave prices before: they show whether the whole shop changed. */
export async function scheduleControlPages(em: EntityManager, retailerId: string, pages: number) {
  const next = tables(em)
    .selectFrom('page')
    .select('id')
    .where('retailer', '=', retailerId)
    .where('nextCheckAt', '>', NOW)
    .where('kind', 'in', ['product', 'list'])
    .where('lastOutcome', 'in', ['stored', 'unchanged', 'held'])
    .where(IS_CONTROL)
    .orderBy('nextCheckAt')
    .orderBy('id')
    .limit(pages)
    .forUpdate()
    .skipLocked();
  await tables(em).updateTable('page').set({ nextCheckAt: NOW }).where('id', 'in', next).execute();
}
