import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cents } from '#domain/money.ts';
import { PICTURE_HASH, PICTURE_TABLES } from '../offers/pictures.ts';
import { BEST_FIRST, LISTED_OFFERS, SAVED_SHOP_NAME } from '../sql/offer-conditions.ts';
import { pgArray } from '../sql/pg-array.ts';

/** A favourite with its offer as it is now. */
export interface FavoriteRow {
  id: string;
  offerId: string;
  productId: string;
  addedAt: Date;
  notes: string;
  purchasedAt: Date | null;
  priceAtFavoriteCents: Cents;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  name: string;
  brand: string | null;
  imageUrl: string | null;
  pictureHash: string | null;
  url: string;
  category: string | null;
  ratingAverage: number | null;
  ratingCount: number | null;
  retailerName: string;
  trustScore10: number;
  alertEnabled: boolean;
  alertTargetCents: Cents | null;
}

const COLUMNS = `f.id, f.offer_id as "offerId", o.product_id as "productId", f.added_at as "addedAt", f.notes,
  f.purchased_at as "purchasedAt", f.price_at_favorite_cents as "priceAtFavoriteCents", o.price_cents as "priceCents",
  o.original_price_cents as "originalPriceCents", o.name, coalesce(o.brand, p.brand) as brand,
  coalesce(o.image_url, p.image_url) as "imageUrl", ${PICTURE_HASH}, o.url, coalesce(p.category, o.category) as category,
  o.rating_average as "ratingAverage", o.rating_count as "ratingCount", ${SAVED_SHOP_NAME} as "retailerName",
  r.trust_score10 as "trustScore10", coalesce(a.state in ('watching', 'fired', 'unconfirmed'), false) as "alertEnabled",
  a.target_cents as "alertTargetCents"`;

const TABLES = `favorite f join offer o on o.id = f.offer_id join product p on p.id = o.product_id
  join retailer r on r.id = o.retailer_id ${PICTURE_TABLES}
  left join lateral (select state, target_cents from alert where user_id = f.user_id and product_id = o.product_id
    and state <> 'ended' order by created_at desc limit 1) a on true`;

/** How a list of favourites may be sorted: API word → column. */
export const FAVORITE_SORTS = {
  addedAt: 'f.added_at',
  price: 'o.price_cents',
  name: 'o.name',
} as const;

