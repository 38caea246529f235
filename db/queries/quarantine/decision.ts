/* Operators' decisions on a run: approve it, or undo it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Quarantine } from '../../entities/run.ts';
import { forgetValidators } from '../crawl/pages.ts';
import { addToRun } from '../crawl/runs.ts';
import { invalidateProducts } from '../offers/invalidate-scores.ts';
import type { OfferToStore } from '../offers/offer-columns.ts';
import { clearConditionalPrices } from '../offers/offers.ts';
import { endOffersOfPage } from '../offers/page-offers.ts';
import { storeOffers } from '../offers/store-offers.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { tables } from '../sql/tables.ts';
import { endQuarantine, endRun, HELD_OFFERS, IS_SAME_OFFER } from './quarantine.ts';

/** Approves a quarantined run: stores the held readings and exempts its retailer for a day. Null when the run is in no open quarantine. */
export async function approveRun(em: EntityManager, runId: string, decidedBy: string) {
  return inTransaction(em, async (tx) => {
    const run = await lockRunIfAny(tx, runId);
    if (!run || !(await endQuarantine(tx, runId, { ending: 'approved', decidedBy }))) return null;
    await lockOffers(tx, run.retailer);
    let pricesChanged = 0;
    for (const page of await heldPages(tx, runId)) {
      pricesChanged += await storeHeld(tx, run.retailer, runId, page);
    }
    await addToRun(tx, runId, { pricesChanged });
    await endRun(tx, runId, 'done');
    return { pricesChanged };
  });
}

type HeldPage = Awaited<ReturnType<typeof heldPages>>[number];

/** The pages held under a run, with their offers that were not seen since. */
async function heldPages(tx: EntityManager, runId: string) {
  const unseenSince = tables(tx)
    .selectFrom(HELD_OFFERS)
    .innerJoin('offer as o', (on) => on.on(IS_SAME_OFFER))
    .select(sql<OfferToStore[]>`coalesce(jsonb_agg(x.offer), '[]')`.as('offers'))
    .where(sql<boolean>`o.last_seen_at < h.observed_at`);
  return tables(tx)
    .selectFrom('held_page as h')
    .innerJoin('page as p', 'p.id', 'h.page')
    .crossJoinLateral(unseenSince.as('held'))
    .select(['p.id', 'p.url', 'p.fence', 'h.observedAt', 'h.verdict', 'held.offers'])
    .where('h.run', '=', runId)
    .orderBy('h.observedAt')
    .orderBy('p.id')
    .execute();
}

/** Stores a held page; returns the number of its offers that changed. */
async function storeHeld(
  tx: EntityManager,
  retailerId: string,
  runId: string,
  { observedAt, verdict, offers, ...page }: HeldPage,
): Promise<number> {
  if (verdict === 'vanished') {
    return endOffersOfPage(tx, page.id, observedAt, runId);
  }
  const at = { retailerId, runId, observedAt, page: { ...page, isProductPage: false } };
  const stored = await storeOffers(tx, at, offers);
  return stored.filter((offer) => offer.changed).length;
}

/**
 * Undoes a run, all or nothing: deletes its points, restores its offers from their history and discards held readings. A quarantine
 * continues. Replayed pasts and feeds being imported cannot be undone.
 */
export async function undoRun(em: EntityManager, runId: string, decidedBy: string) {
  return inTransaction(em, async (tx) => {
    const run = await lockRunIfAny(tx, runId);
    if (!run) return 'unknown';
    const isImporting = run.kind === 'feed' && run.status === 'running';
    if (run.kind === 'replay' || run.status === 'undone' || isImporting) return 'not-undoable';
    await lockOffers(tx, run.retailer);
    const offerIds = await dropPoints(tx, run.retailer, runId);
    await restoreOffers(tx, offerIds, run.startedAt);
    await invalidateProducts(tx, 'id', offerIds);
    await endOffersWithoutPast(tx, offerIds);
    await forgetValidators(tx, { retailer: run.retailer });
    await tx.nativeUpdate(Quarantine, { run: runId }, { decidedBy });
    await endRun(tx, runId, 'undone');
    return 'undone';
  });
}

async function lockRunIfAny(tx: EntityManager, runId: string) {
  const run = tables(tx).selectFrom('run').select(['retailer', 'kind', 'status', 'startedAt']);
  return run.where('id', '=', runId).forUpdate().executeTakeFirst();
}

/** Locks in id order to avoid a deadlock with a crawl that stores a page. */
async function lockOffers(tx: EntityManager, retailerId: string): Promise<void> {
  const db = tables(tx);
  const offers = db.selectFrom('offer').select('id').where('retailer', '=', retailerId);
  const locked = offers.orderBy('id').forNoKeyUpdate().as('locked');
  await db.selectFrom(locked).select(sql`count(*)`.as('count')).execute();
}

/** Deletes the run's points by the retailer's offers: an index by run would cost every price a write. Returns the offers concerned. */
async function dropPoints(tx: EntityManager, retailerId: string, runId: string): Promise<string[]> {
  const db = tables(tx);
  const offers = db.selectFrom('offer').select('id').where('retailer', '=', retailerId);
  const points = await db
    .deleteFrom('price_point')
    .where('offer', 'in', offers)
    .where('run', '=', runId)
    .returning('offer')
    .execute();
  return [...new Set(points.map(({ offer }) => offer))];
}

/** Restores each offer from its newest point, seen at `runStartedAt` at the latest; clears conditional prices when the price differs. */
async function restoreOffers(tx: EntityManager, offerIds: string[], runStartedAt: Date) {
  const changedAt = sql<Date>`to_timestamp(newest.slot * 60.0)`;
  await tables(tx)
    .updateTable('offer')
    .from((eb) =>
      eb
        .selectFrom('price_point')
        .distinctOn('offer')
        .select(['offer', 'slot', 'priceCents', 'originalPriceCents', 'availability'])
        .where('offer', '=', sql<string>`any(${offerIds}::uuid[])`)
        .orderBy('offer')
        .orderBy('slot', 'desc')
        .as('newest'),
    )
    .set(({ ref }) => ({
      priceCents: ref('newest.priceCents'),
      originalPriceCents: ref('newest.originalPriceCents'),
      availability: ref('newest.availability'),
      priceChangedAt: changedAt,
      suspectPriceCents: null,
      lastSeenAt: sql<Date>`greatest(${changedAt}, least(last_seen_at, ${runStartedAt}::timestamptz))`,
      ...clearConditionalPrices(sql`offer.price_cents = newest.price_cents`),
    }))
    .whereRef('offer.id', '=', 'newest.offer')
    .execute();
}

/** Deletes offers that the run was first to see; saved ones stay as discontinued. */
async function endOffersWithoutPast(tx: EntityManager, offerIds: string[]): Promise<void> {
  const ofRun = sql<boolean>`(id = any(${offerIds}::uuid[]) and not exists (select 1 from price_point where offer_id = offer.id))`;
  const isSaved = sql<boolean>`(exists (select 1 from favorite where offer_id = offer.id)
    or exists (select 1 from feedback where offer_id = offer.id))`;
  const db = tables(tx);
  await db
    .deleteFrom('offer')
    .where(ofRun)
    .where(({ not }) => not(isSaved))
    .execute();
  await db.updateTable('offer').set({ availability: 'discontinued' }).where(ofRun).execute();
}
