import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReadingVerdict } from '#domain/offers/run-quarantine.ts';
import type { RunKind, RunStatus } from '../../entities/run.ts';
import { addToRun } from '../crawl/runs.ts';
import { invalidateProductScores } from '../offers/invalidate-scores.ts';
import type { OfferToStore } from '../offers/offers.ts';
import { endOffersOfPage } from '../offers/page-offers.ts';
import { addPricePoints } from '../offers/price-points.ts';
import { storeOffers } from '../offers/store-offers.ts';
import { saidBeside } from '../sql/offer-conditions.ts';
import { pgArray } from '../sql/pg-array.ts';

interface HeldPageRow {
  id: string;
  url: string;
  fence: number;
  observedAt: Date;
  verdict: ReadingVerdict;
  offers: OfferToStore[];
}

/**
 * Believes a quarantined run: stores what was held as if it had been read just then, and lets its retailer be for a
 * day. All or nothing. Returns how many prices changed; null when the run is in no open quarantine.
 */
export async function approveRun(
  em: EntityManager,
  runId: string,
  by: string,
): Promise<{ pricesChanged: number } | null> {
  return em.transactional(async (tx) => {
    await lockRunIfAny(tx, runId);
    const [quarantine] = await tx.execute<{ retailerId: string }[]>(
      `update quarantine set ended_at = now(), ending = 'approved', decided_by = ?
       where run_id = ? and ended_at is null returning retailer_id as "retailerId"`,
      [by, runId],
    );
    if (!quarantine) return null;
    const { retailerId } = quarantine;
    await lockOffers(tx, retailerId);
    let pricesChanged = 0;
    for (const page of await heldPages(tx, runId)) {
      const changed = await storeHeld(tx, retailerId, runId, page);
      pricesChanged += changed.length;
    }
    await tx.execute('delete from held_page where run_id = ?', [runId]);
    await addToRun(tx, runId, { pricesChanged });
    await tx.execute(`update run set status = 'done', finished_at = now() where id = ?`, [runId]);
    return { pricesChanged };
  });
}

async function heldPages(tx: EntityManager, runId: string): Promise<HeldPageRow[]> {
  return tx.execute<HeldPageRow[]>(
    `select p.id, p.url, p.fence, h.observed_at as "observedAt", h.verdict, (
         select coalesce(jsonb_agg(x.offer), '[]') from jsonb_array_elements(h.offers) as x(offer)
         join offer o on o.retailer_id = p.retailer_id and o.url = x.offer->>'url' and o.variant = x.offer->>'variant'
           and o.seller = x.offer->>'seller' and o.zone = x.offer->>'zone'
         where o.last_seen_at < h.observed_at) as offers
     from held_page h join page p on p.id = h.page_id where h.run_id = ? order by h.observed_at, p.id`,
    [runId],
  );
}

/** Ids of the offers that changed. What was seen again since is left as it is. */
async function storeHeld(
  tx: EntityManager,
  retailerId: string,
  runId: string,
  page: HeldPageRow,
): Promise<string[]> {
  const observedAt = new Date(page.observedAt);
  if (page.verdict === 'vanished') {
    const ended = await endOffersOfPage(tx, page.id);
    await addPricePoints(tx, ended, observedAt, runId);
    return ended;
  }
  const { id, url, fence } = page;
  const at = { retailerId, runId, observedAt, page: { id, url, fence, isProductPage: false } };
  const stored = await storeOffers(tx, at, page.offers);
  return stored.filter((offer) => offer.changed).map((offer) => offer.id);
}

/** Why a run was not undone, or that it was. */
type UndoOutcome = 'undone' | 'unknown' | 'not-undoable';

/**
 * Takes a run back: its price points go, its offers return to what their history then says, readings that are held
 * are thrown away. A quarantine it is in goes on: the shop is still probed. All or nothing. Replayed pasts, and
 * feeds that are being imported, cannot be undone.
 */
