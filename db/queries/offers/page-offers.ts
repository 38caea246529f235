/* The offers attached to a page: a 304 confirms them, a 404 ends them. Writers lock offers by id to avoid deadlocks. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Availability } from '#domain/offers/availability.ts';
import { tables } from '../sql/tables.ts';
import { INVALIDATE_BACK, IS_BACK, invalidateScores } from './invalidate-scores.ts';
import { IDENTITY_AND_PRODUCT, IDENTITY_AND_STOCK, type OfferIdentity } from './offer-columns.ts';
import { addPricePoints } from './price-points.ts';
import type { ReadAt } from './store-offers.ts';

/**
 * Detaches offers that the page no longer shows, so that a 304 does not confirm them; they age until some page shows them. Skips offers
 * that another page is storing, because this transaction already holds locks.
 */
export async function detachUnseen(tx: EntityManager, page: string, seenIds: readonly string[]) {
  const db = tables(tx);
  const unseen = db.selectFrom('offer').select('id').where('page', '=', page);
  await db
    .updateTable('offer')
    .set({ page: null })
    .where(
      'id',
      'in',
      unseen
        .where('id', '<>', sql<string>`all(${seenIds}::uuid[])`)
        .orderBy('id')
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

/**
 * Gives an offer of this page its new address when the page now names another one for the same product, variant and seller, so that it
 * keeps its history. An offer that operators moved to another product also matches by the old product. Skips addresses that already
 * have an offer. Returns the number moved.
 */
export async function moveOffers(
  tx: EntityManager,
  retailerId: string,
  pageId: string,
  read: readonly (OfferIdentity & { productId: string })[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with read as (select * from ${IDENTITY_AND_PRODUCT.table(read)}),
    newest as (
      select distinct on (x.url, x.variant, x.seller, x.zone) o.id, x.url
      from offer o join read x on (x.product_id = o.product_id or exists (
          select 1 from match_decision d where d.offer_id = o.id and d.product_id = x.product_id and d.undone_at is null))
        and (x.variant, x.seller, x.zone) = (o.variant, o.seller, o.zone)
      where o.page_id = ${pageId} and o.url not in (select url from read) and not exists (
        select 1 from offer n where n.retailer_id = ${retailerId}
          and (n.url, n.variant, n.seller, n.zone) = (x.url, x.variant, x.seller, x.zone))
      order by x.url, x.variant, x.seller, x.zone, o.last_seen_at desc, o.id),
    moves as (select distinct on (id) id, url from newest order by id, url),
    held as (select id from offer where id in (select id from moves) order by id for no key update)
    update offer o set url = moves.url from moves join held using (id) where o.id = moves.id`.execute(
    tables(tx),
  );
  return Number(numAffectedRows);
}

/** Marks all offers of an unchanged page (304) as seen and invalidates the scores of those that are back. Returns their ids. */
export async function touchOffersOfPage(em: EntityManager, pageId: string, observedAt: Date) {
  const { rows } = await sql<{ id: string }>`
    with shown as (select id from offer where page_id = ${pageId} order by id for no key update),
    touched as (
      update offer set last_seen_at = greatest(last_seen_at, ${observedAt}::timestamptz) from shown where offer.id = shown.id
      returning offer.id, ${IS_BACK} as is_back),
    ${INVALIDATE_BACK}
    select id from touched`.execute(tables(em));
  return idsOf(rows);
}

/** An offer without a price, with the stock that its shop states. */
export type SoldOutOffer = OfferIdentity & { availability: Availability };

/**
 * Records the stock of offers that a page or feed states without a price, and a point with the last price of each that was in stock.
 * Invalidates scores; returns the stored offers.
 */
export async function storeSoldOut(
  tx: EntityManager,
  { retailerId, runId, observedAt }: Omit<ReadAt, 'page'>,
  soldOut: readonly SoldOutOffer[],
) {
  if (soldOut.length === 0) return [];
  const db = tables(tx);
  const rows = await db
    .with('known', () =>
      db
        .selectFrom(IDENTITY_AND_STOCK.table(soldOut))
        .innerJoin('offer as o', (on) =>
          on.on('o.retailer', '=', retailerId).on(IDENTITY_AND_STOCK.isSame),
        )
        .select(['o.id', sql<Availability>`x.availability`.as('stated')])
        .orderBy('o.id')
        .forNoKeyUpdate('o'),
    )
    .updateTable('offer')
    .from('known')
    .set(({ ref }) => ({
      availability: ref('known.stated'),
      lastSeenAt: sql<Date>`greatest(last_seen_at, ${observedAt}::timestamptz)`,
      suspectPriceCents: null,
    }))
    .whereRef('offer.id', '=', 'known.id')
    .returning(['offer.id', 'offer.product as productId'])
    .returning(sql<boolean>`old.availability <> new.availability`.as('changed'))
    .execute();
  await recordEnds(tx, idsOf(rows.filter((row) => row.changed)), observedAt, runId);
  return rows;
}

/** Marks the offers of a removed page as discontinued, with a point of their last price. Returns the number of those that changed. */
export async function endOffersOfPage(
  tx: EntityManager,
  pageId: string,
  observedAt: Date,
  runId: string,
): Promise<number> {
  const rows = await tables(tx)
    .with('shown', (db) =>
      db
        .selectFrom('offer')
        .select('id')
        .where('page', '=', pageId)
        .where('availability', '<>', 'discontinued')
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('offer')
    .from('shown')
    .set({ availability: 'discontinued' })
    .whereRef('offer.id', '=', 'shown.id')
    .returning('offer.id')
    .execute();
  await recordEnds(tx, idsOf(rows), observedAt, runId);
  return rows.length;
}

async function recordEnds(tx: EntityManager, ids: string[], observedAt: Date, runId: string) {
  await invalidateScores(tx, ids);
  await addPricePoints(tx, ids, observedAt, runId);
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** True if each of these offers has a product page of its own, read or waiting. */
export async function areOfOwnPages(em: EntityManager, ids: readonly string[]): Promise<boolean> {
  const shared = tables(em)
    .selectFrom('offer as o')
    .leftJoin('page as p', (join) =>
      join
        .onRef('p.url', '=', 'o.url')
        .on(({ eb, or }) => or([eb('p.kind', '=', 'product'), eb('p.lastOutcome', 'is', null)])),
    )
    .select('o.id')
    .where('o.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('p.id', 'is', null)
    .limit(1);
  return (await shared.execute()).length === 0;
}
