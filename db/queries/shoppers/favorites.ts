import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Favorite, Wishlist } from '#db/entities/shopper.ts';
import { survivorOf } from '#db/queries/products/products.ts';
import {
  BEST_FIRST,
  BUYABLE,
  enabledOffers,
  LISTED_OFFERS,
  listedOffers,
  ON_SALE,
  SAVED_SHOP_NAME,
} from '#db/queries/sql/offer-conditions.ts';
import { tables } from '#db/queries/sql/tables.ts';
import type { Cents } from '#domain/money.ts';

/** Sort orders of favourites: API word → column. */
export const FAVORITE_SORTS = {
  addedAt: 'f.addedAt',
  price: 'o.priceCents',
  name: 'p.name',
} as const;

/** A favourite with its offer's current data. */
export type FavoriteRow = Awaited<ReturnType<typeof listFavorites>>[number];

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
) {
  return savedOffers(em, userId)
    .orderBy(FAVORITE_SORTS[page.sortBy], page.sortOrder)
    .orderBy('f.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** One favourite of this person; null when it is not theirs. */
export async function findFavorite(em: EntityManager, userId: string, id: string) {
  return (await savedOffers(em, userId).where('f.id', '=', id).executeTakeFirst()) ?? null;
}

/** Counts of a person's favourites. */
export async function favoriteStats(em: EntityManager, userId: string) {
  const dropped = sql<number>`count(*) filter (where o.price_cents < f.price_at_favorite_cents)`;
  return favorites(em, userId)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.count<number>('f.purchasedAt').as('purchased'),
    ])
    .select(dropped.as('priceDropped'))
    .executeTakeFirstOrThrow();
}

/** A person's favourites counted by category or by retailer, the largest first. */
export async function favoriteGroups(
  em: EntityManager,
  userId: string,
  by: 'category' | 'retailer',
) {
  const name =
    by === 'category'
      ? sql<string>`coalesce(p.category, o.category, 'Other')`
      : sql<string>`r.name`;
  return favorites(em, userId)
    .select(({ fn }) => [name.as('name'), fn.countAll<number>().as('count')])
    .groupBy(name)
    .orderBy('count', 'desc')
    .orderBy(name)
    .execute();
}

/** The offer behind a link: the variant with `offerId` if given, else the best offer; null when there is none. */
export async function offerIdOfUrl(em: EntityManager, url: string, offerId?: string) {
  const db = tables(em);
  const offer = await enabledOffers(db)
    .select('o.id')
    .where('o.url', '=', url)
    // The index of addresses begins with the retailer.
    .where('o.retailer', 'in', db.selectFrom('retailer').select('id'))
    .$if(offerId !== undefined, (query) => query.where('o.id', '=', offerId ?? ''))
    .orderBy(sql.raw(BEST_FIRST))
    .limit(1)
    .executeTakeFirst();
  return offer?.id ?? null;
}

/** The offer that represents a product, of one shop by name or of any, with its price; null when none lists it. */
export async function bestOfferOf(
  em: EntityManager,
  productId: string,
  shop: string | null = null,
) {
  const offer = await listedOffers(tables(em))
    .select(['o.id', 'o.priceCents', 'o.retailer'])
    .where('o.product', '=', productId)
    .$if(shop !== null, (query) => query.where('r.name', '=', shop))
    .orderBy(sql.raw(BEST_FIRST))
    .limit(1)
    .executeTakeFirst();
  return offer ?? null;
}

/** Saves an offer with its current price; `added` is false when it was already saved. */
export async function addFavorite(em: EntityManager, userId: string, offerId: string) {
  const db = tables(em);
  const priceAtFavoriteCents = db
    .selectFrom('offer')
    .select('priceCents')
    .where('id', '=', offerId);
  // On conflict, an update without effect returns the existing row.
  return db
    .insertInto('favorite')
    .values({ user: userId, offer: offerId, priceAtFavoriteCents })
    .onConflict((conflict) => conflict.columns(['user', 'offer']).doUpdateSet({ user: userId }))
    .returning(['id', sql<boolean>`old.id is null`.as('added')])
    .executeTakeFirstOrThrow();
}

