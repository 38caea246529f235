import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { BEST_FIRST, BUYABLE, LISTED_OFFERS, SAVED_SHOP_NAME } from '../sql/offer-conditions.ts';

/** The newest entries a history answers. */
const MAX_ENTRIES = 100;

export interface SearchHistoryRow {
  id: string;
  query: string;
  timestamp: Date;
  resultsCount: number;
}

export interface ViewHistoryRow {
  id: string;
  productId: string;
  productName: string;
  imageUrl: string | null;
  pictureHash: string | null;
  retailer: string | null;
  priceCents: Cents | null;
  url: string | null;
  timestamp: Date;
}

/** A person's searches, newest first. */
export async function searchHistory(
  em: EntityManager,
  userId: string,
): Promise<SearchHistoryRow[]> {
  return em.execute<SearchHistoryRow[]>(
    `select id, query, searched_at as timestamp, results_count as "resultsCount" from search_history
     where user_id = ? order by searched_at desc limit ${MAX_ENTRIES}`,
    [userId],
  );
}

/** Adds a search; the same words within a minute are one entry. */
export async function addSearchHistory(
  em: EntityManager,
  userId: string,
  query: string,
  resultsCount: number,
): Promise<void> {
  await withAdvisoryLock(em, `search-history:${userId}`, (tx) =>
    tx.execute(
      `with again as (
       update search_history set searched_at = now(), results_count = ?
       where user_id = ? and lower(query) = lower(?) and searched_at > now() - interval '1 minute' returning id)
     insert into search_history (user_id, query, results_count)
     select ?, ?, ? where not exists (select 1 from again)`,
      [resultsCount, userId, query, userId, query, resultsCount],
    ),
  );
}

/** A person's product views, newest first, each with the product's best offer now. */
export async function viewHistory(em: EntityManager, userId: string): Promise<ViewHistoryRow[]> {
  return em.execute<ViewHistoryRow[]>(
    `select v.id, p.id as "productId", p.name as "productName", coalesce(p.image_url, b.image_url) as "imageUrl",
       coalesce(general.hash, b.hash) as "pictureHash", coalesce(b.retailer, past.retailer) as retailer, coalesce(v.price_cents, b.price_cents) as "priceCents", b.url, v.viewed_at as timestamp
     from view_history v join product p on p.id = v.product_id
     left join picture_source general on general.url = p.image_url
     left join lateral (
       select o.image_url, own.hash, r.name as retailer, o.price_cents, o.url from ${LISTED_OFFERS}
       left join picture_source own on own.url = o.image_url where o.product_id = p.id
       order by ${BEST_FIRST} limit 1) b on true
     left join lateral (
       select ${SAVED_SHOP_NAME} as retailer from offer o join retailer r on r.id = o.retailer_id and r.kind = 'demo'
       where b.retailer is null and o.product_id = p.id limit 1) past on true
     where v.user_id = ? order by v.viewed_at desc limit ${MAX_ENTRIES}`,
    [userId],
  );
}

/** Adds a view with today's best price; the same product within a minute is one entry. False: no such product. */
export async function addView(
  em: EntityManager,
  userId: string,
  productId: string,
): Promise<boolean> {
  const rows = await withAdvisoryLock(em, `view-history:${userId}`, (tx) =>
    tx.execute<{ id: string }[]>(
      `with known as (select id from product where id = ?),
     again as (
       update view_history set viewed_at = now()
       where user_id = ? and product_id = ? and viewed_at > now() - interval '1 minute' returning id),
     added as (
       insert into view_history (user_id, product_id, price_cents)
       select ?, id, (select min(o.price_cents) from ${LISTED_OFFERS} where o.product_id = known.id and ${BUYABLE})
       from known where not exists (select 1 from again) returning id)
     select id from again union all select id from added`,
      [productId, userId, productId, userId],
    ),
  );
  return rows.length > 0;
}

/** Deletes one entry, or with `id` null all. False when there was no such entry of this person. */
export async function deleteHistory(
  em: EntityManager,
  history: 'search_history' | 'view_history',
  userId: string,
  id: string | null,
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `delete from ${history} where user_id = ?${id === null ? '' : ' and id = ?'} returning id`,
    id === null ? [userId] : [userId, id],
  );
  return rows.length > 0;
}