/** A page of a person's favourites. */
export async function listFavorites(
  em: EntityManager,
  userId: string,
  page: {
    sortBy: keyof typeof FAVORITE_SORTS;
    sortOrder: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<FavoriteRow[]> {
  return em.execute<FavoriteRow[]>(
    `select ${COLUMNS} from ${TABLES} where f.user_id = ?
     order by ${FAVORITE_SORTS[page.sortBy]} ${page.sortOrder}, f.id limit ? offset ?`,
    [userId, page.limit, page.offset],
  );
}

/** One favourite of this person; null when it is not theirs. */
export async function findFavorite(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<FavoriteRow | null> {
  const rows = await em.execute<FavoriteRow[]>(
    `select ${COLUMNS} from ${TABLES} where f.user_id = ? and f.id = ?`,
    [userId, id],
  );
  return rows[0] ?? null;
}

export interface FavoriteStats {
  total: number;
  priceDropped: number;
  purchased: number;
}

/** Counts of a person's favourites. */
export async function favoriteStats(em: EntityManager, userId: string): Promise<FavoriteStats> {
  const [row] = await em.execute<FavoriteStats[]>(
    `select count(*)::int as total,
       (count(*) filter (where o.price_cents < f.price_at_favorite_cents))::int as "priceDropped",
       count(f.purchased_at)::int as purchased
     from favorite f join offer o on o.id = f.offer_id where f.user_id = ?`,
    [userId],
  );
  return row ?? { total: 0, priceDropped: 0, purchased: 0 };
}

/** A person's favourites counted by category or by retailer, the largest first. */
export async function favoriteGroups(
  em: EntityManager,
  userId: string,
  by: 'category' | 'retailer',
): Promise<{ name: string; count: number }[]> {
  const column = by === 'category' ? `coalesce(p.category, o.category, 'Other')` : 'r.name';
  return em.execute<{ name: string; count: number }[]>(
    `select ${column} as name, count(*)::int as count from favorite f join offer o on o.id = f.offer_id
     join product p on p.id = o.product_id join retailer r on r.id = o.retailer_id
     where f.user_id = ? group by 1 order by 2 desc, 1`,
    [userId],
  );
}

/** The offer that a shopper means by a link: the variant they name, else the one in stock and cheapest. */
export async function offerIdOfUrl(
  em: EntityManager,
  url: string,
  offerId?: string,
): Promise<string | null> {
  const rows = await em.execute<{ id: string }[]>(
    `select o.id from offer o join retailer r on r.id = o.retailer_id
     where o.retailer_id = any (select id from retailer) and o.url = ? and r.status = 'enabled'
       and o.id = coalesce(?::uuid, o.id)
     order by ${BEST_FIRST} limit 1`,
    [url, offerId ?? null],
  );
  return rows[0]?.id ?? null;
}

/** The offer that stands for a product: in stock and cheapest. */
export async function offerIdOfProduct(
  em: EntityManager,
  productId: string,
): Promise<string | null> {
  const rows = await em.execute<{ id: string }[]>(
    `select o.id from ${LISTED_OFFERS} where o.product_id = ?
     order by ${BEST_FIRST} limit 1`,
    [productId],
  );
  return rows[0]?.id ?? null;
}

/** Saves an offer with today's price, or finds it saved. `added` tells which. */
export async function addFavorite(
  em: EntityManager,
  userId: string,
  offerId: string,
): Promise<{ id: string; added: boolean }> {
  const [saved] = await em.execute<{ id: string; added: boolean }[]>(
    `insert into favorite (user_id, offer_id, price_at_favorite_cents)
     select ?, id, price_cents from offer where id = ?
     on conflict (user_id, offer_id) do update set user_id = excluded.user_id
     returning new.id, old.id is null as added`,
    [userId, offerId],
  );
  if (!saved) throw new Error('the offer to save is gone');
  return saved;
}

/** Removes a favourite by its id. False when it is not this person's. */
export async function removeFavorite(
  em: EntityManager,
  userId: string,
  id: string,
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    'delete from favorite where user_id = ? and id = ? returning id',
    [userId, id],
  );
  return rows.length > 0;
}

/** Removes what a person saved under a link, or of a product. False when there was nothing. */
export async function removeFavoritesOf(
  em: EntityManager,
  userId: string,
  of: { url: string } | { productId: string },
): Promise<boolean> {
  const [column, value] = 'url' in of ? ['o.url', of.url] : ['o.product_id', of.productId];
  const rows = await em.execute<{ id: string }[]>(
    `delete from favorite f using offer o where o.id = f.offer_id and f.user_id = ? and ${column} = ? returning f.id`,
    [userId, value],
  );
  return rows.length > 0;
}

/** Sets a favourite's notes, or whether it was bought. False when it is not this person's. */
export async function updateFavorite(
  em: EntityManager,
  userId: string,
  id: string,
  change: { notes: string } | { purchased: boolean },
): Promise<boolean> {
  const [assignment, value] =
    'notes' in change
      ? ['notes = ?', change.notes]
      : [
          'purchased_at = case when ?::boolean then coalesce(purchased_at, now()) end',
          change.purchased,
        ];
  const rows = await em.execute<{ id: string }[]>(
    `update favorite set ${assignment} where user_id = ? and id = ? returning id`,
    [value, userId, id],
  );
  return rows.length > 0;
}

/** Which of these links this person has saved. */
export async function favoritedUrls(
  em: EntityManager,
  userId: string,
  urls: string[],
): Promise<Set<string>> {
  const rows = await em.execute<{ url: string }[]>(
    `select o.url from favorite f join offer o on o.id = f.offer_id
     where f.user_id = ? and o.url = any(?::text[])`,
    [userId, pgArray(urls)],
  );
  return new Set(rows.map((row) => row.url));
}