export async function undoRun(em: EntityManager, runId: string, by: string): Promise<UndoOutcome> {
  return em.transactional(async (tx) => {
    const run = await lockRunIfAny(tx, runId);
    if (!run) return 'unknown';
    const isImporting = run.kind === 'feed' && run.status === 'running';
    if (run.kind === 'replay' || run.status === 'undone' || isImporting) return 'not-undoable';
    await lockOffers(tx, run.retailerId);
    const offerIds = await dropPoints(tx, run.retailerId, runId);
    await restoreOffers(tx, offerIds, run.startedAt);
    await invalidateProductScores(tx, offerIds);
    await endOffersWithoutPast(tx, offerIds);
    // A page that answers 304 would prove the restored price, which it does not show.
    await tx.execute(
      `update page set etag = null, last_modified = null
       where retailer_id = ? and (etag is not null or last_modified is not null)`,
      [run.retailerId],
    );
    await tx.execute('delete from held_page where run_id = ?', [runId]);
    await tx.execute('update quarantine set decided_by = ? where run_id = ?', [by, runId]);
    await tx.execute(
      `update run set status = 'undone', finished_at = coalesce(finished_at, now()) where id = ?`,
      [runId],
    );
    return 'undone';
  });
}

interface UndoableRun {
  retailerId: string;
  kind: RunKind;
  status: RunStatus;
  startedAt: Date;
}

async function lockRunIfAny(tx: EntityManager, runId: string): Promise<UndoableRun | null> {
  const rows = await tx.execute<UndoableRun[]>(
    `select retailer_id as "retailerId", kind, status, started_at as "startedAt" from run where id = ? for update`,
    [runId],
  );
  return rows[0] ?? null;
}

/** In one order, so that a crawl that stores a page meanwhile waits, or is waited for. */
async function lockOffers(tx: EntityManager, retailerId: string): Promise<void> {
  await tx.execute(
    `select count(*) from (
       select id from offer where retailer_id = ? order by id for no key update) as locked`,
    [retailerId],
  );
}

/** Through the retailer's offers: the points have no index by run, which every price would have to pay for. */
async function dropPoints(tx: EntityManager, retailerId: string, runId: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }[]>(
    `with gone as (
       delete from price_point pp using offer o
       where o.retailer_id = ? and pp.offer_id = o.id and pp.run_id = ? returning pp.offer_id)
     select distinct offer_id as id from gone`,
    [retailerId, runId],
  );
  return rows.map((row) => row.id);
}

/**
 * Each offer becomes what its newest point says. It was seen so when the run began at the latest; what no history
 * holds (unit, member and multi-buy prices) is unknown until it is read again, where the price was another.
 */
async function restoreOffers(
  tx: EntityManager,
  offerIds: string[],
  runStartedAt: Date,
): Promise<void> {
  await tx.execute(
    `update offer o set price_cents = b.price_cents, original_price_cents = b.original_price_cents,
       availability = b.availability, price_changed_at = b.changed_at, suspect_price_cents = null,
       last_seen_at = greatest(b.changed_at, least(o.last_seen_at, ?::timestamptz)),
       ${saidBeside('o.price_cents = b.price_cents')}
     from unnest(?::uuid[]) as x(id) cross join lateral (
       select *, to_timestamp(slot * 60.0) as changed_at from price_point where offer_id = x.id
       order by slot desc limit 1) b
     where o.id = b.offer_id`,
    [runStartedAt, pgArray(offerIds)],
  );
}

/** An offer that the run was the first to see goes, unless a shopper saved it: then it is no longer sold. */
async function endOffersWithoutPast(tx: EntityManager, offerIds: string[]): Promise<void> {
  const withoutPast = `id = any(?::uuid[])
    and not exists (select 1 from price_point where offer_id = offer.id)`;
  const ids = pgArray(offerIds);
  await tx.execute(
    `delete from offer where ${withoutPast} and not exists (select 1 from favorite where offer_id = offer.id)
       and not exists (select 1 from feedback where offer_id = offer.id)`,
    [ids],
  );
  await tx.execute(`update offer set availability = 'discontinued' where ${withoutPast}`, [ids]);
}
