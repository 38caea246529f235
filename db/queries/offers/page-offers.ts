/*
 * What is known of the offers that a page names, and those that rest on it: a 304 of it proves them, a 404 of it ends
 * them.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Availability } from '#domain/offers/availability.ts';
import { pgArray } from '../sql/pg-array.ts';
import { INVALIDATE_BACK, IS_BACK, invalidateScores } from './invalidate-scores.ts';
import type { OfferIdentity } from './offers.ts';

/** The products that offers of these identities belong to; those not known are left out. */
export async function productsOfOffers(
  em: EntityManager,
  retailerId: string,
  identities: readonly OfferIdentity[],
): Promise<(OfferIdentity & { productId: string })[]> {
  return em.execute<(OfferIdentity & { productId: string })[]>(
    `select o.url, o.variant, o.seller, o.zone, o.product_id as "productId"
     from offer o join jsonb_to_recordset(?::jsonb) as x(url text, variant text, seller text, zone text)
       on (o.url, o.variant, o.seller, o.zone) = (x.url, x.variant, x.seller, x.zone)
     where o.retailer_id = ?`,
    [JSON.stringify(identities), retailerId],
  );
}

/**
 * Takes the offers off a page that its newest reading did not show: were the page to stay as it is, a 304 would prove
 * them. They rest again on the next page that shows them; till then they age.
 */
export async function detachUnseen(
  tx: EntityManager,
  pageId: string,
  seenIds: readonly string[],
): Promise<void> {
  await tx.execute(
    `update offer set page_id = null
     where page_id = ? and id <> all(?::uuid[])`,
    [pageId, pgArray(seenIds)],
  );
}

/**
 * Gives an offer of this page its new address where the page now names another for the same product, variant and
 * seller (a redirect, another way of writing it): so it stays one offer, with its history and who saved it. Addresses
 * that are offers already are left alone. Returns how many moved.
 */
export async function moveOffers(
  tx: EntityManager,
  retailerId: string,
  pageId: string,
  read: readonly (OfferIdentity & { productId: string })[],
): Promise<number> {
  const rows = read.map(({ url, variant, seller, zone, productId }) => ({
    url,
    variant,
    seller,
    zone,
    productId,
  }));
  const moved = await tx.execute<{ id: string }[]>(
    `with read as (
       select * from jsonb_to_recordset(?::jsonb)
         as x(url text, variant text, seller text, zone text, "productId" uuid)),
     newest as (
       select distinct on (x.url, x.variant, x.seller, x.zone) o.id, x.url
       from offer o join read x on x."productId" = o.product_id
         and (x.variant, x.seller, x.zone) = (o.variant, o.seller, o.zone)
       where o.page_id = ? and o.url not in (select url from read) and not exists (
         select 1 from offer n where n.retailer_id = ?
           and (n.url, n.variant, n.seller, n.zone) = (x.url, x.variant, x.seller, x.zone))
       order by x.url, x.variant, x.seller, x.zone, o.last_seen_at desc, o.id),
     moves as (select distinct on (id) id, url from newest order by id, url)
     update offer o set url = moves.url from moves where o.id = moves.id returning o.id`,
    [JSON.stringify(rows), pageId, retailerId],
  );
  return moved.length;
}

/** An unchanged page (304) proves all its offers as they are; scores are invalidated of those that are back. Returns their ids. */
export async function touchOffersOfPage(
  em: EntityManager,
  pageId: string,
  observedAt: Date,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `with touched as (
       update offer set last_seen_at = greatest(last_seen_at, ?) where page_id = ? returning id, ${IS_BACK} as is_back),
     ${INVALIDATE_BACK}
     select id from touched`,
    [observedAt, pageId],
  );
  return rows.map((row) => row.id);
}

/**
 * Notes what a page still shows, but neither sells nor prices: its offers keep their last price. Returns those that are known;
 * scores are invalidated of those that changed.
 */
export async function markSoldOut(
  tx: EntityManager,
  retailerId: string,
  observedAt: Date,
  soldOut: readonly (OfferIdentity & { availability: Availability })[],
): Promise<{ id: string; productId: string; changed: boolean }[]> {
  if (soldOut.length === 0) return [];
  const rows = await tx.execute<{ id: string; productId: string; changed: boolean }[]>(
    `with known as (
       select o.id, x.availability as said from offer o
       join jsonb_to_recordset(?::jsonb) as x(url text, variant text, seller text, zone text, availability text)
         on (o.url, o.variant, o.seller, o.zone) = (x.url, x.variant, x.seller, x.zone)
       where o.retailer_id = ? order by o.id for no key update of o)
     update offer set availability = known.said, last_seen_at = greatest(last_seen_at, ?::timestamptz),
       suspect_price_cents = null
     from known where offer.id = known.id
     returning new.id, new.product_id as "productId", old.availability <> new.availability as changed`,
    [JSON.stringify(soldOut), retailerId, observedAt],
  );
  const changed = rows.filter((row) => row.changed).map((row) => row.id);
  await invalidateScores(tx, changed);
  return rows;
}

/** The page is gone, and with it what it sold: its offers are discontinued, their prices stay. Returns those that were not. */
export async function endOffersOfPage(em: EntityManager, pageId: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `update offer set availability = 'discontinued'
     where page_id = ? and availability <> 'discontinued' returning id`,
    [pageId],
  );
  const ended = rows.map((row) => row.id);
  await invalidateScores(em, ended);
  return ended;
}