/** Removes the favourites of a link or a product. False when there were none. */
export async function removeFavoritesOf(
  em: EntityManager,
  userId: string,
  of: { url: string } | { productId: string },
): Promise<boolean> {
  const offer = 'url' in of ? { url: of.url } : { product: of.productId };
  return (await em.nativeDelete(Favorite, { user: userId, offer })) > 0;
}

/** Sets a favourite's notes or marks it as bought. False when it is not this person's. */
export async function updateFavorite(
  em: EntityManager,
  userId: string,
  id: string,
  change: { notes: string } | { purchased: boolean },
): Promise<boolean> {
  const purchasedAt = (isBought: boolean) =>
    isBought ? raw<Date>('coalesce(purchased_at, now())') : null;
  const set = 'notes' in change ? change : { purchasedAt: purchasedAt(change.purchased) };
  return (await em.nativeUpdate(Favorite, { id, user: userId }, set)) > 0;
}

/** The links among these that the person has saved. */
export async function favoritedUrls(em: EntityManager, userId: string, urls: string[]) {
  const rows = await favorites(em, userId)
    .select('o.url')
    .where('o.url', '=', sql<string>`any(${urls})`)
    .execute();
  return new Set(rows.map(({ url }) => url));
}

/** A person's favourites f with their offers o, products p and retailers r. */
function favorites(em: EntityManager, userId: string) {
  return tables(em)
    .selectFrom('favorite as f')
    .innerJoin('offer as o', 'o.id', 'f.offer')
    .innerJoin('product as p', 'p.id', 'o.product')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .where('f.user', '=', userId);
}

function savedOffers(em: EntityManager, userId: string) {
  return favorites(em, userId)
    .leftJoin('picture_source as own', 'own.url', 'o.imageUrl')
    .leftJoin('picture_source as general', 'general.url', 'p.imageUrl')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('alert')
          .select(['alert.state', 'alert.targetCents'])
          .whereRef('alert.user', '=', 'f.user')
          .whereRef('alert.product', '=', 'o.product')
          .where('alert.state', '<>', 'ended')
          .orderBy('alert.createdAt', 'desc')
          .orderBy('alert.id', 'desc')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      sql<{ price: Cents; shop: string }>`(
        select o.price_cents as price, r.name as shop from ${sql.raw(LISTED_OFFERS)}
        where o.product_id = p.id and ${sql.raw(BUYABLE)} order by ${sql.raw(BEST_FIRST)} limit 1)`.as(
        'cheapest',
      ),
      (join) => join.onTrue(),
    )
    .select(['f.id', 'f.offer as offerId', 'o.product as productId', 'f.addedAt', 'f.notes'])
    .select(['cheapest.price as cheapestCents', 'cheapest.shop as cheapestShop'])
    .select(['f.purchasedAt', 'f.priceAtFavoriteCents', 'o.priceCents', 'o.priceChangedAt'])
    .select(
      sql<Cents | null>`case when ${sql.raw(ON_SALE)} then o.original_price_cents end`.as(
        'wasCents',
      ),
    )
    .select(['p.name', 'o.url', 'r.trustScore10'])
    .select(sql.raw<string>(SAVED_SHOP_NAME).as('retailerName'))
    .select('a.targetCents as alertTargetCents')
    .select(({ fn }) => [
      fn.coalesce('o.brand', 'p.brand').as('brand'),
      fn.coalesce('o.imageUrl', 'p.imageUrl').as('imageUrl'),
      fn.coalesce('own.hash', 'general.hash').as('pictureHash'),
      fn.coalesce('p.category', 'o.category').as('category'),
      sql<boolean>`coalesce(a.state in ('watching', 'fired', 'unconfirmed'), false)`.as(
        'alertEnabled',
      ),
      sql<boolean>`coalesce(a.state = 'unconfirmed', false)`.as('alertUnconfirmed'),
    ]);
}

/** Adds a product to the wishlist, regardless of shop. False when there is no such product. */
export async function addWish(em: EntityManager, userId: string, productId: string) {
  const product = await survivorOf(em, productId);
  if (!product) return false;
  const wish = { user: userId, product };
  await em.upsert(Wishlist, wish, { onConflictAction: 'ignore' });
  return true;
}

/** Removes a product from the wishlist. False when it was not there. */
export async function removeWish(em: EntityManager, userId: string, productId: string) {
  return (await em.nativeDelete(Wishlist, { user: userId, product: productId })) > 0;
}
